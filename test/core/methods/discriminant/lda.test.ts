import { describe, expect, it } from 'vitest';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import {
  add,
  cholesky,
  diagonal,
  generalisedEigen,
  identity,
  matrix,
  matrixStack,
  multiply,
  principalAngles,
  scale,
  trace,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { fkLda } from '../../../../src/core/methods/discriminant/fkLda.ts';
import { lda } from '../../../../src/core/methods/discriminant/lda.ts';
import { FitError, type Method } from '../../../../src/core/methods/method.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';
import { labelledImages, largestDifference, scatters, sweepInput } from '../support/labelled.ts';
import { evaluateShapes } from '../../../support/classify.ts';

const many = labelledImages('many', 5, 12, 4, 3);
const few = labelledImages('few', 6, 4, 8, 7);

function along(w: Matrix, s: Matrix): Matrix {
  return multiply(w, multiply(s, w), { transposeA: true });
}

describe.each<{ title: string; method: Method; total: Record<string, string> }>([
  { title: 'LDA', method: lda, total: { scaling: 'total' } },
  { title: 'FK-LDA', method: fkLda, total: {} },
])('$title', ({ method, total }) => {
  it('has axes of unit total variance that diagonalise the within-class scatter', () => {
    const { total: all, within } = scatters(many);
    const fit = fitOf(method, many.images, [4], total, many.labels);
    const w = parameterMatrix(fit, 'W');
    expect(largestDifference(along(w, all), identity(4))).toBeLessThan(1e-11);
    const expected = diagonal(fit.parameters.between.data.map((value) => 1 - value));
    expect(largestDifference(along(w, within), expected)).toBeLessThan(1e-11);
  });

  it('solves the dense generalised eigenproblem S_b w = λ S w', () => {
    const { total, within } = scatters(many);
    const dense = generalisedEigen(add(total, within, -1), total);
    const fit = fitOf(method, many.images, [4], {}, many.labels);
    const found = parameterMatrix(fit, 'W');
    for (let j = 0; j < 4; j++) {
      expect(fit.parameters.between.data[j]).toBeCloseTo(dense.values[j], 11);
      const column = (a: Matrix) =>
        matrix(
          12,
          1,
          Float64Array.from({ length: 12 }, (_, i) => a.data[i * a.cols + j]),
        );
      expect(principalAngles(column(found), column(dense.vectors))[0]).toBeLessThan(1e-9);
    }
  });

  it('points along S_w⁻¹ (m_1 − m_2) for two classes', () => {
    const two = labelledImages('two', 2, 20, 3, 2);
    const { within } = scatters(two);
    const difference = matrix(6, 1);
    two.images.data.forEach((value, at) => {
      difference.data[at % 6] += two.labels[Math.floor(at / 6)] === 0 ? value : -value;
    });
    const w = parameterMatrix(fitOf(method, two.images, [1], {}, two.labels), 'W');
    expect(principalAngles(w, cholesky(within).solve(difference))[0]).toBeLessThan(1e-10);
  });

  it.each([
    ['more images than pixels', many],
    ['more pixels than images', few],
  ])('sweeps to the predictions of separate fits: %s', (_title, data) => {
    const shapes = [[1], [2], [3], [4]];
    const input = sweepInput(method, data, shapes);
    const swept = evaluateShapes(method, input);
    const labels = Int32Array.from(input.train, (n) => data.labels[n]);
    const [gallery, probes] = [selectImages(data.images, input.train), selectImages(data.images, input.test)];
    expect(swept.fits).toBe(1);
    shapes.forEach((shape, s) => {
      const fit = fitOf(method, gallery, shape, {}, labels);
      const single = nearestNeighbours(method.encode(fit, gallery), method.encode(fit, probes));
      // In the null space of S_w the images of a subject coincide: which of them is nearest is rounding.
      const subjects = (nearest: Uint32Array) => Array.from(nearest, (position) => labels[position]);
      expect(subjects(swept.nearest.subarray(s * probes.count, (s + 1) * probes.count))).toEqual(subjects(single));
    });
  });

  it('has at most one axis fewer than there are subjects', () => {
    expect(method.largestLatent(8, 7, 24, 6)).toEqual([5]);
    expect(() => fitOf(method, few.images, [6], {}, few.labels)).toThrow(FitError);
    const { failures } = evaluateShapes(method, sweepInput(method, few, [[5], [6]]));
    expect(failures).toEqual([
      {
        shape: [6],
        reason: `${method.title}: the training images give 5 axes, found q = 6. Reduce the latent dimension.`,
      },
    ]);
  });

  it('refuses images without subjects', () => {
    expect(() => fitOf(method, many.images, [2])).toThrow('needs the subject of every training image');
  });
});

describe('FK-LDA with more pixels than images', () => {
  it('maps all training images of a subject to one point', () => {
    const fit = fitOf(fkLda, few.images, [5], {}, few.labels);
    const codes = fkLda.encode(fit, few.images);
    for (let n = 6; n < codes.count; n++) {
      for (let i = 0; i < 5; i++) expect(codes.data[n * 5 + i]).toBeCloseTo(codes.data[(n % 6) * 5 + i], 9);
    }
    expect(Math.min(...fit.parameters.between.data)).toBeGreaterThan(1 - 1e-11);
  });

  it('orders its equally good axes by length, shortest first', () => {
    const w = parameterMatrix(fitOf(fkLda, few.images, [5], {}, few.labels), 'W');
    const gram = multiply(w, w, { transposeA: true });
    const lengths = Array.from({ length: 5 }, (_, i) => gram.data[i * 6]);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(largestDifference(gram, diagonal(lengths)) / lengths[4]).toBeLessThan(1e-9);
  });
});

describe('LDA with more pixels than images', () => {
  it('lies in the T − K leading principal components', () => {
    const w = parameterMatrix(fitOf(lda, few.images, [5], {}, few.labels), 'W');
    const { total } = scatters(few);
    const { vectors } = generalisedEigen(total, identity(56));
    const minor = matrix(56, 56 - 18);
    for (let i = 0; i < 56; i++) for (let j = 18; j < 56; j++) minor.data[i * 38 + j - 18] = vectors.data[i * 56 + j];
    const outside = multiply(minor, w, { transposeA: true });
    expect(Math.max(...outside.data.map(Math.abs)) / Math.max(...w.data.map(Math.abs))).toBeLessThan(1e-10);
  });

  it('shrinks as the dense problem does', () => {
    const { total, within } = scatters(few);
    const target = scale(identity(56), (0.3 * trace(within)) / 56);
    const dense = generalisedEigen(add(total, within, -1), add(scale(within, 0.7), target));
    const settings = { regularisation: 'shrinkage', shrinkage: 0.3, scaling: 'within' };
    const fit = fitOf(lda, few.images, [5], settings, few.labels);
    fit.parameters.ratios.data.forEach((ratio, i) => expect(ratio / dense.values[i]).toBeCloseTo(1, 10));
    const w = parameterMatrix(fit, 'W');
    expect(largestDifference(along(w, add(scale(within, 0.7), target)), identity(5))).toBeLessThan(1e-10);
  });

  it('scales to unit within-class variance when asked, and warns that rounding may then decide', () => {
    const { within } = scatters(few);
    const fit = fitOf(lda, few.images, [3], { scaling: 'within' }, few.labels);
    expect(largestDifference(along(parameterMatrix(fit, 'W'), within), identity(3))).toBeLessThan(1e-10);
    expect(fit.warnings).toEqual([expect.stringContaining('next to none')]);
    const images = selectImages(few.images, [0, 1, 4, 5]);
    expect(() => fitOf(lda, images, [1], { components: 3, scaling: 'within' }, Int32Array.of(0, 0, 1, 1))).toThrow(
      'no within-subject variance',
    );
  });

  it('needs two images of some subject', () => {
    const one = { images: selectImages(few.images, [0, 1, 2, 3]), labels: Int32Array.of(0, 1, 2, 3) };
    expect(() => fitOf(lda, one.images, [1], {}, one.labels)).toThrow('two or more training images of some subject');
  });
});

describe('LDA of more images than pixels, at a thousand pixels', () => {
  const random = stream('direct');
  const [subjects, size] = [6, 32 * 32];
  const centres = Float64Array.from({ length: subjects * size }, () => random.normal());
  const images = matrixStack(1100, 32, 32);
  const labels = Int32Array.from({ length: 1100 }, (_, n) => n % subjects);
  images.data.forEach((_, at) => {
    const [n, i] = [Math.floor(at / size), at % size];
    images.data[at] = 100 + 0.3 * centres[labels[n] * size + i] + (0.2 + i / size) * random.normal();
  });

  it.each(['unit', 'total', 'within'])('has the axes of all principal components: scaling %s', (scaling) => {
    const direct = fitOf(lda, images, [5], { scaling }, labels);
    const throughComponents = fitOf(lda, images, [5], { scaling, components: size }, labels);
    const [w, reference] = [direct, throughComponents].map((fit) => parameterMatrix(fit, 'W'));
    const signs = Array.from({ length: 5 }, (_, j) => Math.sign(w.data[j] * reference.data[j]));
    const largest = Math.max(...reference.data.map(Math.abs));
    w.data.forEach((value, at) =>
      expect(Math.abs(value * signs[at % 5] - reference.data[at])).toBeLessThan(1e-9 * largest),
    );
    expect(direct.parameters.between.data[4] / throughComponents.parameters.between.data[4]).toBeCloseTo(1, 11);
    expect(direct.amounts).toEqual(throughComponents.amounts);
  });

  it('has their codes in a sweep, and their axes where a pixel never varies', () => {
    const data = { images, labels };
    const input = {
      ...sweepInput(lda, data, [[3]]),
      train: Int32Array.from(labels.keys()),
      test: Int32Array.of(0, 1, 2),
    };
    const swept = lda.sweep!(input)!;
    const fit = fitOf(lda, images, [3], {}, labels);
    expect(swept.gallery.data).toEqual(lda.encode(fit, images).data);

    const constant = { ...images, data: images.data.map((value, at) => (at % size === 7 ? 100 : value)) };
    const axes = parameterMatrix(fitOf(lda, constant, [3], {}, labels), 'W');
    const reference = parameterMatrix(fitOf(lda, constant, [3], { components: size }, labels), 'W');
    expect(axes).toEqual(reference);
  });
});
