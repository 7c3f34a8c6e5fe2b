import { describe, expect, it } from 'vitest';
import { gramOfColumns, matrix, matrixStack, multiply } from '../../../../src/core/linalg/index.ts';
import { descend, nonNegativeCodes } from '../../../../src/core/methods/factorisation/nonNegative.ts';
import { nmf } from '../../../../src/core/methods/factorisation/nmf.ts';
import { twoDNmf } from '../../../../src/core/methods/factorisation/twoDNmf.ts';
import type { Fit } from '../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { generateFaces } from '../../../../src/core/synthetic/faces.ts';
import { relativeDifference } from '../reference.ts';
import { normalMatrix } from '../support/axes.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';
import { rivalImages, rivals } from '../support/rivals.ts';

const { images } = rivalImages;
const faces = generateFaces({ subjects: 4, perSubject: 4, rows: 12, cols: 10 }).images;
const tight = { tolerance: 0, maxIterations: 3000 };

function expectNoRise({ trace }: Fit): void {
  expect(trace.length).toBeGreaterThan(3);
  for (let t = 1; t < trace.length; t++) expect(trace[t]).toBeLessThanOrEqual(trace[t - 1] * (1 + 1e-12));
}

describe('codes for given parts', () => {
  const b = matrix(6, 3, normalMatrix('parts', 6, 3).data.map(Math.abs));

  it('find non-negative coefficients again, and meet the conditions of an optimum elsewhere', () => {
    const planted = matrix(
      5,
      3,
      normalMatrix('planted', 5, 3).data.map((value) => Math.max(0, value)),
    );
    const x = multiply(planted, b, { transposeB: true });
    expect(relativeDifference(nonNegativeCodes(multiply(x, b), gramOfColumns(b)).data, planted.data)).toBeLessThan(
      1e-7,
    );
    const noisy = normalMatrix('noisy', 5, 6);
    const h = nonNegativeCodes(multiply(noisy, b), gramOfColumns(b));
    const slope = multiply(h, gramOfColumns(b)).data.map((value, at) => value - multiply(noisy, b).data[at]);
    expect(h.data.some((value) => value === 0)).toBe(true);
    h.data.forEach((value, at) => {
      if (value > 0) expect(slope[at]).toBeCloseTo(0, 7);
      else expect(slope[at]).toBeGreaterThan(-1e-7);
    });
  });

  it('leave parts alone that are zero', () => {
    const gram = matrix(2, 2, Float64Array.of(2, 0, 0, 0));
    expect(
      Array.from(descend(matrix(1, 2, Float64Array.of(0, 0)), matrix(1, 2, Float64Array.of(4, 0)), gram).data),
    ).toEqual([2, 0]);
  });
});

describe('NMF', () => {
  it.each(rivals.nmf)(
    'reaches the error of scikit-learn from the same start: q = $q, $solver',
    ({ q, solver, error }) => {
      const algorithm = solver === 'cd' ? 'hals' : 'multiplicative';
      const { trace } = fitOf(nmf, images, [q], {
        ...tight,
        algorithm,
        maxIterations: solver === 'cd' ? 4000 : 20_000,
      });
      expect(trace.at(-1)! / error).toBeCloseTo(1, 8);
    },
  );

  it.each([
    ['hals', 'svd'],
    ['multiplicative', 'svd'],
    ['hals', 'random'],
    ['multiplicative', 'random'],
  ])('never raises the error: %s from %s', (algorithm, start) => {
    const fit = fitOf(nmf, faces, [5], { algorithm, start, tolerance: 0, maxIterations: 200 });
    expectNoRise(fit);
    expect(Math.min(...parameterMatrix(fit, 'B').data)).toBeGreaterThanOrEqual(0);
  });

  it('takes images apart that are sums of parts without overlap', () => {
    // Each part is missing in some images, without which other parts would do as well.
    const random = stream('parts');
    const sums = matrixStack(30, 4, 4);
    for (let n = 0; n < 30; n++) {
      const weights = [0, 1, 2].map((k) => ((n >> k) % 2 ? 0 : 0.2 + random.uniform()));
      for (let i = 0; i < 12; i++) sums.data[n * 16 + i] = (1 + (i % 4)) * weights[Math.floor(i / 4)];
    }
    const fit = fitOf(nmf, sums, [3], tight);
    const gram = gramOfColumns(parameterMatrix(fit, 'B'));
    gram.data.forEach((value, at) => expect(value).toBeCloseTo(at % 4 === 0 ? 1 : 0, 6));
    const back = nmf.reconstruct!(fit, nmf.encode(fit, sums));
    expect(relativeDifference(back.data, sums.data)).toBeLessThan(1e-6);
  });

  it('has the same bits twice, alone and in a session', () => {
    const settings = resolveSettings(nmf, {});
    const context = { random: stream('session'), checkCancelled: () => undefined };
    const session = nmf.open!({ images: faces, labels: null }, settings, context);
    session.fit([2]);
    expect(session.fit([4])).toEqual(fitOf(nmf, faces, [4]));
    session.release();
  });

  it('codes of images do not depend on the other images, and are not negative', () => {
    const fit = fitOf(nmf, faces, [4]);
    const all = nmf.encode(fit, faces);
    const one = nmf.encode(fit, { ...faces, count: 1, data: faces.data.slice(0, 120) });
    expect(Array.from(one.data)).toEqual(Array.from(all.data.subarray(0, 4)));
    expect(Math.min(...all.data)).toBeGreaterThanOrEqual(0);
  });
});

describe('2D-NMF', () => {
  it('is NMF of all columns, and of all rows', () => {
    const fit = fitOf(twoDNmf, images, [2, 3], tight);
    const columns = matrixStack(24 * 6, 7, 1);
    images.data.forEach((value, at) => {
      const [n, r, c] = [Math.floor(at / 42), Math.floor((at % 42) / 6), at % 6];
      columns.data[(n * 6 + c) * 7 + r] = value;
    });
    const rows = matrixStack(24 * 7, 1, 6, images.data);
    const [uc, ur] = [fitOf(nmf, columns, [2], tight), fitOf(nmf, rows, [3], tight)];
    expect(relativeDifference(parameterMatrix(fit, 'Uc').data, parameterMatrix(uc, 'B').data)).toBeLessThan(1e-9);
    expect(relativeDifference(parameterMatrix(fit, 'Ur').data, parameterMatrix(ur, 'B').data)).toBeLessThan(1e-9);
    // Errors there are per column and per row.
    expect(fit.trace.at(-1)! / (6 * uc.trace.at(-1)! + 7 * ur.trace.at(-1)!)).toBeCloseTo(1, 10);
  });

  it.each(['hals', 'multiplicative'])('never raises the sum of both errors: %s', (algorithm) => {
    expectNoRise(fitOf(twoDNmf, faces, [3, 2], { algorithm, tolerance: 0, maxIterations: 150 }));
  });

  it('fits each shape of a session as alone', () => {
    const context = { random: stream('session'), checkCancelled: () => undefined };
    const session = twoDNmf.open!({ images: faces, labels: null }, resolveSettings(twoDNmf, {}), context);
    for (const shape of [
      [2, 2],
      [3, 2],
      [2, 3],
    ]) {
      expect(session.fit(shape)).toEqual(fitOf(twoDNmf, faces, shape));
    }
    session.release();
  });

  it('reconstructs the projection of an image onto the spans of its bases', () => {
    const fit = fitOf(twoDNmf, faces, [4, 3]);
    const once = twoDNmf.reconstruct!(fit, twoDNmf.encode(fit, faces));
    const twice = twoDNmf.reconstruct!(fit, twoDNmf.encode(fit, once));
    expect(relativeDifference(twice.data, once.data)).toBeLessThan(1e-10);
    const full = fitOf(twoDNmf, images, [7, 6]);
    const back = twoDNmf.reconstruct!(full, twoDNmf.encode(full, images));
    expect(relativeDifference(back.data, images.data)).toBeLessThan(1e-6);
  });
});

describe.each([nmf, twoDNmf])('$title', (method) => {
  const latent = method.latentNames.map(() => 2);
  it('refuses negative and missing pixels, by their place, and black images', () => {
    const with_ = (value: number) => ({ ...faces, data: faces.data.map((own, at) => (at === 120 + 23 ? value : own)) });
    expect(() => fitOf(method, with_(-3.5), latent)).toThrow(
      `${method.title} needs grey values of 0 or more: found -3.5 in training image 2, row 3, column 4.`,
    );
    expect(() => fitOf(method, with_(NaN), latent)).toThrow('found NaN in training image 2');
    expect(() => fitOf(method, matrixStack(4, 3, 3), latent)).toThrow('all training images are black');
    expect(() =>
      fitOf(
        method,
        faces,
        latent.map(() => 99),
      ),
    ).toThrow('is outside');
  });
});
