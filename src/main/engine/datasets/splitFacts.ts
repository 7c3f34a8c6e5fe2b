/** What the splits of studies say about their numbers, kept: pages ask again after every change and finished cell. */
import { identitiesOf, type DatasetFacts } from '../../../core/dataset.ts';
import { runSteps, type Steps } from '../../../core/formats/cooperativeSteps.ts';
import { countNearTraining, type NearTraining } from '../../../core/study/plan/nearTraining.ts';
import { splitFacts, type SplitFacts } from '../../../core/study/plan/splitFacts.ts';
import type { SplitSpec } from '../../../core/study/plan/splits.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';

const MOST_KEPT = 40;

/** Values of the latest splits, the newest last. */
function keptBySplits<Value>() {
  const values = new Map<string, Value>();
  return {
    key({ protocol, seed, subset, draws }: SplitSpec, facts: DatasetFacts, more?: unknown): string {
      const spec: SplitSpec = { protocol, seed, ...(subset && { subset }), ...(draws && { draws }) };
      return JSON.stringify([facts.hash, identitiesOf(facts).listing, spec, more]);
    },
    get: (key: string) => values.get(key),
    set(key: string, value: Value): Value {
      const [oldest] = values.keys();
      if (values.size >= MOST_KEPT) values.delete(oldest);
      values.set(key, value);
      return value;
    },
  };
}

const keptFacts = keptBySplits<SplitFacts>();
const keptCounts = keptBySplits<NearTraining>();

/** See `splitFacts`. */
export function keptSplitFacts(
  spec: SplitSpec,
  facts: DatasetFacts,
  duplicates: readonly (readonly number[])[],
): SplitFacts {
  const key = keptFacts.key(spec, facts, duplicates);
  return keptFacts.get(key) ?? keptFacts.set(key, splitFacts(spec, facts, duplicates));
}

/** Splits with nearly identical training images: steps whose last value they are. */
export function* nearTraining(
  { readPixels }: Pick<DatasetRepository, 'readPixels'>,
  id: number,
  spec: SplitSpec,
  facts: DatasetFacts,
): Steps<NearTraining> {
  const key = keptCounts.key(spec, facts);
  const kept = keptCounts.get(key);
  if (kept) return kept;
  const pixels = facts.rows * facts.cols;
  const counts = yield* countNearTraining(spec, facts, pixels, (positions) => {
    const values = new Float64Array(positions.length * pixels);
    readPixels(id, values, positions);
    return values;
  });
  return keptCounts.set(key, counts);
}

/** The same at once, for threads that may take a moment. */
export function nearTrainingNow(...query: Parameters<typeof nearTraining>): NearTraining {
  return runSteps(nearTraining(...query));
}
