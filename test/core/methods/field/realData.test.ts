/**
 * Probabilistic projections beside the deterministic ones on real images: the largest principal angle between their
 * spans, and the least correlation between codes of equal rank.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeMat } from '../../../../src/core/formats/matlab/matlab.ts';
import type { ImageSet } from '../../../../src/core/images/imageSet.ts';
import {
  columns,
  identity,
  innerProduct,
  matrix,
  matrixStack,
  multiply,
  principalAngles,
  symmetricEigen,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { lda } from '../../../../src/core/methods/discriminant/lda.ts';
import { composedFields, emLda, emLpp } from '../../../../src/core/methods/field/composedFields.ts';
import { emSfa } from '../../../../src/core/methods/field/emSfa.ts';
import { inputOf } from '../../../../src/core/methods/field/fieldInput.ts';
import { FIELDS_OF } from '../../../../src/core/methods/field/fieldSchema.ts';
import { lpp } from '../../../../src/core/methods/field/lpp.ts';
import { differenceScatter, sfa } from '../../../../src/core/methods/field/sfa.ts';
import { slowExpectation, slowMaximisation, type SlowModel } from '../../../../src/core/methods/field/slowDynamics.ts';
import type { Fit, Method } from '../../../../src/core/methods/method.ts';
import { pca } from '../../../../src/core/methods/vector/pca.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';
import { hasRealData, needsRealData, realData } from '../../../support/realData.ts';
import { ORL, readOrl } from '../support/orl.ts';

const FREY = 'frey/frey_rawface.mat';

/** Every second frame. */
function readFrey(): ImageSet {
  const { data } = decodeMat(readFileSync(realData(FREY))).variables[0];
  const frames = matrixStack(980, 28, 20);
  for (let n = 0; n < 980; n++) for (let p = 0; p < 560; p++) frames.data[n * 560 + p] = data[2 * n * 560 + p];
  return frames;
}

/** Degrees. */
function largestAngle(a: Matrix, b: Matrix): number {
  return (Math.max(...principalAngles(a, b)) * 180) / Math.PI;
}

function codesOf(method: Method, fit: Fit, images: ImageSet): Matrix {
  const codes = method.encode(fit, images);
  return matrix(codes.count, codes.rows, codes.data);
}

/** Least |correlation| between columns of equal rank. */
function leastCorrelation(a: Matrix, b: Matrix): number {
  const column = (m: Matrix, j: number) => Array.from({ length: m.rows }, (_, i) => m.data[i * m.cols + j]);
  const centred = (values: number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  };
  const dot = (u: number[], v: number[]) => u.reduce((sum, value, i) => sum + value * v[i], 0);
  return Math.min(
    ...Array.from({ length: a.cols }, (_, j) => {
      const [u, v] = [centred(column(a, j)), centred(column(b, j))];
      return Math.abs(dot(u, v)) / Math.sqrt(dot(u, u) * dot(v, v));
    }),
  );
}

function last(trace: readonly number[]): number {
  return trace[trace.length - 1];
}

/** The largest log-likelihood of the directed chain with W in the span of the three axes of SFA. */
function largestWithinSfa(frames: ImageSet): number {
  const { rows } = inputOf('SFA', frames, { input: 'whitened', energy: 0.9 });
  const { vectors } = symmetricEigen(differenceScatter(rows.times(identity(rows.cols)), null));
  const slow = columns(vectors, rows.cols - 3, rows.cols);
  const chain = [Array.from({ length: frames.count }, (_, t) => t)];
  let model: SlowModel = { w: slow, noise: 0.9, lambda: Float64Array.of(0.97, 0.98, 0.99) };
  let expected = slowExpectation(rows, model, chain);
  for (let step = 0; step < 30; step++) {
    const { w, lambda } = slowMaximisation(rows, expected, 0);
    // White noise: the best W of a span is the best one projected onto it.
    const within = multiply(slow, multiply(slow, w, { transposeA: true }));
    const explained = innerProduct(within, rows.transposedTimes(expected.e));
    model = { w: within, noise: (rows.energy - explained) / (rows.rows * rows.cols), lambda };
    expected = slowExpectation(rows, model, chain);
  }
  rows.release();
  return expected.logLikelihood;
}

describe('On the Frey faces', needsRealData(FREY), () => {
  const frames = hasRealData(FREY) ? readFrey() : matrixStack(1, 1, 1);
  const kept = { energy: 0.9 };

  it('EM-PCA as a field has the span of PCA', () => {
    const fit = fitOf(composedFields, frames, [3], {
      ...{ fields: FIELDS_OF.pca, input: 'raw', variance: 'fixed', lambdaFirst: 0, lambdaLast: 0 },
      ...{ maxIterations: 2000, tolerance: 1e-10 },
    });
    const angle = largestAngle(parameterMatrix(fit, 'P'), parameterMatrix(fitOf(pca, frames, [3]), 'U'));
    expect(angle).toBeLessThan(0.01);
  });

  it('the undirected chain comes near the span of SFA, not to its axes', () => {
    const slow = fitOf(sfa, frames, [3], kept);
    const fit = fitOf(composedFields, frames, [3], { ...kept, fields: FIELDS_OF.sfa, maxIterations: 500 });
    // 9°.
    expect(largestAngle(parameterMatrix(fit, 'P'), parameterMatrix(slow, 'W'))).toBeLessThan(12);
  });

  it('the directed chain has its most likely span 39° from that of SFA, which less noise draws near', () => {
    const slow = parameterMatrix(fitOf(sfa, frames, [3], kept), 'W');
    const learned = fitOf(emSfa, frames, [3], { ...kept, maxIterations: 30 });
    // 39.2°, at a noise of 0.936 of the variance. Nothing within the span of SFA is as likely: −55 827 against −55 879.
    expect(largestAngle(parameterMatrix(learned, 'P'), slow)).toBeGreaterThan(35);
    expect(last(learned.trace)).toBeGreaterThan(largestWithinSfa(frames) + 50);
    const quiet = fitOf(emSfa, frames, [3], { ...kept, noise: 0.01, maxIterations: 50 });
    // 7.7° after 50 iterations.
    expect(largestAngle(parameterMatrix(quiet, 'P'), slow)).toBeLessThan(9);
  });

  it('EM-LPP is near LPP, not equal: 20°, correlations of at least 0.93', () => {
    const near = fitOf(lpp, frames, [3], kept);
    const fit = fitOf(emLpp, frames, [3], { ...kept, maxIterations: 500, tolerance: 1e-6 });
    expect(largestAngle(parameterMatrix(fit, 'P'), parameterMatrix(near, 'W'))).toBeLessThan(22);
    expect(leastCorrelation(codesOf(emLpp, fit, frames), codesOf(lpp, near, frames))).toBeGreaterThan(0.9);
  });
});

describe('On the ORL faces', needsRealData(ORL), () => {
  it('EM-LDA has the span of LDA in the same components, and its axes after a small LDA of its codes', () => {
    const { images, labels } = readOrl();
    const settings = { energy: 0.95, lambdaFirst: 0.99, lambdaLast: 0.9 };
    const probabilistic = fitOf(emLda, images, [39], settings, labels);
    // 95% of the variance lies in 115 components.
    const exact = fitOf(lda, images, [39], { components: 115 }, labels);
    expect(largestAngle(parameterMatrix(probabilistic, 'P'), parameterMatrix(exact, 'W'))).toBeLessThan(0.01);
    const codes = codesOf(emLda, probabilistic, images);
    const latent = { count: codes.rows, rows: codes.cols, cols: 1, data: codes.data };
    const turned = codesOf(lda, fitOf(lda, latent, [39], { components: 39 }, labels), latent);
    expect(leastCorrelation(turned, codesOf(lda, exact, images))).toBeGreaterThan(0.999);
  });
});
