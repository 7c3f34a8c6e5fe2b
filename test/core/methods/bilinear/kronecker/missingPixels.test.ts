import { describe, expect, it } from 'vitest';
import {
  matrix,
  matrixStack,
  multiply,
  add,
  cholesky,
  identity,
  principalAngles,
  stackItem,
  type MatrixStack,
} from '../../../../../src/core/linalg/index.ts';
import { fitMissing, completeImages } from '../../../../../src/core/methods/bilinear/kronecker/missingPixels.ts';
import { mvfa } from '../../../../../src/core/methods/bilinear/mvfa.ts';
import { oneModePhopca } from '../../../../../src/core/methods/bilinear/oneModePhopca.ts';
import { psopca } from '../../../../../src/core/methods/bilinear/psopca.ts';
import { settingsOf } from '../../../../../src/core/methods/typedSettings.ts';
import { ppca } from '../../../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../../../src/core/random/stream.ts';
import { fitOf, kronecker, largestFall, parameterMatrix, plantedImages } from '../../support/dense.ts';

const { images, c, r } = plantedImages('missing', 150, 6, 5, 2, 2, 0.2);

function holed(share: number): MatrixStack {
  const random = stream('holes', String(share));
  return matrixStack(
    150,
    6,
    5,
    images.data.map((value) => (random.uniform() < share ? NaN : value)),
  );
}

describe.each([
  ['PPCA', ppca, [4]],
  ['one-mode PHOPCA', oneModePhopca, [2]],
  ['PSOPCA', psopca, [2, 2]],
  ['MVFA', mvfa, [2, 2]],
] as const)('%s with missing pixels', (_title, method, latent) => {
  it('raises its bound in every iteration and keeps what was observed', () => {
    const some = holed(0.2);
    const fit = fitOf(method, some, latent, { tolerance: 1e-10, maxIterations: 300 });
    expect(largestFall(fit.trace)).toBeLessThan(1e-12);
    expect(fit.trace.length).toBeGreaterThan(5);
    const { imputed } = fit.parameters;
    some.data.forEach((value, i) => {
      if (!Number.isNaN(value)) expect(imputed.data[i]).toBe(value);
    });
    expect(fit.warnings.join()).toMatch(/pixels were missing/);
  });

  it('fills holes far better than the mean image', () => {
    const some = holed(0.2);
    const fit = fitOf(method, some, latent);
    const mean = fit.parameters.mean.data;
    let [own, plain] = [0, 0];
    some.data.forEach((value, i) => {
      if (!Number.isNaN(value)) return;
      own += (fit.parameters.imputed.data[i] - images.data[i]) ** 2;
      plain += (mean[i % 30] - images.data[i]) ** 2;
    });
    expect(own).toBeLessThan((method === oneModePhopca ? 0.4 : 0.1) * plain);
  });

  it('names a pixel that is never observed', () => {
    const blind = matrixStack(
      150,
      6,
      5,
      images.data.map((value, i) => (i % 30 === 7 ? NaN : value)),
    );
    expect(() => fitOf(method, blind, latent)).toThrow(/row 2, column 3 is missing in every/);
  });
});

describe('missing pixels', () => {
  it('change nothing when there are none', () => {
    const settings = settingsOf(psopca.parameters, { tolerance: 1e-12 });
    const context = { random: stream('none'), checkCancelled: () => undefined };
    const own = fitMissing('PSOPCA', images, completeImages, [2, 2], 'variational', settings, context);
    const reference = fitOf(psopca, images, [2, 2], { tolerance: 1e-12 });
    expect(own.trace[own.trace.length - 1] / reference.trace[reference.trace.length - 1]).toBeCloseTo(1, 11);
    expect(own.model.sigma2 / reference.parameters.sigma2.data[0]).toBeCloseTo(1, 8);
    expect([...own.imputed.data]).toEqual([...images.data]);
  });

  it('leave the planted subspaces within reach', () => {
    const fit = fitOf(psopca, holed(0.3), [2, 2]);
    expect(Math.max(...principalAngles(parameterMatrix(fit, 'C'), c))).toBeLessThan(0.05);
    expect(Math.max(...principalAngles(parameterMatrix(fit, 'R'), r))).toBeLessThan(0.05);
  });

  it('are integrated out exactly in the codes', () => {
    const fit = fitOf(mvfa, images, [2, 2]);
    const some = holed(0.3);
    const codes = mvfa.encode(fit, some);
    const w = kronecker(parameterMatrix(fit, 'C'), parameterMatrix(fit, 'R'));
    const x = stackItem(some, 3).data;
    const seen = Array.from(x.keys()).filter((i) => !Number.isNaN(x[i]));
    const part = matrix(seen.length, 4, Float64Array.from(seen.flatMap((i) => [...w.data.subarray(4 * i, 4 * i + 4)])));
    const centred = matrix(
      seen.length,
      1,
      Float64Array.from(seen, (i) => x[i] - fit.parameters.mean.data[i]),
    );
    const m = add(multiply(part, part, { transposeA: true }), identity(4), fit.parameters.sigma2.data[0]);
    const expected = cholesky(m).solve(multiply(part, centred, { transposeA: true }));
    stackItem(codes, 3).data.forEach((value, k) => expect(value).toBeCloseTo(expected.data[k], 6));
  });
});
