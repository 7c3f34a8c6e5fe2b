import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Classifier } from '../../../src/core/classify/classifiers/registry.ts';
import { lasso, LASSO_TOLERANCE, worstBreach } from '../../../src/core/classify/lasso.ts';
import { representationScores, unitCodes } from '../../../src/core/classify/representation.ts';
import { cholesky, gramOfRows, matrix, matrixStack, multiply } from '../../../src/core/linalg/index.ts';
import type { Matrix, MatrixStack } from '../../../src/core/linalg/matrix.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { classifyCodes, scoreCodes } from '../../support/classify.ts';

type Rows = readonly (readonly number[])[];
interface Sparse {
  readonly coefficients: readonly number[];
  readonly squares: readonly number[];
}
interface Case {
  readonly size: number;
  readonly gallery: Rows;
  readonly probes: Rows;
  readonly lrc: Rows;
  readonly lrcRidge: Rows;
  readonly crc: Rows;
  readonly crcStrong: Rows;
  readonly src: readonly Sparse[];
  readonly srcStrong: readonly Sparse[];
  readonly nfl: Rows;
}
interface Fixture {
  readonly labels: number[];
  readonly subjects: number[];
  readonly cases: readonly Case[];
}

const { labels, subjects, cases }: Fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/classify/representations.json', import.meta.url), 'utf8'),
);
const codes = (rows: Rows): MatrixStack => matrixStack(rows.length, rows[0].length, 1, Float64Array.from(rows.flat()));
const squares = (classifier: Classifier, gallery: Rows, own: ArrayLike<number>, probes: Rows): number[][] => {
  const scores = scoreCodes(classifier, codes(gallery), own, codes(probes));
  return probes.map((_, p) => Array.from(scores.of(p), (value) => -value));
};
const close = (found: Rows, expected: Rows, digits: number): void => {
  expect(found).toHaveLength(expected.length);
  found.forEach((row, p) => row.forEach((value, s) => expect(value).toBeCloseTo(expected[p][s], digits)));
};
const draw = (name: string, count: number, size: number): number[][] => {
  const random = stream(1, name);
  return Array.from({ length: count }, () => Array.from({ length: size }, () => random.normal()));
};

describe.each(cases)('codes of $size numbers', ({ gallery, probes, ...expected }) => {
  it('are regressed on the images of each subject as NumPy and scikit-learn regress them', () => {
    expect(scoreCodes({ kind: 'lrc' }, codes(gallery), labels, codes(probes)).subjects).toEqual(subjects);
    close(squares({ kind: 'lrc' }, gallery, labels, probes), expected.lrc, 10);
    close(squares({ kind: 'lrc', ridge: 0.05 }, gallery, labels, probes), expected.lrcRidge, 10);
  });

  it('are represented by all images as the normal equations have it', () => {
    const relative = (found: Rows, right: Rows): void =>
      close(
        found.map((row, p) => row.map((value, s) => value / right[p][s])),
        right.map((row) => row.map(() => 1)),
        9,
      );
    relative(squares({ kind: 'crc', regularisation: 0.001 }, gallery, labels, probes), expected.crc);
    relative(squares({ kind: 'crc' }, gallery, labels, probes), expected.crc);
    relative(squares({ kind: 'crc', regularisation: 0.3 }, gallery, labels, probes), expected.crcStrong);
  });

  it('are represented sparsely as by the lasso of scikit-learn', () => {
    const { gallery: known, crossed } = unitCodes(codes(gallery), codes(probes));
    for (const [right, sparsity] of [
      [expected.src, 0.01],
      [expected.srcStrong, 0.2],
    ] as const) {
      const found = right.map((_, p) => lasso(gramOfRows(known), columnOf(crossed, p), sparsity)!);
      close(
        found.map((each) => Array.from(each)),
        right.map(({ coefficients }) => coefficients),
        7,
      );
      close(
        squares({ kind: 'src', sparsity }, gallery, labels, probes),
        right.map((each) => each.squares),
        7,
      );
    }
  });

  it('are as far from the nearest feature line as vectors have it', () => {
    close(squares({ kind: 'nfl' }, gallery, labels, probes), expected.nfl, 10);
  });
});

describe('linear regression', () => {
  it('scores as the nearest subspace of all dimensions does, bit for bit', () => {
    const [gallery, probes] = [draw('gallery', 11, 9), draw('probes', 6, 9)];
    expect(squares({ kind: 'lrc' }, gallery, labels, probes)).toEqual(
      squares({ kind: 'nearest-subspace' }, gallery, labels, probes),
    );
  });

  it('ties all subjects that span the codes, and tells them apart with a ridge', () => {
    const [gallery, probe] = [draw('few numbers', 6, 2), [[3, 4]]];
    expect(squares({ kind: 'lrc' }, gallery, [1, 1, 1, 2, 2, 2], probe)).toEqual([[0, 0]]);
    const [[first, second]] = squares({ kind: 'lrc', ridge: 0.1 }, gallery, [1, 1, 1, 2, 2, 2], probe);
    expect(first).toBeGreaterThan(0);
    expect(first).not.toBeCloseTo(second, 6);
  });

  it('with a ridge does not depend on the scale of the codes', () => {
    const [gallery, probes] = [draw('scaled', 11, 9), draw('scaled probes', 3, 9)];
    const times = (rows: Rows): number[][] => rows.map((row) => row.map((value) => 8 * value));
    close(
      squares({ kind: 'lrc', ridge: 0.3 }, times(gallery), labels, times(probes)).map((row) => row.map((x) => x / 64)),
      squares({ kind: 'lrc', ridge: 0.3 }, gallery, labels, probes),
      10,
    );
  });
});

describe('collaborative representation', () => {
  it('has the same coefficients by the system of the images as by that of the numbers', () => {
    // The system of numbers serves 9 of them, that of the images 11 and more.
    const [gallery, probes] = [draw('both routes', 11, 9), draw('both routes, probes', 4, 9)];
    const unit = unitCodes(codes(gallery), codes(probes));
    const system = gramOfRows(unit.gallery);
    for (let i = 0; i < 11; i++) system.data[12 * i] += 0.02;
    const direct = representationScores(unit, cholesky(system).solve(unit.crossed), labels, true);
    const found = scoreCodes({ kind: 'crc', regularisation: 0.02 }, codes(gallery), labels, codes(probes));
    probes.forEach((_, p) =>
      Array.from(found.of(p)).forEach((value, s) => expect(value / direct.of(p)[s]).toBeCloseTo(1, 10)),
    );
  });
});

describe('sparse representation', () => {
  /** A in rows, y, and Aᵀ(y − Aα). */
  const solved = (a: Matrix, y: Matrix, lambda: number) => {
    const gram = gramOfRows(a);
    const crossed = multiply(a, y, { transposeB: true }).data;
    const alpha = lasso(gram, crossed, lambda)!;
    const fitted = multiply(matrix(1, a.rows, alpha), a);
    const rest = matrix(
      1,
      a.cols,
      y.data.map((value, c) => value - fitted.data[c]),
    );
    return { alpha, correlation: multiply(a, rest, { transposeB: true }).data };
  };

  it.each([
    ['more images than numbers', 60, 7],
    ['as many', 20, 20],
    ['fewer images', 12, 50],
    ['one number', 30, 1],
  ])('meets the conditions of optimality: %s', (_, count, size) => {
    const { gallery, probes } = unitCodes(codes(draw('a', count, size)), codes(draw('y', 10, size)));
    for (const lambda of [1e-4, 0.01, 0.3]) {
      for (let p = 0; p < 10; p++) {
        const y = matrix(1, size, probes.data.slice(p * size, (p + 1) * size));
        const { alpha, correlation } = solved(gallery, y, lambda);
        expect(worstBreach(correlation, alpha, lambda).breach).toBeLessThanOrEqual(2 * LASSO_TOLERANCE);
        // A solution at a corner has no more entries than numbers.
        expect(alpha.filter((value) => value !== 0).length).toBeLessThanOrEqual(size);
      }
    }
  });

  it('settles where images are equal, opposite, nearly equal or blank', () => {
    const [x, y] = draw('equal', 2, 6);
    const near = x.map((value, i) => value + (i === 0 ? 1e-7 : 0));
    const rows = [x, x, x.map((value) => -value), near, y, [0, 0, 0, 0, 0, 0]];
    const { gallery, probes } = unitCodes(codes(rows), codes([x.map((value, i) => value + 0.4 * y[i])]));
    const { alpha, correlation } = solved(gallery, matrix(1, 6, probes.data), 0.01);
    expect(worstBreach(correlation, alpha, 0.01).breach).toBeLessThanOrEqual(2 * LASSO_TOLERANCE);
    expect(alpha[5]).toBe(0);
    expect([...classifyCodes({ kind: 'src' }, codes(rows), [1, 1, 1, 1, 2, 3], codes([x, y]))]).toEqual([0, 4]);
  });

  it('has no images at all from the largest inner product on, where subjects are tied', () => {
    const [gallery, probes] = [draw('none', 5, 4), draw('none, probes', 1, 4)];
    const { gallery: known, crossed } = unitCodes(codes(gallery), codes(probes));
    const largest = Math.max(...crossed.data.map(Math.abs));
    expect([...lasso(gramOfRows(known), crossed.data, largest)!]).toEqual([0, 0, 0, 0, 0]);
    const found = lasso(gramOfRows(known), crossed.data, 0.999 * largest)!;
    expect(found.filter((value) => value !== 0)).toHaveLength(1);
    const [row] = squares({ kind: 'src', sparsity: 1 }, gallery, [1, 1, 2, 2, 3], probes);
    expect(new Set(row).size).toBe(1);
  });

  it('breaks its conditions by what an inner product is beyond λ, or off λ with the sign of its entry', () => {
    const breach = (correlation: number[], alpha: number[]) =>
      worstBreach(Float64Array.from(correlation), Float64Array.from(alpha), 0.5);
    expect(breach([0.5, -0.5, 0.25], [0, 0, 0])).toEqual({ at: 0, breach: 0 });
    expect(breach([0.5, -0.75, 0.25], [0, 0, 0])).toEqual({ at: 1, breach: 0.25 });
    expect(breach([0.5, -0.5, 0.25], [2, -3, 0])).toEqual({ at: 0, breach: 0 });
    expect(breach([0.5, -0.5, 0.25], [2, 3, 1])).toEqual({ at: 1, breach: 1 });
    // Of equals the first.
    expect(breach([0, 0.75, -0.75], [0, 0, 0])).toEqual({ at: 1, breach: 0.25 });
  });

  it('is given up where inner products are none, so that no combination is the best', () => {
    // The combination (1, −1) has the product −2 with itself: the objective has no minimum.
    const gram = matrix(2, 2, Float64Array.of(1, 2, 2, 1));
    expect(lasso(gram, Float64Array.of(1, 0.9), 0.01)).toBeNull();
  });

  it('of orthogonal images has what each inner product is beyond λ', () => {
    const gram = matrix(3, 3, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1));
    expect([...lasso(gram, Float64Array.of(0.75, -0.5, 0.125), 0.25)!]).toEqual([0.5, -0.25, 0]);
  });

  it('finds a planted combination of few images', () => {
    const gallery = draw('planted', 40, 30);
    const own = Array.from(gallery, (_, n) => Math.floor(n / 4));
    const probe = gallery[0].map((_, c) => 0.7 * gallery[12][c] + 0.5 * gallery[14][c]);
    const { gallery: known, crossed } = unitCodes(codes(gallery), codes([probe]));
    const alpha = lasso(gramOfRows(known), crossed.data, 0.001)!;
    expect(Array.from(alpha.keys()).filter((n) => Math.abs(alpha[n]) > 0.01)).toEqual([12, 14]);
    expect([...classifyCodes({ kind: 'src' }, codes(gallery), own, codes([probe]))]).toEqual([12]);
  });
});

describe('the nearest feature line', () => {
  it('is the nearest neighbour where every subject has one image', () => {
    const [gallery, probes] = [draw('ones', 7, 4), draw('ones, probes', 9, 4)];
    const own = [3, 1, 4, 15, 9, 2, 6];
    expect(classifyCodes({ kind: 'nfl' }, codes(gallery), own, codes(probes))).toEqual(
      classifyCodes({ kind: '1nn' }, codes(gallery), own, codes(probes)),
    );
  });

  it('is never farther than the nearest image of the subject', () => {
    const [gallery, probes] = [draw('lines', 11, 5), draw('lines, probes', 20, 5)];
    const lines = squares({ kind: 'nfl' }, gallery, labels, probes);
    probes.forEach((probe, p) =>
      subjects.forEach((subject, s) => {
        const points = gallery.filter((_, n) => labels[n] === subject);
        const nearest = Math.min(...points.map((x) => x.reduce((sum, value, c) => sum + (value - probe[c]) ** 2, 0)));
        expect(lines[p][s]).toBeLessThanOrEqual(nearest * (1 + 1e-12));
      }),
    );
  });

  it('goes on beyond its points, and takes equal images as a point', () => {
    const gallery = [
      [0, 0],
      [1, 0],
      [9, 1],
      [9, 1],
    ];
    expect(squares({ kind: 'nfl' }, gallery, [1, 1, 2, 2], [[9, 0.5]])).toEqual([[0.25, 0.25]]);
    expect(squares({ kind: 'nfl' }, gallery, [1, 1, 2, 2], [[8, 2]])).toEqual([[4, 2]]);
  });
});

describe('classifiers of representations', () => {
  it.each(['lrc', 'crc', 'src', 'nfl'] as const)('%s knows its own images, one per subject or more', (kind) => {
    const gallery = draw('own', 12, 20);
    for (const own of [Array.from(gallery.keys()), Array.from(gallery, (_, n) => n % 5)]) {
      const found = classifyCodes({ kind }, codes(gallery), own, codes(gallery));
      expect(Array.from(found, (position) => own[position])).toEqual(own);
    }
  });

  it.each(['lrc', 'crc', 'src', 'nfl'] as const)('%s has finite scores for codes of zeros', (kind) => {
    const gallery = [[0, 0, 0], ...draw('zeros', 4, 3)];
    const [blank, other] = squares(
      { kind },
      gallery,
      [1, 1, 2, 2, 3],
      [
        [0, 0, 0],
        [1, 2, 3],
      ],
    );
    expect([...blank, ...other].every(Number.isFinite)).toBe(true);
  });

  it('take codes that are matrices as their numbers', () => {
    const [gallery, probes] = [draw('matrices', 6, 12), draw('matrices, probes', 2, 12)];
    const shaped = (rows: Rows): MatrixStack => matrixStack(rows.length, 3, 4, Float64Array.from(rows.flat()));
    for (const kind of ['lrc', 'crc', 'src', 'nfl'] as const) {
      const own = [1, 1, 2, 2, 3, 3];
      const [one, other] = [
        scoreCodes({ kind }, shaped(gallery), own, shaped(probes)),
        scoreCodes({ kind }, codes(gallery), own, codes(probes)),
      ];
      expect(one.of(1)).toEqual(other.of(1));
    }
  });
});

function columnOf({ rows, cols, data }: Matrix, column: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, r) => data[r * cols + column]);
}
