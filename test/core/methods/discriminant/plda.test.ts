import { describe, expect, it } from 'vitest';
import { asVectors, centreImages, meanImage } from '../../../../src/core/images/imageSet.ts';
import {
  add,
  diagonal,
  gramOfRows,
  identity,
  matrix,
  multiply,
  principalAngles,
  symmetricEigen,
  columns,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { ioffePlda, likeliest } from '../../../../src/core/methods/discriminant/ioffePlda.ts';
import { plda } from '../../../../src/core/methods/discriminant/plda.ts';
import {
  identityScores,
  pldaExpectation,
  pldaMaximisation,
  projectionOf,
  type PldaModel,
} from '../../../../src/core/methods/discriminant/pldaModel.ts';
import { FitError } from '../../../../src/core/methods/method.ts';
import { residentRows } from '../../../../src/core/methods/vector/residentRows.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { normalMatrix } from '../support/axes.ts';
import { denseLogDensities, fitOf, kronecker, largestFall, parameterMatrix } from '../support/dense.ts';
import { labelledImages, largestDifference, scatters, sweepInput } from '../support/labelled.ts';
import { evaluateShapes } from '../../../support/classify.ts';

const d = 5;
const index = Int32Array.of(0, 0, 0, 1, 1, 2, 2, 2);
const sizes = Float64Array.of(3, 2, 3);
const x = normalMatrix('plda x', 8, d);
const squares = new Float64Array(d);
x.data.forEach((value, at) => (squares[at % d] += value * value));

function modelOf(g: number): PldaModel {
  return { f: normalMatrix('F', d, 2), g: normalMatrix('G', d, g), noise: Float64Array.of(0.5, 0.7, 0.3, 1, 0.4) };
}

/** ln p of n images of one subject, stacked, as one dense Gaussian. */
function jointly({ f, g, noise }: PldaModel, rows: Matrix): number {
  const n = rows.rows;
  const shared = kronecker(matrix(n, n, new Float64Array(n * n).fill(1)), gramOfRows(f));
  const within = g.cols > 0 ? add(gramOfRows(g), diagonal(noise)) : diagonal(noise);
  const covariance = add(shared, kronecker(identity(n), within));
  return denseLogDensities({ count: 1, rows: n * d, cols: 1, data: rows.data }, new Float64Array(n * d), covariance)[0];
}

function rowsOf(subject: number): Matrix {
  const members = Array.from(index.keys()).filter((i) => index[i] === subject);
  return matrix(members.length, d, Float64Array.from(members.flatMap((i) => [...x.data.slice(i * d, (i + 1) * d)])));
}

describe.each([2, 1, 0])('PLDA with %i within-subject factors', (g) => {
  const model = modelOf(g);

  it('has the joint likelihood of the images of each subject', () => {
    const resident = residentRows(x);
    const { logLikelihood } = pldaExpectation(resident, model, squares, index, sizes);
    expect(logLikelihood).toBeCloseTo(
      [0, 1, 2].reduce((sum, c) => sum + jointly(model, rowsOf(c)), 0),
      10,
    );
    resident.release();
  });

  it('raises it in every EM iteration', () => {
    const resident = residentRows(x);
    let state = model;
    let last = -Infinity;
    for (let t = 0; t < 30; t++) {
      const expected = pldaExpectation(resident, state, squares, index, sizes);
      expect(expected.logLikelihood).toBeGreaterThan(last - 1e-10);
      last = expected.logLikelihood;
      state = pldaMaximisation(expected, squares, 2, 8, 1e-9);
    }
    resident.release();
  });

  it('scores a probe by ln p(probe, gallery) − ln p(gallery)', () => {
    const { p, j } = projectionOf(model);
    const probes = normalMatrix('probes', 4, d);
    const b = multiply(x, p);
    const sums = matrix(3, 2);
    b.data.forEach((value, at) => (sums.data[index[Math.floor(at / 2)] * 2 + (at % 2)] += value));
    const scores = identityScores(j, multiply(probes, p), sums, sizes);
    for (let i = 0; i < 4; i++) {
      const probe = probes.data.slice(i * d, (i + 1) * d);
      const dense = [0, 1, 2].map((c) => {
        const gallery = rowsOf(c);
        const all = matrix(gallery.rows + 1, d, Float64Array.of(...gallery.data, ...probe));
        return jointly(model, all) - jointly(model, gallery);
      });
      for (let c = 1; c < 3; c++) {
        expect(scores.data[i * 3 + c] - scores.data[i * 3]).toBeCloseTo(dense[c] - dense[0], 9);
      }
    }
  });
});

describe('The method PLDA', () => {
  const data = labelledImages('plda', 6, 9, 4, 3, 0.8);

  it('climbs to its likelihood and identifies training images by it', () => {
    const fit = fitOf(plda, data.images, [4], { identification: 'likelihood', within: 2 }, data.labels);
    expect(largestFall(fit.trace)).toBeLessThan(1e-12);
    expect(fit.logLikelihood).toBeGreaterThanOrEqual(fit.trace[fit.trace.length - 1] - 1e-9);
    const wrong = plda.ownRule!.classify(fit, data, data.images).filter((label, n) => label !== data.labels[n]);
    expect(wrong.length).toBeLessThan(5);
  });

  it('encodes by E[h | x] = Fᵀ (F Fᵀ + G Gᵀ + Σ)⁻¹ (x − μ)', () => {
    const fit = fitOf(plda, data.images, [3], { within: 2 }, data.labels);
    const [f, g] = [parameterMatrix(fit, 'F'), parameterMatrix(fit, 'G')];
    const total = add(add(gramOfRows(f), gramOfRows(g)), diagonal(fit.parameters.Sigma.data));
    const h = parameterMatrix(fit, 'H');
    expect(largestDifference(multiply(total, h), f)).toBeLessThan(1e-10);
    const centred = asVectors(centreImages(data.images, meanImage(data.images)));
    const codes = plda.encode(fit, data.images);
    expect(largestDifference(matrix(54, 3, codes.data), multiply(centred, h))).toBeLessThan(1e-10);
  });

  it('without G spans the top of the between-class scatter, not of the within-class scatter', () => {
    // Subjects differ in three directions; noise is independent between pixels, strongest in three of them.
    const random = stream('plda span');
    const [directions, places] = [normalMatrix('directions', 12, 3), normalMatrix('places', 40, 3)];
    const labels = Int32Array.from({ length: 400 }, (_, n) => n % 40);
    const pixels = multiply(places, directions, { transposeB: true });
    const noisy = Float64Array.from({ length: 4800 }, (_, at) => {
      const pixel = at % 12;
      return pixels.data[(Math.floor(at / 12) % 40) * 12 + pixel] + (pixel < 3 ? 1 : 0.5) * random.normal();
    });
    const far = { images: { count: 400, rows: 4, cols: 3, data: noisy }, labels };
    const fit = fitOf(plda, far.images, [3], { within: 0, tolerance: 0, maxIterations: 500 }, far.labels);
    const { total, within } = scatters(far);
    const top = (s: Matrix) => columns(symmetricEigen(s).vectors, 0, 3);
    const angle = (s: Matrix) => Math.max(...principalAngles(parameterMatrix(fit, 'F'), top(s)));
    expect(angle(add(total, within, -1))).toBeLessThan(0.15);
    expect(angle(within)).toBeGreaterThan(1);
  });

  it('works in studies, by nearest neighbour and by likelihood', () => {
    for (const identification of ['nearest', 'likelihood']) {
      const result = evaluateShapes(plda, sweepInput(plda, data, [[2], [5]], { identification }));
      expect(result.wrong[1]).toBeLessThan(6);
    }
  });

  it('refuses images without subjects', () => {
    expect(() => fitOf(plda, data.images, [2])).toThrow(FitError);
  });
});

describe('Ioffe PLDA', () => {
  it('has unit within-subject variance and Ψ between, without bias, on planted data', () => {
    const random = stream('ioffe');
    const [classes, n, planted] = [4000, 5, [4, 1]];
    const images = { count: classes * n, rows: 2, cols: 1, data: new Float64Array(classes * n * 2) };
    const labels = Int32Array.from({ length: classes * n }, (_, i) => i % classes);
    const v = planted.map((psi) => Float64Array.from({ length: classes }, () => Math.sqrt(psi) * random.normal()));
    for (let i = 0; i < images.count; i++) {
      const u = [0, 1].map((axis) => v[axis][labels[i]] + random.normal());
      images.data[i * 2] = 2 * u[0] + u[1];
      images.data[i * 2 + 1] = u[0] - 3 * u[1];
    }
    const fit = fitOf(ioffePlda, images, [2], { energy: 1 }, labels);
    // Ψ has a standard deviation of about Ψ √(2 / K): 2%.
    planted.forEach((psi, axis) => expect(fit.parameters.Psi.data[axis] / psi).toBeCloseTo(1, 0.9));
    expect(Math.abs(fit.parameters.Psi.data[0] - 4)).toBeLessThan(0.4);
    expect(Math.abs(fit.parameters.Psi.data[1] - 1)).toBeLessThan(0.15);
  });

  it('scores by the density of the probe given the images of the subject', () => {
    const psi = Float64Array.of(2, 0.5);
    const u = normalMatrix('u', 20, 2);
    const gallery = [normalMatrix('one', 3, 2), normalMatrix('two', 4, 2), normalMatrix('three', 1, 2)];
    const means = matrix(3, 2);
    gallery.forEach((rows, c) => rows.data.forEach((value, at) => (means.data[c * 2 + (at % 2)] += value / rows.rows)));
    const found = likeliest(u, psi, means, Float64Array.of(3, 4, 1), Float64Array.of(7, 8, 9));
    const density = (rows: Matrix) => {
      const n = rows.rows;
      const shared = kronecker(matrix(n, n, new Float64Array(n * n).fill(1)), diagonal(psi));
      const stack = { count: 1, rows: n * 2, cols: 1, data: rows.data };
      return denseLogDensities(stack, new Float64Array(n * 2), add(shared, identity(2 * n)))[0];
    };
    for (let i = 0; i < 20; i++) {
      const scores = gallery.map((rows) => {
        const all = matrix(rows.rows + 1, 2, Float64Array.of(...rows.data, u.data[i * 2], u.data[i * 2 + 1]));
        return density(all) - density(rows);
      });
      expect(found[i]).toBe([7, 8, 9][scores.indexOf(Math.max(...scores))]);
    }
  });

  it('works in studies: one fit for all q by nearest neighbour, one each by likelihood', () => {
    const data = labelledImages('ioffe study', 6, 9, 4, 3, 0.8);
    const run = (identification: string) =>
      evaluateShapes(ioffePlda, sweepInput(ioffePlda, data, [[2], [5]], { identification, energy: 1 }));
    expect([run('nearest').fits, run('likelihood').fits]).toEqual([1, 2]);
    expect(run('likelihood').wrong[1]).toBeLessThan(6);
    expect(run('nearest').wrong[1]).toBeLessThan(6);
  });
});
