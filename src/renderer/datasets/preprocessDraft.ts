/** A preprocessed dataset while it is set up. */
import type { Step } from '../../core/images/preprocess/steps.ts';
import { nameProblem } from './datasetName.ts';
import type { Place } from './FilePicker.vue';
import { stepsOf, type StepDraft } from './stepDraft.ts';

export interface PreprocessDraft {
  readonly name: string;
  readonly steps: readonly StepDraft[];
  readonly eyes: Place | null;
}

/** What the engine is asked for. */
export interface Preprocessing {
  readonly name: string;
  readonly steps: Step[];
  readonly eyes?: string;
}

export interface ParsedPreprocessing {
  /** Null while a step is not valid. */
  readonly steps: readonly Step[] | null;
  readonly nameProblem: string | null;
  /** Null while anything is missing or not valid. */
  readonly request: Preprocessing | null;
}

/** What the draft says; `taken` are the names of datasets that are there. */
export function parsePreprocessing(
  { name, steps: drafts, eyes }: PreprocessDraft,
  taken: readonly string[],
): ParsedPreprocessing {
  const steps = stepsOf(drafts);
  const problem = nameProblem(name, taken);
  const ready = problem === null && steps !== null && steps.length > 0 && (eyes !== null || !needsEyes(drafts));
  return {
    steps,
    nameProblem: problem,
    request: ready ? { name: name.trim(), steps: [...steps], ...(eyes && { eyes: eyes.token }) } : null,
  };
}

/** Whether a step works with eye positions. */
export function needsEyes(steps: readonly StepDraft[]): boolean {
  return steps.some(({ kind }) => kind === 'align');
}
