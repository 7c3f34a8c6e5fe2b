import { describe, expect, it } from 'vitest';
import {
  compareNumbers,
  manifestDifferences,
  type ComparedManifest,
} from '../../../../src/core/study/plan/reproducibility.ts';

type Cell = ComparedManifest['cells'][number];

const cell = (repeat: number, change: Partial<Cell> = {}): Cell => ({
  label: 'PCA',
  condition: 'k=2',
  repeat,
  status: 'done',
  predictionHash: 'p',
  errors: [3, 1],
  numberHash: 'n',
  ...change,
});
const run = (change: Partial<ComparedManifest> = {}): ComparedManifest => ({
  engine: { random: 'xoroshiro' },
  dataset: { hash: 'faces', identities: 'names' },
  spec: { seed: 1 },
  splits: [1, 2].map((repeat) => ({ condition: 'k=2', repeat, hash: `s${repeat}` })),
  cells: [cell(1), cell(2)],
  ...change,
});
const withFirst = (change: Partial<Cell>) => run({ cells: [cell(1, change), cell(2)] });

describe('two runs of a study', () => {
  it('are identical where nothing that matters differs, whatever the order and what else one of them has', () => {
    expect(manifestDifferences(run(), run())).toEqual([]);
    const more = run({ cells: [cell(3), cell(2), cell(1)], splits: [...run().splits].reverse() });
    expect(manifestDifferences(run(), more)).toEqual([]);
  });

  it('differ by dataset, random numbers and seed, each said with both values', () => {
    const other = run({
      engine: { random: 'other' },
      dataset: { hash: 'digits', identities: 'others' },
      spec: { seed: 2 },
    });
    expect(manifestDifferences(run(), other)).toEqual([
      'Dataset hash differs: "faces", now "digits".',
      'Random generator differs: "xoroshiro", now "other".',
      'Seed differs: 1, now 2.',
    ]);
  });

  it('differ by splits and cells that are others, or are missing', () => {
    const [first] = run().splits;
    expect(manifestDifferences(run(), run({ splits: [{ ...first, hash: 'x' }] }))).toEqual([
      'Split k=2, repeat 1 differs.',
      'Split k=2, repeat 2 is missing.',
    ]);
    // Splits are drawn by the names of the images.
    const renamed = { hash: 'faces', identities: 'other names' };
    expect(manifestDifferences(run(), run({ dataset: renamed }))).toEqual([]);
    expect(manifestDifferences(run(), run({ dataset: renamed, splits: run().splits.slice(1) }))).toEqual([
      'The images have other names, by which splits are drawn.',
      'Split k=2, repeat 1 is missing.',
    ]);
    expect(manifestDifferences(run(), run({ cells: [cell(2)] }))).toEqual(['Cell PCA, k=2, repeat 1 is missing.']);
  });

  it('differ in one way by cell, the first of end, labels and errors', () => {
    const said = (change: Partial<Cell>) => manifestDifferences(run(), withFirst(change));
    const failed = { status: 'failed', predictionHash: null, errors: null } as const;
    expect(said(failed)).toEqual(['Cell PCA, k=2, repeat 1 was done, now failed.']);
    expect(said({ predictionHash: 'q', errors: [4, 4] })).toEqual(['Cell PCA, k=2, repeat 1 predicts other labels.']);
    expect(said({ errors: [3, null] })).toEqual([
      'Cell PCA, k=2, repeat 1 has other errors: from latent shape 2 on 1, now –.',
    ]);
  });

  it('differ by errors of which eight are shown, from the first that differs', () => {
    const [eight, nine] = [8, 9].map((n) => Array.from({ length: n }, (_, i) => i));
    expect(manifestDifferences(withFirst({ errors: eight }), withFirst({ errors: [9, ...nine.slice(1)] }))).toEqual([
      'Cell PCA, k=2, repeat 1 has other errors: 0, 1, 2, 3, 4, 5, 6, 7, now 9, 1, 2, 3, 4, 5, 6, 7, ….',
    ]);
  });
});

describe('numbers that follow from no label', () => {
  it('are compared bit for bit where both runs have them', () => {
    const before = run({ cells: [cell(1), cell(2), cell(3, { numberHash: null }), cell(4), cell(5)] });
    const after = run({ cells: [cell(4, { numberHash: null }), cell(3), cell(2, { numberHash: 'm' }), cell(1)] });
    expect(compareNumbers(before, after)).toEqual({ compared: 2, different: ['PCA, k=2, repeat 2'] });
    expect(compareNumbers(after, before)).toEqual({ compared: 2, different: ['PCA, k=2, repeat 2'] });
  });
});
