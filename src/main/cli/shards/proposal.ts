/** Proposes a number of parts if the user gives none. */
import { canonicalName } from '../../../core/text/nameLookup.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { withSpecErrors } from '../files/specText.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';

/** Maximum share of a part's time spent on starting. */
const SHARE = 0.05;
/** Slurm's default limit on the size of an array. */
const MOST = 1000;

export interface Work {
  /** Seconds of the whole study on one processor. */
  readonly seconds: number;
  readonly cells: number;
}

/**
 * The number of parts that spend at most a twentieth of their time on starting; at least one, and none without a cell.
 */
export function proposedParts({ seconds, cells }: Work, processors: number, startSeconds: number): number {
  const worth = Math.floor((SHARE * seconds) / processors / startSeconds);
  return Math.max(1, Math.min(worth, cells, MOST));
}

/** Estimated time of a study. */
export interface Estimate extends Work {
  /** Basis of the estimate: finished cells, e.g. of a trial, or else the speed of this machine. */
  readonly from: string;
}

/** Estimates the time of the study of a spec file from the workspace. */
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
