/** A preprocessed dataset while it is set up. */
import type { EyeChoice } from '../../../core/contract/procedures.ts';
import type { Step } from '../../../core/images/preprocess/steps.ts';
import type { Problem } from '../../api/client.ts';
import { nameProblems } from '../../stores/catalogue.ts';
import type { Place } from '../../ui/files/FilePicker.vue';
import { stepsOf, type StepDraft } from './stepDraft.ts';

/** Where eye positions come from: a file or folder, the marks in the dataset itself, or a search after the import. */
export type ChosenEyes = Place | { readonly kind: 'marked'; readonly count: number } | { readonly kind: 'found' };

/** The choice as input of the engine; undefined until the search for faces has run. */
export function eyeChoice(eyes: ChosenEyes | null): EyeChoice | undefined {
  if (eyes === null || eyes.kind === 'found') return undefined;
  return eyes.kind === 'marked' ? { marked: true } : eyes.token;
}

export interface PreprocessDraft {
  readonly name: string;
  readonly steps: readonly StepDraft[];
  readonly eyes: ChosenEyes | null;
}

/** Input of the engine. */
export interface Preprocessing {
  readonly name: string;
  readonly steps: Step[];
  readonly eyes?: EyeChoice;
}

export interface ParsedPreprocessing {
  /** Null while a step is invalid; the problem appears at the step. */
  readonly steps: readonly Step[] | null;
  /** Problems of the fields `name`, `steps` and `eyes`. */
  readonly problems: readonly Problem[];
  /** Null while anything is missing or not valid. */
  readonly request: Preprocessing | null;
}

/** What the draft says; `taken` are the names of datasets that are there. */
export function parsePreprocessing(draft: PreprocessDraft, taken: readonly string[]): ParsedPreprocessing {
  const { name, eyes } = draft;
  const steps = stepsOf(draft.steps);
  const problems: Problem[] = [...nameProblems(name, taken)];
  if (draft.steps.length === 0) problems.push({ path: 'steps', message: 'Add at least one step.' });
  if (eyes === null && needsEyes(draft.steps)) {
    problems.push({ path: 'eyes', message: 'The alignment needs eye positions.' });
  }
  const ready = steps !== null && problems.length === 0;
  // The search marks the eyes in the dataset.
  const eyeSource = eyes?.kind === 'found' ? { marked: true as const } : eyeChoice(eyes);
  const request = ready ? { name: name.trim(), steps: [...steps], ...(eyes && { eyes: eyeSource }) } : null;
  return { steps, problems, request };
}

/** Whether a step works with eye positions. */
export function needsEyes(steps: readonly StepDraft[]): boolean {
  return steps.some(({ kind }) => kind === 'align');
}
