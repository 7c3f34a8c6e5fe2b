import { describe, expect, it } from 'vitest';
import { selectImages, type ImageSet } from '../../../../src/core/images/imageSet.ts';
import { principalAngles, scale, symmetricEigen } from '../../../../src/core/linalg/index.ts';
import {
  continueCore,
  mergeScatter,
  modelOfSummary,
  summariseCore,
  summariseScatter,
} from '../../../../src/core/methods/bilinear/incremental.ts';
import { canonicalModel } from '../../../../src/core/methods/bilinear/kronecker/kroneckerModel.ts';
import { mvfa } from '../../../../src/core/methods/bilinear/mvfa.ts';
import { oneModePhopca } from '../../../../src/core/methods/bilinear/oneModePhopca.ts';
import type { Fit } from '../../../../src/core/methods/method.ts';
import { fitOf, largestFall, parameterMatrix, plantedImages } from '../support/dense.ts';

const { images } = plantedImages('incremental', 200, 6, 5, 2, 2);
const part = (from: number, to: number): ImageSet =>
  selectImages(
    images,
    Array.from({ length: to - from }, (_, i) => from + i),
  );
const summaryOf = (fit: Fit, set: ImageSet) =>
  summariseCore(
    set,
    parameterMatrix(fit, 'mean'),
    canonicalModel(parameterMatrix(fit, 'C'), parameterMatrix(fit, 'R'), fit.parameters.sigma2.data[0]),
  );

describe('incremental one-mode PHOPCA', () => {
  it('equals the fit to all images', () => {
    const merged = mergeScatter(
      mergeScatter(summariseScatter(part(0, 120)), summariseScatter(part(120, 170))),
      summariseScatter(part(170, 200)),
    );
    const { values, vectors } = symmetricEigen(scale(merged.scatter, 1 / (merged.count * 6)));
    const all = fitOf(oneModePhopca, images, [2]);
    all.parameters.mean.data.forEach((value, i) => expect(merged.mean.data[i]).toBeCloseTo(value, 12));
    all.parameters.eigenvalues.data.forEach((value, j) => expect(values[j]).toBeCloseTo(value, 10));
    const leading = {
      rows: 5,
      cols: 2,
      data: Float64Array.from({ length: 10 }, (_, k) => vectors.data[Math.floor(k / 2) * 5 + (k % 2)]),
    };
    expect(Math.max(...principalAngles(leading, parameterMatrix(all, 'Ur')))).toBeLessThan(1e-7);
  });
});

describe('incremental two-mode PHOPCA', () => {
  it('raises its bound and comes nearer to the fit to all images than the old fit is', () => {
    const old = fitOf(mvfa, part(0, 100), [2, 2], { tolerance: 1e-12 });
    const all = fitOf(mvfa, images, [2, 2], { tolerance: 1e-12 });
    const continued = continueCore(summaryOf(old, part(0, 100)), part(100, 200));
    expect(continued.trace.length).toBeGreaterThan(2);
    expect(largestFall(continued.trace)).toBeLessThan(1e-12);
    const model = modelOfSummary(continued);
    const score = (fit: Fit) => mvfa.logLikelihood!(fit, images).reduce((sum, value) => sum + value, 0);
    const asFit = (base: Fit): Fit => ({
      ...base,
      parameters: {
        mean: { shape: [6, 5], data: continued.mean.data },
        C: { shape: [6, 2], data: model.c.data },
        R: { shape: [5, 2], data: model.r.data },
        sigma2: { shape: [], data: Float64Array.of(model.sigma2) },
      },
    });
    const [before, after, best] = [score(old), score(asFit(old)), score(all)];
    expect(after).toBeGreaterThan(before);
    // The stated agreement: at least half of what refitting would gain, subspaces within 0.02 rad.
    expect(best - after).toBeLessThan(0.5 * (best - before));
    expect(Math.max(...principalAngles(model.c, parameterMatrix(all, 'C')))).toBeLessThan(0.02);
    expect(Math.max(...principalAngles(model.r, parameterMatrix(all, 'R')))).toBeLessThan(0.02);
  });

  it('stays where it is when it meets the same images again', () => {
    const old = fitOf(mvfa, images, [2, 2], { tolerance: 1e-14 });
    const continued = modelOfSummary(continueCore(summaryOf(old, images), images));
    expect(Math.max(...principalAngles(continued.c, parameterMatrix(old, 'C')))).toBeLessThan(1e-4);
    expect(continued.sigma2 / old.parameters.sigma2.data[0]).toBeCloseTo(1, 4);
  });

  it('can be continued again', () => {
    const old = fitOf(mvfa, part(0, 100), [2, 2]);
    const once = continueCore(summaryOf(old, part(0, 100)), part(100, 150));
    const twice = continueCore(once, part(150, 200));
    expect(twice.moments.count).toBe(200);
    const all = fitOf(mvfa, images, [2, 2]);
    twice.mean.data.forEach((value, i) => expect(value).toBeCloseTo(all.parameters.mean.data[i], 10));
    expect(Math.max(...principalAngles(modelOfSummary(twice).c, parameterMatrix(all, 'C')))).toBeLessThan(0.03);
  });

  it('refuses images of another shape', () => {
    const old = fitOf(mvfa, part(0, 100), [2, 2]);
    expect(() => continueCore(summaryOf(old, part(0, 100)), plantedImages('other', 5, 5, 5, 1, 1).images)).toThrow(
      /6 × 5, found 5 × 5/,
    );
  });
});
