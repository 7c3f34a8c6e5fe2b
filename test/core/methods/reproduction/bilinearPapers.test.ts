/** Numbers of the bilinear and tensor papers that reproduce on synthetic data, by size and order. */
import { describe, expect, it } from 'vitest';
import {
  gramOfRows,
  matrix,
  matrixStack,
  multiply,
  principalAngles,
  stackItem,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { bppca } from '../../../../src/core/methods/bilinear/bppca.ts';
import { glram } from '../../../../src/core/methods/bilinear/glram.ts';
import { mvfa } from '../../../../src/core/methods/bilinear/mvfa.ts';
import { psopca } from '../../../../src/core/methods/bilinear/psopca.ts';
import { ppca } from '../../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { paperAxes, paperModel, sampleMatrixNormal } from '../../../../src/core/synthetic/matrixNormal.ts';
import { fitOf, kronecker, parameterMatrix } from '../support/dense.ts';

/** √Σ θ² over the principal angles of R ⊗ C, whose cosines are products of those of the modes. */
function arcLength(c: Matrix, r: Matrix): number {
  const axes = paperAxes(10);
  let sum = 0;
  for (const a of principalAngles(c, axes)) {
    for (const b of principalAngles(r, axes)) {
      const sine = Math.sqrt(Math.sin(a) ** 2 + Math.sin(b) ** 2 - (Math.sin(a) * Math.sin(b)) ** 2);
      sum += Math.asin(Math.min(1, sine)) ** 2;
    }
  }
  return Math.sqrt(sum);
}

describe('arc length to the true subspace (Zhao, Yu, Kwok 2012, Fig. 2)', () => {
  // Reference values: means over 50 repetitions of an independent implementation.
  it.each([
    { count: 30, repeats: 20, expected: { bppca: 0.151, psopca: 0.291, ppca: 1.05 } },
    { count: 80, repeats: 20, expected: { bppca: 0.098, psopca: 0.18, ppca: 0.582 } },
    { count: 500, repeats: 6, expected: { bppca: 0.037, psopca: 0.068, ppca: 0.218 } },
  ])('orders BPPCA before PSOPCA before PPCA, N = $count', ({ count, repeats, expected }) => {
    const sums = { bppca: 0, psopca: 0, mvfa: 0, glram: 0, ppca: 0 };
    for (let repeat = 0; repeat < repeats; repeat++) {
      const images = sampleMatrixNormal(stream('fig 2', count, repeat), count, paperModel());
      for (const method of [bppca, psopca, mvfa, glram]) {
        const fit = fitOf(method, images, [3, 3]);
        const names = method === glram ? ['Uc', 'Ur'] : ['C', 'R'];
        sums[method.id as 'bppca'] +=
          arcLength(parameterMatrix(fit, names[0]), parameterMatrix(fit, names[1])) / repeats;
      }
      const vector = fitOf(ppca, images, [9]);
      const angles = principalAngles(parameterMatrix(vector, 'U'), kronecker(paperAxes(10), paperAxes(10)));
      sums.ppca += Math.sqrt(angles.reduce((sum, angle) => sum + angle * angle, 0)) / repeats;
    }
    for (const id of ['bppca', 'psopca', 'ppca'] as const) {
      expect(sums[id] / expected[id]).toBeGreaterThan(0.85);
      expect(sums[id] / expected[id]).toBeLessThan(1.15);
    }
    expect(sums.bppca).toBeLessThan(sums.psopca);
    expect(sums.psopca).toBeLessThan(sums.ppca);
    // PSOPCA, MVFA and GLRAM agree to three digits.
    expect(sums.mvfa / sums.psopca).toBeCloseTo(1, 2);
    expect(sums.glram / sums.psopca).toBeCloseTo(1, 1);
  });
});

describe('estimation error of W Wᵀ (Xie et al. 2008, Fig. 2(b))', () => {
  it('is at most 0.042 for MVFA and at least 0.08 for PPCA, 2000 images of 20 × 20, latent 5 × 5', () => {
    for (let repeat = 0; repeat < 2; repeat++) {
      const random = stream('fig 2b', repeat);
      const normal = (m: number, n: number) =>
        matrix(
          m,
          n,
          Float64Array.from({ length: m * n }, () => random.normal()),
        );
      const [u, v] = [normal(20, 5), normal(20, 5)];
      const images = matrixStack(2000, 20, 20);
      for (let n = 0; n < 2000; n++) {
        const signal = multiply(multiply(u, normal(5, 5)), v, { transposeB: true });
        stackItem(images, n).data.set(signal.data.map((value) => value + random.normal()));
      }
      const truth = gramOfRows(kronecker(u, v));
      const error = (loadings: Matrix) => {
        const estimate = gramOfRows(loadings);
        let [difference, norm] = [0, 0];
        truth.data.forEach((value, i) => {
          difference += (estimate.data[i] - value) ** 2;
          norm += value * value;
        });
        return Math.sqrt(difference / norm);
      };
      const fit = fitOf(mvfa, images, [5, 5], { start: 'random' });
      // Full expansion: 5–80 iterations where the direct parametrisation takes hundreds.
      expect(fit.iterations).toBeLessThan(20);
      expect(error(kronecker(parameterMatrix(fit, 'C'), parameterMatrix(fit, 'R')))).toBeLessThan(0.042);
      expect(error(parameterMatrix(fitOf(ppca, images, [25]), 'C'))).toBeGreaterThan(0.08);
    }
  });
});

describe('iterations of the algorithms of MVFA (Xie et al. 2008, Fig. 2(a))', () => {
  it('are tens with parameter expansion and hundreds without; the printed step stops short of the maximum', () => {
    const random = stream('fig 2a');
    const normal = (m: number, n: number) =>
      matrix(
        m,
        n,
        Float64Array.from({ length: m * n }, () => random.normal()),
      );
    const [u, v] = [normal(20, 4), normal(20, 4)];
    const images = matrixStack(300, 20, 20);
    for (let n = 0; n < 300; n++) {
      const signal = multiply(multiply(u, normal(4, 4)), v, { transposeB: true });
      stackItem(images, n).data.set(signal.data.map((value) => value + random.normal()));
    }
    const traceOf = (algorithm: string) =>
      fitOf(mvfa, images, [4, 4], { algorithm, start: 'random', tolerance: 0, maxIterations: 200 }).trace;
    const [px, direct, ecm] = ['px', 'direct', 'ecm'].map(traceOf);
    const best = px[199];
    expect(best - px[19]).toBeLessThan(1e-3);
    // The others are still far from it where the expansion has long settled.
    for (const trace of [direct, ecm]) {
      expect(best - trace[99]).toBeGreaterThan(100);
      expect(trace[199]).toBeGreaterThan(trace[99]);
    }
    const printed = traceOf('printed-px');
    expect(best - printed[49]).toBeLessThan(best - direct[199]);
    expect(best - printed[199]).toBeGreaterThan(0.1);
  });
});
