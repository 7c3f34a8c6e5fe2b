import { describe, expect, it } from 'vitest';
import type { SplitSpec } from '../../../../src/core/study/plan/splits.ts';
import {
  duplicatesAcross,
  duplicateWarnings,
  surplusDuplicates,
} from '../../../../src/core/study/plan/duplicateWarnings.ts';

/** Two subjects with four images each: 0–3 and 4–7. */
const dataset = { hash: 'x', labels: Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1), subjects: ['a', 'b'] };
const first = (trainPerSubject: number[]): SplitSpec => ({ protocol: { kind: 'first', trainPerSubject }, seed: 1 });

describe('duplicates across a split', () => {
  it('are the test images whose group has an image in training or gallery', () => {
    const groups = [
      [0, 5],
      [1, 6, 7],
      [8, 9],
    ];
    expect(duplicatesAcross({ train: [0, 2], test: [5, 6, 8, 9] }, groups)).toEqual([5]);
    expect(duplicatesAcross({ train: [0, 2], gallery: [1], test: [7, 6, 5] }, groups)).toEqual([7, 6, 5]);
    expect(duplicatesAcross({ train: [0, 5], test: [1, 6] }, groups)).toEqual([]);
  });
});

it('leaves one image of each group of duplicates among the images that take part', () => {
  const groups = [
    [0, 3],
    [1, 4, 5],
  ];
  expect(surplusDuplicates({}, dataset, groups)).toEqual([3, 4, 5]);
  expect(surplusDuplicates({ subset: { images: [3, 4, 5] } }, dataset, groups)).toEqual([5]);
  const labels = Int32Array.from(dataset.labels, (label, image) => (image === 0 ? -1 : label));
  expect(surplusDuplicates({}, { ...dataset, labels }, groups), 'an excluded image').toEqual([4, 5]);
});

describe('warnings of duplicates', () => {
  it('are given where a split separates identical images', () => {
    // Two training images a subject: 0, 1, 4, 5.
    expect(
      duplicateWarnings(first([2]), dataset, [
        [1, 2],
        [5, 6, 7],
      ]),
    ).toEqual([
      'In 1 of 1 splits up to 3 test images are also in training under another name. The dataset holds identical or nearly identical images: exclude them, or import it without duplicates.',
    ]);
    expect(duplicateWarnings(first([1, 2]), dataset, [[1, 2]])[0]).toMatch(
      /^In 1 of 2 splits up to 1 test image is also/,
    );
  });

  it('are not given where duplicates stay on one side, nor without duplicates', () => {
    expect(
      duplicateWarnings(first([2]), dataset, [
        [0, 1],
        [6, 7],
      ]),
    ).toEqual([]);
    expect(duplicateWarnings(first([2]), dataset, [])).toEqual([]);
  });
});
