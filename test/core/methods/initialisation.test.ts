import { describe, expect, it } from 'vitest';
import { factorNoisePhopca } from '../../../src/core/methods/bilinear/factorNoise.ts';
import { mvfaAnisotropic } from '../../../src/core/methods/bilinear/mvfaExtensions.ts';
import { CancelledError, FitError } from '../../../src/core/methods/method.ts';
import { bestOfStarts } from '../../../src/core/methods/initialisation.ts';
import { fitOf, plantedImages } from './support/dense.ts';

describe('Several starts', () => {
  const run = (ends: readonly (number | Error)[]) =>
    bestOfStarts(
      ends.length,
      (start) => {
        const end = ends[start];
        if (end instanceof Error) throw end;
        return { start, end };
      },
      ({ end }) => end,
    );

  it('keep the one that ends highest, of equal ones the first', () => {
    expect(run([-3, -1, -2, -1])).toEqual({
      best: { start: 1, end: -1 },
      ends: Float64Array.of(-3, -1, -2, -1),
      warnings: [],
    });
  });

  it('leave out those that break down, with a warning', () => {
    const { best, ends, warnings } = run([new FitError('no fit'), -5, new FitError('none either')]);
    expect(best.start).toBe(1);
    expect([...ends]).toEqual([-5]);
    expect(warnings).toEqual(['2 of 3 starts broke down: no fit']);
  });

  it('fail when all do, and end at once for anything that is no failed fit', () => {
    expect(() => run([new FitError('first'), new FitError('second')])).toThrow('first');
    expect(() => run([-1, new CancelledError('stop'), -2])).toThrow(CancelledError);
    expect(() => run([-1, new TypeError('defect')])).toThrow(TypeError);
  });
});

// 12 images of a richer model than the one that is fitted: the likelihood has several optima.
const { images } = plantedImages('starts 5', 12, 7, 6, 6, 5, 0.3);

describe.each([mvfaAnisotropic, factorNoisePhopca])('$id', (method) => {
  it('ends at the highest of its starts, which the spectral one does not reach', () => {
    const one = fitOf(method, images, [2, 3], { starts: 1 });
    const several = fitOf(method, images, [2, 3]);
    const ends = [...several.parameters.ends.data];
    expect(ends).toHaveLength(several.settings['starts'] as number);
    expect(ends[0]).toBe(one.logLikelihood);
    expect(several.logLikelihood).toBe(Math.max(...ends));
    // 0.8% of |L| here, as on 120 faces.
    expect(several.logLikelihood! - one.logLikelihood!).toBeGreaterThan(0.005 * Math.abs(one.logLikelihood!));
    expect(one.parameters.ends).toBeUndefined();
  });

  it('takes the same starts whatever their number, so that more never end lower', () => {
    const [two, three] = [2, 3].map((starts) => fitOf(method, images, [2, 3], { starts }));
    expect([...three.parameters.ends.data].slice(0, 2)).toEqual([...two.parameters.ends.data]);
    expect(three.logLikelihood!).toBeGreaterThanOrEqual(two.logLikelihood!);
  });
});
