/**
 * Zhao, Yu, Kwok 2012, Fig. 2: mean arc length between the estimated and the true principal subspace of 10 × 10 matrix
 * normal data. Reference values from an independent implementation (50 repetitions): N = 80 .098 / .180 / .582 and
 * N = 500 .037 / .068 / .218 for BPPCA / GLRAM (= PSOPCA to three digits) / PPCA.
 */
import { describe, expect, it } from 'vitest';
import { principalAngles } from '../../../../src/core/linalg/index.ts';
import { bppca } from '../../../../src/core/methods/bilinear/bppca.ts';
import { glram } from '../../../../src/core/methods/bilinear/glram.ts';
import type { Fit } from '../../../../src/core/methods/method.ts';
import { ppca } from '../../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { paperAxes, paperModel, sampleMatrixNormal } from '../../../../src/core/synthetic/matrixNormal.ts';
import { fitOf, kronecker, parameterMatrix } from '../support/dense.ts';

const truth = paperAxes(10);

const norm = (angles: ArrayLike<number>) => Math.hypot(...Array.from(angles));

/** Arc length between Kronecker subspaces: cos θ = cos α cos β over all pairs of the modes' principal angles. */
function bilinearArc(fit: Fit): number {
  const [alpha, beta] = ['Uc', 'Ur'].map((name) => principalAngles(parameterMatrix(fit, name), truth));
  // 1 − cos² α cos² β = sin² α + cos² α sin² β keeps small angles exact.
  return norm(
    Array.from(alpha).flatMap((a) =>
      Array.from(beta, (b) => Math.asin(Math.min(1, Math.hypot(Math.sin(a), Math.cos(a) * Math.sin(b))))),
    ),
  );
}

const arcs = {
  bppca: (images: Parameters<typeof fitOf>[1]) => bilinearArc(fitOf(bppca, images, [3, 3])),
  glram: (images: Parameters<typeof fitOf>[1]) => bilinearArc(fitOf(glram, images, [3, 3])),
  ppca: (images: Parameters<typeof fitOf>[1]) =>
    norm(principalAngles(parameterMatrix(fitOf(ppca, images, [9]), 'U'), kronecker(truth, truth))),
};

describe('arc length to the true subspace', () => {
  it.each([
    { count: 80, expected: { bppca: 0.098, glram: 0.18, ppca: 0.582 } },
    { count: 500, expected: { bppca: 0.037, glram: 0.068, ppca: 0.218 } },
  ])('agrees with the reference at N = $count', ({ count, expected }) => {
    const repeats = 20;
    const mean = { bppca: 0, glram: 0, ppca: 0 };
    for (let repeat = 0; repeat < repeats; repeat++) {
      const images = sampleMatrixNormal(stream('figure 2', count, repeat), count, paperModel());
      for (const name of ['bppca', 'glram', 'ppca'] as const) mean[name] += arcs[name](images) / repeats;
    }
    for (const name of ['bppca', 'glram', 'ppca'] as const) {
      expect(Math.abs(mean[name] / expected[name] - 1), `${name}: ${mean[name]}`).toBeLessThan(0.1);
    }
  });
});
