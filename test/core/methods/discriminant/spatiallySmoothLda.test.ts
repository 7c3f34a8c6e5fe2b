import { describe, expect, it } from 'vitest';
import { centreImages, meanImage, selectImages } from '../../../../src/core/images/imageSet.ts';
import {
  add,
  cholesky,
  columns,
  gramOfColumns,
  identity,
  kronecker,
  matrix,
  matrixStack,
  multiply,
  principalAngles,
  scale,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { regularisedLda } from '../../../../src/core/methods/discriminant/regularisedLda.ts';
import { spatiallySmoothLda } from '../../../../src/core/methods/discriminant/spatiallySmoothLda.ts';
import { fkLda } from '../../../../src/core/methods/discriminant/fkLda.ts';
import type { Fit } from '../../../../src/core/methods/method.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';
import { labelledImages, largestDifference, scatters, type LabelledImages } from '../support/labelled.ts';
import { expectSweepOfSeparateFits } from '../support/sameAsSeparate.ts';

const many = labelledImages('many', 5, 24, 4, 6);
const few = labelledImages('few', 6, 6, 8, 7);

/** Second differences of n values that end with (−1, 1), as published. */
function secondDifferences(n: number): Matrix {
  const d = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (const j of [i - 1, i + 1]) {
      if (j < 0 || j >= n) continue;
      d.data[i * n + j] = 1;
      d.data[i * (n + 1)] -= 1;
    }
  }
  return d;
}

/** ΔᵀΔ of rows × cols images, pixels row by row. */
function roughness(rows: number, cols: number): Matrix {
  const laplacian = add(
    kronecker(secondDifferences(rows), identity(cols)),
    kronecker(identity(rows), secondDifferences(cols)),
  );
  return gramOfColumns(laplacian);
}

function energyOf({ images }: LabelledImages): number {
  return centreImages(images, meanImage(images)).data.reduce((sum, value) => sum + value * value, 0) / images.count;
}

/** Columns of length 1. */
function unit(a: Matrix): Matrix {
  const lengths = Array.from({ length: a.cols }, (_, j) => Math.hypot(...columns(a, j, j + 1).data));
  return matrix(
    a.rows,
    a.cols,
    a.data.map((value, at) => value / lengths[at % a.cols]),
  );
}

function angle(a: Matrix, b: Matrix): number {
  return principalAngles(a, b).at(-1)!;
}

describe('S-LDA', () => {
  it.each([
    ['more pixels than images', few, 0.3],
    ['more images than pixels', many, 2],
  ])('solves the dense problem with the published Laplacian: %s', (_, data, penalty) => {
    const { rows, cols, count } = data.images;
    const fit = fitOf(spatiallySmoothLda, data.images, [4], { penalty, unit: 'absolute' }, data.labels);
    const w = parameterMatrix(fit, 'W');
    const { total, within } = scatters(data);
    const between = scale(add(total, within, -1), count);
    const whole = add(scale(total, count), roughness(rows, cols), penalty);
    const ratios = fit.parameters.ratios.data;
    const left = multiply(between, w);
    const right = multiply(whole, w);
    right.data.forEach((value, at) => (right.data[at] = value * ratios[at % 4]));
    expect(largestDifference(left, right)).toBeLessThan(1e-9 * Math.max(...left.data.map(Math.abs)));
    expect([...ratios]).toEqual([...ratios].sort((a, b) => b - a));
    expect(largestDifference(w, unit(w))).toBeLessThan(1e-14);
    // The leading ones: their ratios sum to what the dense problem has.
    const inverseTimesBetween = cholesky(whole).solve(between);
    const trace = Array.from(
      { length: rows * cols },
      (__, i) => inverseTimesBetween.data[i * (rows * cols + 1)],
    ).reduce((sum, value) => sum + value, 0);
    const all = new Set(data.labels).size - 1;
    const complete = fitOf(spatiallySmoothLda, data.images, [all], { penalty, unit: 'absolute' }, data.labels);
    expect(complete.parameters.ratios.data.reduce((sum, value) => sum + value, 0)).toBeCloseTo(trace, 9);
  });

  it('is LDA at full rank without a penalty', () => {
    const own = parameterMatrix(fitOf(spatiallySmoothLda, many.images, [4], { penalty: 0 }, many.labels), 'W');
    const plain = parameterMatrix(fitOf(fkLda, many.images, [4], {}, many.labels), 'W');
    for (let j = 0; j < 4; j++) expect(angle(columns(own, j, j + 1), columns(plain, j, j + 1))).toBeLessThan(1e-6);
    expect(() => fitOf(spatiallySmoothLda, few.images, [4], { penalty: 0 }, few.labels)).toThrow(
      'S-LDA without a penalty needs more training images than pixels, found 36 and 56.',
    );
  });

  it('has its penalty in units of the mean squared distance from the mean image, and states it', () => {
    const energy = energyOf(few);
    const own = fitOf(spatiallySmoothLda, few.images, [4], { penalty: 0.5 }, few.labels);
    const absolute = fitOf(
      spatiallySmoothLda,
      few.images,
      [4],
      { penalty: 0.5 * energy, unit: 'absolute' },
      few.labels,
    );
    expect(largestDifference(parameterMatrix(own, 'W'), parameterMatrix(absolute, 'W'))).toBeLessThan(1e-9);
    expect(own.amounts).toEqual([
      {
        setting: 'penalty',
        name: 'penalty α',
        value: expect.closeTo(0.5 * energy, 9),
        unit: 'squared grey values',
        remark: '0.5 × mean squared distance from the mean image',
      },
    ]);
    const brighter = matrixStack(
      36,
      8,
      7,
      few.images.data.map((value) => 1000 * value),
    );
    const scaled = fitOf(spatiallySmoothLda, brighter, [4], { penalty: 0.5 }, few.labels);
    expect(largestDifference(parameterMatrix(own, 'W'), parameterMatrix(scaled, 'W'))).toBeLessThan(1e-9);
  });

  it('has smoother axes the larger the penalty', () => {
    const rough = roughness(8, 7);
    const energies = [1e-4, 1e-2, 1, 100].map((penalty) => {
      const w = parameterMatrix(fitOf(spatiallySmoothLda, few.images, [1], { penalty }, few.labels), 'W');
      return multiply(w, multiply(rough, w), { transposeA: true }).data[0];
    });
    expect(energies).toEqual([...energies].sort((a, b) => b - a));
    expect(energies[3]).toBeLessThan(0.05 * energies[0]);
  });

  it('finds a planted smooth axis in noise of which shrinkage keeps more', () => {
    const data = plantedSmooth();
    const axis = (fit: Fit) => angle(unit(parameterMatrix(fit, 'W')), data.axis);
    const smooth = axis(fitOf(spatiallySmoothLda, data.images, [1], { penalty: 10 }, data.labels));
    const shrunk = axis(fitOf(regularisedLda, data.images, [1], {}, data.labels));
    expect(smooth).toBeLessThan(0.5 * shrunk);
    expect(smooth).toBeLessThan(0.3);
  });

  it('takes images of one mean grey value, on which no axis is told by its own', () => {
    const { rows, cols, count } = few.images;
    const level = matrixStack(count, rows, cols, few.images.data.slice());
    for (let n = 0; n < count; n++) {
      const own = level.data.subarray(n * 56, (n + 1) * 56);
      const mean = own.reduce((sum, value) => sum + value / 56, 0);
      own.forEach((value, i) => (own[i] = value - mean));
    }
    const w = parameterMatrix(fitOf(spatiallySmoothLda, level, [3], {}, few.labels), 'W');
    expect(w.data.every(Number.isFinite)).toBe(true);
    for (let j = 0; j < 3; j++) {
      expect(columns(w, j, j + 1).data.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
    }
  });

  it.each([
    ['more images than pixels', many],
    ['more pixels than images', few],
  ])('sweeps to the predictions of separate fits: %s', (_, data) => {
    expectSweepOfSeparateFits(spatiallySmoothLda, data, [[1], [2], [3], [4]]);
  });

  it('needs to know the subjects, and images that differ', () => {
    expect(() => fitOf(spatiallySmoothLda, few.images, [2])).toThrow(
      'S-LDA needs the subject of every training image.',
    );
    const same = selectImages(few.images, [0, 0, 0, 0]);
    expect(() => fitOf(spatiallySmoothLda, same, [1], {}, Int32Array.of(0, 0, 1, 1))).toThrow(
      'S-LDA: all training images are equal.',
    );
  });
});

/** Two subjects that differ by half a wave of cosine down the image, in white noise, 8 images of each. */
function plantedSmooth(): LabelledImages & { readonly axis: Matrix } {
  const random = stream('planted smooth');
  const [rows, cols, count] = [12, 10, 16];
  const wave = Float64Array.from({ length: rows * cols }, (_, i) =>
    Math.cos((Math.PI * (Math.floor(i / cols) + 0.5)) / rows),
  );
  const labels = Int32Array.from({ length: count }, (_, n) => n % 2);
  const images = matrixStack(count, rows, cols);
  images.data.forEach((_, at) => {
    const n = Math.floor(at / wave.length);
    images.data[at] = (labels[n] === 0 ? 0.4 : -0.4) * wave[at % wave.length] + random.normal();
  });
  return { images, labels, axis: unit(matrix(rows * cols, 1, wave)) };
}
