/** How many parts a study is worth, where the user names no number. */
import { canonicalName } from '../../../core/text/nameLookup.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { withSpecErrors } from '../files/specText.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';

/** Share of its time that a part may spend on starting. */
const SHARE = 0.05;
/** What Slurm takes in an array unless it was configured otherwise. */
const MOST = 1000;

export interface Work {
  /** Of one processor, for the whole study. */
  readonly seconds: number;
  readonly cells: number;
}

/** As many parts as spend at most a twentieth of their time on starting, one at least, none without a cell. */
export function proposedParts({ seconds, cells }: Work, processors: number, startSeconds: number): number {
  const worth = Math.floor((SHARE * seconds) / processors / startSeconds);
  return Math.max(1, Math.min(worth, cells, MOST));
}

/** What a study may take. */
export interface Estimate extends Work {
  /** What the estimate rests on: finished cells, e.g. of a trial, else this machine’s speed. */
  readonly from: string;
}

/** Asks the workspace what the study of a spec file takes. */
export async function estimate(path: string, spec: StudySpec, options: WorkspaceOptions): Promise<Estimate> {
  const { cost, cells } = await withEngine(options, async ({ client }) => {
    const dataset = canonicalName(
      spec.dataset,
      (await client.datasets.list()).map(({ name }) => name),
    );
    return withSpecErrors(path, client.studies.preview({ spec: { ...spec, dataset } }));
  });
  const from = cost.methods.every(({ measured }) => measured) ? 'finished cells' : 'the speed of this machine';
  return { seconds: cost.seconds, cells, from };
}
