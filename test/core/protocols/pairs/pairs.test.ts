import { describe, expect, it } from 'vitest';
import { allComparisons, evaluatedImages, pairedSplit } from '../../../../src/core/protocols/pairs/pairs.ts';

const pair = (reference: number, probe: number, genuine: boolean) => ({ reference, probe, genuine });
const evaluation = [pair(10, 9, true), pair(2, 9, false), pair(10, 4, false)];
const development = [pair(7, 8, false), pair(2, 4, true)];
const lists = { evaluation, development };

describe('a split of comparisons', () => {
  it('lists the images of either side once, ascending, and names pairs by their places there', () => {
    expect(pairedSplit([5, 11, 3, 5], lists, { threshold: 'equal rates' })).toEqual({
      train: Int32Array.of(3, 5, 11),
      test: Int32Array.of(4, 8, 9),
      gallery: Int32Array.of(2, 7, 10),
      pairs: {
        evaluation: {
          probes: Int32Array.of(2, 2, 0),
          references: Int32Array.of(2, 0, 2),
          genuine: Uint8Array.of(1, 0, 0),
        },
        development: { probes: Int32Array.of(1, 0), references: Int32Array.of(1, 0), genuine: Uint8Array.of(0, 1) },
        threshold: 'equal rates',
      },
    });
  });

  it('has every enrolled image in its gallery, whether it is compared or not', () => {
    const { gallery } = pairedSplit([], lists, { threshold: 'equal rates', templates: true }, [12, 7, 1]);
    expect([...gallery!]).toEqual([1, 2, 7, 10, 12]);
  });

  it('is evaluated on both images of its evaluation pairs, but on the probes alone of templates', () => {
    const evaluated = (rule: { templates?: true }) => [
      ...evaluatedImages(pairedSplit([1], lists, { threshold: 'equal rates', ...rule })),
    ];
    expect(evaluated({})).toEqual([2, 4, 9, 10]);
    expect(evaluated({ templates: true })).toEqual([4, 9]);
    expect([...evaluatedImages({ train: Int32Array.of(0, 1), test: Int32Array.of(2, 3) })]).toEqual([2, 3]);
  });
});

describe('comparisons with templates', () => {
  it('are of every probe with the first enrolled image of every subject', () => {
    const labels = [0, 1, 0, 1, 2, 0, 1];
    expect(allComparisons({ enrolled: [6, 5, 1, 2], probes: [4, 0, 3] }, labels)).toEqual([
      pair(1, 4, false),
      pair(2, 4, false),
      pair(1, 0, false),
      pair(2, 0, true),
      pair(1, 3, true),
      pair(2, 3, false),
    ]);
  });
});
