import { describe, expect, it } from 'vitest';
import { compareManifests, type ComparedManifest } from '../../../../src/core/study/plan/reproducibility.ts';

type Cell = ComparedManifest['cells'][number];

const cell = (repeat: number, change: Partial<Cell> = {}): Cell => ({
  label: 'PCA',
  condition: 'k=2',
  repeat,
  status: 'done',
  predictionHash: 'p',
  errors: [3, 1],
  testCount: 9,
  numberHash: 'n',
  reason: null,
  fits: 1,
  iterations: 4,
  notConverged: [],
  warnings: [],
  failures: [],
  ...change,
});
const faces = { hash: 'faces', identities: 'names', images: 20, subjects: 4, rows: 6, cols: 5 };
const manifestDifferences = (before: ComparedManifest, after: ComparedManifest): string[] => {
  const { differences, cellDifferences } = compareManifests(before, after);
  return [...differences, ...cellDifferences.map(({ text }) => text)];
};
const run = (change: Partial<ComparedManifest> = {}): ComparedManifest => ({
  engine: { random: 'xoroshiro', kernel: 'k', appVersion: '1' },
  dataset: faces,
  spec: { seed: 1 },
  splits: [1, 2].map((repeat) => ({ condition: 'k=2', repeat, train: 4, test: 9, hash: `s${repeat}` })),
  cells: [cell(1), cell(2)],
  ...change,
});
const withFirst = (change: Partial<Cell>) => run({ cells: [cell(1, change), cell(2)] });

describe('two runs of a study', () => {
  it('are identical where nothing that matters differs, whatever the order, and all of both is counted', () => {
    const same = compareManifests(run(), run({ cells: [cell(2), cell(1)], splits: [...run().splits].reverse() }));
    const two = { total: 2, compared: 2, same: 2 };
    expect(same).toEqual({ splits: two, cells: two, numbers: two, pending: 0, differences: [], cellDifferences: [] });
    const [first] = run().splits;
    const more = run({ cells: [cell(1), cell(2), cell(3)], splits: [...run().splits, { ...first, repeat: 3 }] });
    expect(manifestDifferences(run(), more)).toEqual([
      'Split k=2, repeat 3 is not in the manifest.',
      'Cell PCA, k=2, repeat 3 is not in the manifest.',
    ]);
  });

  it('compare no cells that were pending, and count them', () => {
    const pending = {
      status: 'pending',
      predictionHash: null,
      errors: null,
      testCount: null,
      numberHash: null,
    } as const;
    const { cells, numbers, pending: count, cellDifferences } = compareManifests(withFirst(pending), run());
    expect([cells, numbers, count, cellDifferences]).toEqual([
      { total: 2, compared: 1, same: 1 },
      { total: 1, compared: 1, same: 1 },
      1,
      [],
    ]);
  });

  it('say by how many points the error rates of a cell differ at most, where shapes and tests are the same', () => {
    const cell = (errors: number[], testCount = 200) => ({ predictionHash: errors.join(), errors, testCount });
    const apart = (before: object, after: object) =>
      compareManifests(withFirst(before), withFirst(after)).cellDifferences.map(({ points }) => points);
    expect(apart(cell([20, 10]), cell([21, 7]))).toEqual([1.5]);
    expect(apart(cell([20, 10]), { ...cell([20, 10]), predictionHash: 'other' })).toEqual([0]);
    expect(apart(cell([20, 10]), cell([20, 10, 9]))).toEqual([undefined]);
    expect(apart(cell([20, 10]), cell([20, 9], 100))).toEqual([undefined]);
  });

  it('differ by dataset, random numbers and seed, each said with both values', () => {
    const other = run({
      engine: { ...run().engine, random: 'other' },
      dataset: { ...faces, hash: 'digits', identities: 'others', images: 21 },
      spec: { seed: 2 },
    });
    expect(manifestDifferences(run(), other)).toEqual([
      'Dataset hash differs: "faces", now "digits".',
      'Number of images differs: 20, now 21.',
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
    const renamed = { ...faces, identities: 'other names' };
    expect(manifestDifferences(run(), run({ dataset: renamed }))).toEqual([]);
    const drawn = { seed: 1, protocol: { kind: 'random' } };
    const names = ['The images have other names, by which splits are drawn.'];
    expect(manifestDifferences(run({ spec: drawn }), run({ dataset: renamed }))).toEqual(names);
    expect(manifestDifferences(run({ spec: { ...drawn, draws: 'pixels' } }), run({ dataset: renamed }))).toEqual([]);
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
  it('differ with the same kernels only, and are counted with others', () => {
    const other = withFirst({ numberHash: 'm' });
    expect(manifestDifferences(run(), other)).toEqual([
      'Cell PCA, k=2, repeat 1 has other numbers (likelihoods, measures or choices).',
    ]);
    const { numbers, cellDifferences } = compareManifests(run(), {
      ...other,
      engine: { ...run().engine, kernel: 'l' },
    });
    expect([numbers, cellDifferences]).toEqual([{ total: 2, compared: 2, same: 1 }, []]);
  });

  it('are followed by the facts of the fits, in words between runs of the same version only', () => {
    const other = withFirst({ iterations: 5, warnings: ['w'] });
    expect(compareManifests(run(), other).cellDifferences).toEqual([
      {
        label: 'PCA',
        condition: 'k=2',
        repeat: 1,
        kind: 'fits',
        text: 'Cell PCA, k=2, repeat 1 has another number of iterations: 4, now 5.',
      },
    ]);
    expect(manifestDifferences(run(), { ...other, engine: { ...run().engine, kernel: 'l' } })).toEqual([]);
    const otherVersion = { ...run().engine, appVersion: '2' };
    expect(manifestDifferences(run(), { ...other, engine: otherVersion })).toHaveLength(1);
    expect(manifestDifferences(run(), withFirst({ warnings: ['w'] }))).toEqual([
      'Cell PCA, k=2, repeat 1 has other warnings: [], now ["w"].',
    ]);
    expect(manifestDifferences(run(), { ...withFirst({ warnings: ['w'] }), engine: otherVersion })).toEqual([]);
    expect(manifestDifferences(run(), withFirst({ testCount: 8 }))).toEqual([
      'Cell PCA, k=2, repeat 1 has another number of tests: 9, now 8.',
    ]);
  });
});
