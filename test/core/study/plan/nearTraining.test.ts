import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../../src/core/formats/cooperativeSteps.ts';
import { countNearTraining, nearTrainingSentences } from '../../../../src/core/study/plan/nearTraining.ts';
import type { SplitSpec } from '../../../../src/core/study/plan/splits.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { facts } from '../smallDataset.ts';

const PIXELS = 4;
const random = stream('near training');
const images = Float64Array.from({ length: 30 * PIXELS }, () => random.normal());
// Image 5 is image 0 with a change of a thousandth.
for (let i = 0; i < PIXELS; i++) images[5 * PIXELS + i] = images[i] + (i === 0 ? 0.001 : 0);

function counted(splits: { train: number[]; test: number[] }[], pixels = PIXELS) {
  const spec: SplitSpec = { protocol: { kind: 'explicit', splits }, seed: 1 };
  const read = (positions: readonly number[]) =>
    Float64Array.from(positions.flatMap((n) => [...images.subarray(n * PIXELS, (n + 1) * PIXELS)]));
  return runSteps(countNearTraining(spec, facts, pixels, read));
}

const train = [0, 1, 2, 6, 7];
const test = [11, 12];

describe('splits with nearly identical training images', () => {
  it('are counted', () => {
    const count = counted([
      { train: [...train, 5], test },
      { train, test },
    ]);
    expect(count).toEqual({ affected: 1, checked: 2 });
    expect(nearTrainingSentences(count)).toEqual([
      'In 1 of 2 splits examined, two training images are nearly identical: their distance is below 5% of the median. Methods that ' +
        'whiten all of the variance magnify what is left between them.',
    ]);
  });

  it('are not those whose images differ', () => {
    expect(nearTrainingSentences(counted([{ train, test }]))).toEqual([]);
  });

  it('are looked for as far as the budget reaches', () => {
    expect(counted([{ train: [...train, 5], test }], 1e9)).toEqual({ affected: 0, checked: 0 });
  });
});
