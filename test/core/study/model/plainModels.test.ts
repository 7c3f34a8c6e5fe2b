/** What is computed from a model, on models of which all is known. */
import { describe, expect, it } from 'vitest';
import { matrixStack, type MatrixStack } from '../../../../src/core/linalg/matrix.ts';
import { FitError } from '../../../../src/core/methods/method.ts';
import { runModelQuery } from '../../../../src/core/study/model/modelQueries.ts';
import { varianceAt } from '../../../../src/core/study/model/basisImages.ts';
import { factsOf } from '../../../../src/core/study/model/openModel.ts';
import { latentAxes } from '../../../../src/core/study/model/reconstructions.ts';
import { learned } from './models.ts';
import { plainModel } from './plainModel.ts';

/** Variances 1, 9, 4 and 9. */
const train = [
  [11, 17, 7, 3],
  [9, 23, 3, 9],
];
const square = plainModel({ rows: 2, cols: 2, train });
const noReconstruction = plainModel({ rows: 2, cols: 2, train, method: { reconstruct: undefined } });

describe('basis images of a known model', () => {
  it('are ordered by the variance along them, of equals the first first', () => {
    expect([0, 1, 2, 3].map((at) => varianceAt(Float64Array.from(train.flat()), 4, at))).toEqual([1, 9, 4, 9]);
    const found = runModelQuery(square, 'basis', { from: 0, count: 4, order: 'variance' });
    expect(found.entries).toEqual([
      [1, 2],
      [2, 2],
      [2, 1],
      [1, 1],
    ]);
    [9, 9, 4, 1].forEach((variance, n) => expect(found.shares[n]).toBeCloseTo(variance / 23, 12));
    expect([...found.images.data.subarray(0, 8)]).toEqual([0, 1, 0, 0, 0, 0, 0, 1]);
    const byNumber = runModelQuery(square, 'basis', { from: 1, count: 2, order: 'number' });
    expect([byNumber.total, byNumber.entries]).toEqual([
      4,
      [
        [1, 2],
        [2, 1],
      ],
    ]);
  });

  it('have a share each, however many there are, and none where pixels are missing', () => {
    const wide = [1, 2].map((factor) => Array.from({ length: 70 }, (_, at) => factor * (70 - at)));
    const query = { from: 0, count: 100, order: 'variance' } as const;
    const found = runModelQuery(plainModel({ rows: 70, cols: 1, train: wide, kind: 'vector' }), 'basis', query);
    expect(found.entries).toEqual(Array.from({ length: 70 }, (_, at) => [at + 1]));
    expect(found.shares.reduce((sum: number, share) => sum + share!, 0)).toBeCloseTo(1, 12);
    const holed = plainModel({
      rows: 2,
      cols: 1,
      train: [
        [1, NaN],
        [2, NaN],
      ],
      kind: 'vector',
    });
    expect(runModelQuery(holed, 'basis', query).shares).toEqual([null, null]);
  });

  it('and reconstructions are refused without reconstructions', () => {
    expect(() => runModelQuery(noReconstruction, 'basis', { from: 0, count: 1, order: 'number' })).toThrow(FitError);
    expect(() => runModelQuery(noReconstruction, 'rebuilt', { tests: null, block: null })).toThrow(
      'Plain has no reconstructions.',
    );
  });
});

describe('reconstructions of a known model', () => {
  it('are of the leading block, and no test image is beyond the last', () => {
    const found = runModelQuery(square, 'rebuilt', { tests: [1, 0], block: { rows: 1, cols: 1 } });
    expect([...found.images.data]).toEqual([9, 0, 0, 0, 11, 0, 0, 0]);
    const lost = (numbers: number[]) => Math.sqrt(numbers.reduce((sum, value) => sum + value ** 2, 0) / 4);
    expect(found.rmse.map((value) => value!.toFixed(9))).toEqual(
      [lost([23, 3, 9]), lost([17, 7, 3])].map((value) => value.toFixed(9)),
    );
    const upper = runModelQuery(square, 'rebuilt', { tests: [0], block: { rows: 1, cols: 9 } });
    expect([...upper.images.data]).toEqual([11, 17, 0, 0]);
    expect(() => runModelQuery(square, 'rebuilt', { tests: [2], block: null })).toThrow(
      'There is no test image 3; there are 2.',
    );
  });

  it('are measured at so many sizes, evenly spread, with both ends', () => {
    const side = (n: number, kind: 'vector' | 'matrix') => {
      const cols = kind === 'matrix' ? n : 1;
      const images = [Array.from({ length: n * cols }, (_, at) => at)];
      return runModelQuery(plainModel({ rows: n, cols, train: images, kind, shape: [n, cols] }), 'errors', null);
    };
    const sizes = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13];
    expect(side(13, 'matrix')).toMatchObject({ rows: sizes, cols: sizes, images: 1 });
    expect(side(13, 'matrix').rmse.at(-1)).toBe(0);
    expect(side(12, 'matrix').rows).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    const { rows, cols } = side(49, 'vector');
    expect([rows.length, rows[0], rows[1], rows.at(-1), cols]).toEqual([48, 1, 2, 49, [1]]);
    expect(side(48, 'vector').rows).toEqual(Array.from({ length: 48 }, (_, at) => at + 1));
  });

  it.each([
    ['matrix', [3, 2], [3, 2], { rows: 'q_c', cols: 'q_r' }],
    ['matrix', [6, 2], [3, 2], { rows: null, cols: null }],
    ['matrix', [3, 4], [3, 2], { rows: null, cols: null }],
    ['vector', [4, 1], [4], { rows: 'q_c', cols: null }],
    ['vector', [3, 5], [3], { rows: 'q_c', cols: null }],
    ['vector', [6, 3], [3], { rows: null, cols: 'q_c' }],
    // Of a square code the side that images have in full is not the latent one.
    ['vector', [5, 5], [5], { rows: null, cols: 'q_c' }],
    ['vector', [3, 4], [3], { rows: null, cols: null }],
    ['vector', [6, 5], [3], { rows: null, cols: null }],
  ] as const)('of a %s whose codes are %j at shape %j', (kind, [rows, cols], shape, expected) => {
    const model = plainModel({ rows, cols, train: [new Array<number>(rows * cols).fill(0)], kind, shape });
    expect(latentAxes({ ...model, fit: { ...model.fit, imageShape: { rows: 6, cols: 5 } } })).toEqual(expected);
  });
});

describe('the map of a known model', () => {
  it('is over the two widest entries of matrices, the first of equals, and the only one twice', () => {
    expect(runModelQuery(square, 'map', { axes: null })).toEqual({
      ...{ axes: [1, 3], entries: 4 },
      ...{ train: { x: [17, 23], y: [3, 9] }, test: { x: [17, 23], y: [3, 9] } },
    });
    const widths = (train: number[][]) =>
      runModelQuery(plainModel({ rows: 1, cols: train[0].length, train }), 'map', { axes: null }).axes;
    expect(
      widths([
        [0, 0, 5, 9],
        [1, 0, 7, 4],
      ]),
    ).toEqual([2, 3]);
    expect(
      widths([
        [1, 1, 1],
        [0, 0, 0],
      ]),
    ).toEqual([0, 1]);
    // An axis of matrices that is one wide is a vector.
    const single = plainModel({ rows: 1, cols: 1, train: [[1], [2]], kind: 'vector' });
    expect(runModelQuery(single, 'map', { axes: null })).toMatchObject({ axes: [0, 0], entries: 1 });
  });
});

describe('imputation by a known model', () => {
  const zeros = (_: unknown, images: MatrixStack): MatrixStack =>
    matrixStack(
      images.count,
      images.rows,
      images.cols,
      images.data.map((value) => (Number.isNaN(value) ? 0 : value)),
    );
  const model = (test: number[][], takesMissing = true) =>
    plainModel({
      rows: 3,
      cols: 3,
      train: [new Array<number>(9).fill(2)],
      test,
      method: { impute: zeros },
      takesMissing,
    });
  const image = [1, 2, 3, 4, 5, 6, 7, 8, NaN];
  const query = { tests: null, hidden: 'left-half', fraction: 1, seed: 1 } as const;

  it('hides halves without the middle, and judges by what was there before', () => {
    const left = runModelQuery(model([image]), 'imputation', query);
    expect([...left.holed.data]).toEqual([NaN, 2, 3, NaN, 5, 6, NaN, 8, NaN]);
    expect(left.rmse).toEqual([Math.sqrt((1 + 16 + 49) / 3)]);
    expect(left.rmseOfMean).toEqual([Math.sqrt((1 + 4 + 25) / 3)]);
    const lower = runModelQuery(model([image]), 'imputation', { ...query, hidden: 'lower-half' });
    expect([...lower.holed.data.subarray(6)]).toEqual([NaN, NaN, NaN]);
    expect(lower.rmse).toEqual([Math.sqrt((49 + 64) / 2)]);
    const lost = [...image.slice(0, 6), NaN, NaN, NaN];
    expect(runModelQuery(model([lost]), 'imputation', { ...query, hidden: 'lower-half' }).rmse).toEqual([null]);
  });

  it('leaves one pixel of those that are scattered', () => {
    const { holed, tests } = runModelQuery(model([image.map((value) => value || 0)]), 'imputation', {
      ...query,
      hidden: 'scattered',
    });
    expect([[...holed.data].filter(Number.isNaN).length, tests]).toEqual([8, [0]]);
  });

  it('is refused where the model does not take missing pixels', () => {
    for (const refused of [model([image], false), plainModel({ rows: 2, cols: 2, train, takesMissing: true })]) {
      expect(() => runModelQuery(refused, 'imputation', query)).toThrow('Plain does not estimate missing pixels here.');
    }
  });
});

describe('spectra and facts', () => {
  it('are of the latent sides alone, and of none where pixels are missing or nothing is latent', () => {
    const sides = (method: string, shape: number[]) =>
      runModelQuery(learned({ method, latent: shape }, shape), 'spectra', null).map(({ of, chosen }) => [of, chosen]);
    expect(sides('2dpca', [2])).toEqual([['rows', 2]]);
    expect(sides('2dpca-left', [3])).toEqual([['columns', 3]]);
    expect(runModelQuery(learned({ method: 'none' }, []), 'spectra', null)).toEqual([]);
    for (const lost of [
      [2, NaN],
      [2, 3],
    ]) {
      const holed = plainModel({ rows: 2, cols: 1, train: [[1, NaN], lost], kind: 'vector' });
      expect(runModelQuery(holed, 'spectra', null)).toEqual([]);
    }
  });

  it('leave out eigenvalues of rounding', () => {
    const rankOne = plainModel({
      rows: 2,
      cols: 2,
      train: [
        [1, 1, 1, 1],
        [3, 3, 3, 3],
      ],
    });
    expect(runModelQuery(rankOne, 'spectra', null).map(({ values, total }) => [values.length, total])).toEqual([
      [1, 4],
      [1, 4],
    ]);
  });

  it('tell the shape of a code, and of mixtures that there are components', () => {
    const glram = factsOf(learned({ method: 'glram', latent: { qc: [2], qr: [3] } }, [2, 3]));
    expect([glram.code, glram.answers.components]).toEqual([{ rows: 2, cols: 3 }, false]);
    const settings = { components: 2, starts: 1 };
    const mixture = learned({ method: 'mphopca', settings, latent: { qc: [1], qr: [1] } }, [1, 1]);
    expect(factsOf(mixture).answers.components).toBe(true);
    let calls = 0;
    for (const _ of [1, 2]) mixture.once('a name', () => calls++);
    expect(calls).toBe(1);
    expect(() => runModelQuery(learned({ method: 'pca' }, [1]), 'samples', { seed: 1, count: 1 })).toThrow(
      'PCA has no density to draw from.',
    );
  });
});
