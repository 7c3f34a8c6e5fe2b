import { canonicalName } from '../../../core/text/names.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { withSpecErrors } from '../spec/specText.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';
import type { Work } from './proposal.ts';

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
