import { describe, expect, it } from 'vitest';
import {
  gramOfRows,
  identity,
  matrix,
  matrixStack,
  multiply,
  orthonormalise,
} from '../../../../src/core/linalg/index.ts';
import { fastIca, inverseRoot, unmix } from '../../../../src/core/methods/factorisation/fastIca.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { pca } from '../../../../src/core/methods/vector/pca.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { codeDistances, relativeDifference } from '../reference.ts';
import { normalMatrix } from '../support/axes.ts';
import { fitOf } from '../support/dense.ts';
import { labelledImages, largestDifference } from '../support/labelled.ts';
import { rivalImages, rivals } from '../support/rivals.ts';

const { images } = rivalImages;
const few = labelledImages('few', 6, 6, 8, 7);
const exact = { tolerance: 1e-13, maxIterations: 20_000 };

/** Whitened rows: independent uniform numbers, turned. */
function mixed(count: number, q: number) {
  const random = stream('sources');
  const raw = matrix(
    count,
    q,
    Float64Array.from({ length: count * q }, () => random.uniform() - 0.5),
  );
  for (let j = 0; j < q; j++) {
    let mean = 0;
    for (let n = 0; n < count; n++) mean += raw.data[n * q + j] / count;
    for (let n = 0; n < count; n++) raw.data[n * q + j] -= mean;
  }
  const covariance = multiply(raw, raw, { transposeA: true });
  const white = multiply(
    raw,
    inverseRoot(
      matrix(
        q,
        q,
        covariance.data.map((value) => value / count),
      ),
    ),
  );
  const turn = orthonormalise(normalMatrix('turn', q, q));
  return { x: multiply(white, turn, { transposeB: true }), turn };
}

const rule = { tolerance: 1e-12, maxIterations: 500, between: () => undefined };

describe('the fixed point', () => {
  it.each(['logcosh', 'kurtosis'] as const)('unmixes independent signals: %s', (contrast) => {
    const { x, turn } = mixed(4000, 4);
    const { w, converged, changes } = unmix(x, identity(4), { ...rule, contrast });
    expect(converged).toBe(true);
    expect(changes.at(-1)).toBeLessThan(1e-12);
    expect(largestDifference(gramOfRows(w), identity(4))).toBeLessThan(1e-12);
    // Up to order and sign W turns the mixture back.
    const product = multiply(w, turn);
    for (let i = 0; i < 4; i++) {
      const row = Array.from(product.data.subarray(4 * i, 4 * i + 4), Math.abs).sort((a, b) => b - a);
      expect(row[0]).toBeGreaterThan(0.995);
      expect(row[1]).toBeLessThan(0.08);
    }
  });

  it('says that it has not settled', () => {
    const { changes, converged } = unmix(mixed(300, 3).x, normalMatrix('start', 3, 3), {
      ...rule,
      contrast: 'logcosh',
      maxIterations: 2,
    });
    expect([changes.length, converged]).toEqual([2, false]);
  });
});

describe('FastICA', () => {
  it.each([
    ['II', rivals.fastIca],
    ['I', rivals.fastIcaImages],
  ] as const)('has the codes of scikit-learn up to sign: architecture %s', (architecture, [{ q, absoluteCodes }]) => {
    const fit = fitOf(fastIca, images, [q], { architecture, ...exact });
    expect(fit.converged).toBe(true);
    expect(relativeDifference(fastIca.encode(fit, images).data.map(Math.abs), absoluteCodes)).toBeLessThan(1e-6);
  });

  it('rotates whitened principal components in architecture II', () => {
    const codes = fastIca.encode(fitOf(fastIca, few.images, [5], { architecture: 'II' }), few.images);
    const plain = pca.encode(fitOf(pca, few.images, [5]), few.images);
    const { eigenvalues } = fitOf(pca, few.images, [5]).parameters;
    const white = plain.data.map((value, at) => value / Math.sqrt(eigenvalues.data[at % 5]));
    const expected = codeDistances(matrixStack(36, 5, 1, white));
    expect(relativeDifference(codeDistances(codes), expected)).toBeLessThan(1e-9);
  });

  it('rotates principal components in architecture I, but for the mean of the axes over the pixels', () => {
    // Axes of mean zero over the pixels: distances are those of PCA, scaled.
    const level = { ...few.images, data: few.images.data.slice() };
    for (let n = 0; n < 36; n++) {
      const own = level.data.subarray(n * 56, (n + 1) * 56);
      const mean = own.reduce((sum, value) => sum + value, 0) / 56;
      own.forEach((value, i) => (own[i] = value - mean));
    }
    const codes = codeDistances(fastIca.encode(fitOf(fastIca, level, [5]), level));
    const plain = codeDistances(pca.encode(fitOf(pca, level, [5]), level));
    const scale = codes[1] / plain[1];
    expect(
      relativeDifference(
        codes,
        plain.map((value) => scale * value),
      ),
    ).toBeLessThan(1e-9);
  });

  it('starts without chance unless asked, and fits each q of a session as alone', () => {
    const context = (name: string) => ({ random: stream(name), checkCancelled: () => undefined });
    const of = (start: string, name: string) =>
      fastIca.fit({ images: few.images, labels: null }, [4], resolveSettings(fastIca, { start }), context(name))
        .parameters.W;
    expect(of('axes', 'one')).toEqual(of('axes', 'other'));
    expect(of('random', 'one')).toEqual(of('random', 'one'));
    expect(of('random', 'one')).not.toEqual(of('random', 'other'));
    const session = fastIca.open!(
      { images: few.images, labels: null },
      resolveSettings(fastIca, {}),
      context('session'),
    );
    session.fit([6]);
    expect(session.fit([3])).toEqual(fitOf(fastIca, few.images, [3]));
  });

  it('refuses equal images, too many components, and axes that are dependent over the pixels', () => {
    const equal = matrixStack(5, 2, 2, new Float64Array(20).fill(3));
    expect(() => fitOf(fastIca, equal, [1])).toThrow('all training images are equal');
    expect(() => fitOf(fastIca, few.images, [36])).toThrow('outside (1) … (35)');
    const small = labelledImages('small', 5, 4, 2, 2);
    expect(() => fitOf(fastIca, small.images, [4])).toThrow('a constant image lies in the span of the axes');
    expect(fitOf(fastIca, small.images, [4], { architecture: 'II' }).latent).toEqual([4]);
  });
});
