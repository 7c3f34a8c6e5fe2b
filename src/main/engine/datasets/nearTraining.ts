import { identitiesOf, type DatasetFacts } from '../../../core/dataset.ts';
import { runSteps, type Steps } from '../../../core/formats/cooperativeSteps.ts';
import { countNearTraining, type NearTraining } from '../../../core/study/plan/nearTraining.ts';
import type { SplitSpec } from '../../../core/study/plan/splits.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';

/** Counts that are kept, the newest last: pages ask again after every change and every finished cell. */
const counts = new Map<string, NearTraining>();
const MOST_KEPT = 100;

/**
 * Splits with nearly identical training images: steps whose last value they are. The counts of the latest splits are
 * kept.
 */
export function* nearTraining(
  { readPixels }: Pick<DatasetRepository, 'readPixels'>,
  id: number,
  { protocol, seed, subset, draws }: SplitSpec,
  facts: DatasetFacts,
): Steps<NearTraining> {
  const spec: SplitSpec = { protocol, seed, ...(subset && { subset }), ...(draws && { draws }) };
  const key = JSON.stringify([facts.hash, identitiesOf(facts).listing, spec]);
  const kept = counts.get(key);
  if (kept) return kept;
  const pixels = facts.rows * facts.cols;
  const found = yield* countNearTraining(spec, facts, pixels, (positions) => {
    const values = new Float64Array(positions.length * pixels);
    readPixels(id, values, positions);
    return values;
  });
  const [oldest] = counts.keys();
  if (counts.size >= MOST_KEPT) counts.delete(oldest);
  counts.set(key, found);
  return found;
}

/** The same at once, for threads that may take a moment. */
export function nearTrainingNow(...asked: Parameters<typeof nearTraining>): NearTraining {
  return runSteps(nearTraining(...asked));
}
