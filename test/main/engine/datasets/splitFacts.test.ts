import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../../src/core/formats/cooperativeSteps.ts';
import { splitOf, type SplitSpec } from '../../../../src/core/study/plan/splits.ts';
import { nearTraining } from '../../../../src/main/engine/datasets/splitFacts.ts';
import { facts } from '../../../core/study/smallDataset.ts';

/** The training images that are read for a study, a list per split. */
function readFor(spec: SplitSpec): number[][] {
  const reads: number[][] = [];
  const readPixels = (_id: number, values: Float64Array, positions: readonly number[] = []): void => {
    reads.push([...positions]);
    values.forEach((_, at) => (values[at] = at * at));
  };
  runSteps(nearTraining({ readPixels }, 1, spec, facts));
  return reads;
}

describe('nearly identical training images of a study', () => {
  const spec: SplitSpec = { protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 }, seed: 5 };

  it('are those of its splits, also where these were drawn by the pixels, and are counted once', () => {
    for (const each of [spec, { ...spec, draws: 'pixels' } as const]) {
      expect(readFor(each)).toEqual([1, 2].map((repeat) => [...splitOf(each, facts, 'k=2', repeat).train]));
      expect(readFor(each)).toEqual([]);
    }
    expect(splitOf(spec, facts, 'k=2', 1).train).not.toEqual(
      splitOf({ ...spec, draws: 'pixels' }, facts, 'k=2', 1).train,
    );
  });
});
