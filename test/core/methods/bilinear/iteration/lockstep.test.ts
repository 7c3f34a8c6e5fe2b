import { afterEach, describe, expect, it } from 'vitest';
import { kernelMemory, principalAngles, releaseBatches } from '../../../../../src/core/linalg/index.ts';
import { bppca } from '../../../../../src/core/methods/bilinear/bppca.ts';
import { glram } from '../../../../../src/core/methods/bilinear/glram.ts';
import { imageWidths, momentBytes, sumsRoute } from '../../../../../src/core/methods/bilinear/iteration/sumsRoute.ts';
import {
  CancelledError,
  FitError,
  type Fit,
  type LatentShape,
  type Method,
  type Settings,
} from '../../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../../src/core/methods/settings.ts';
import { stream } from '../../../../../src/core/random/stream.ts';
import { parameterMatrix, plantedImages } from '../../support/dense.ts';
import { oneByOne, product, sessionOf, together } from '../sweptFits.ts';
import { evaluateShapes } from '../../../../support/classify.ts';

function largestAngle(a: Fit, b: Fit, name: string): number {
  return Math.max(...principalAngles(parameterMatrix(a, name), parameterMatrix(b, name)));
}

function relative(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]) / Math.abs(b[i])));
}

/** Sizes whose grids go by moments: odd and even, tall and wide, more images than are summed at a time. */
const SIZES = [
  [60, 8, 7],
  [90, 12, 5],
  [90, 5, 12],
  [700, 9, 9],
  [150, 14, 12],
] as const;

const methods: readonly (readonly [string, Method, Settings])[] = [
  ['GLRAM', glram, {}],
  ['BPPCA (CM)', bppca, {}],
  ['BPPCA (AECM)', bppca, { algorithm: 'aecm', restart: 'cold' }],
];

afterEach(releaseBatches);

describe.each(methods)('%s in lockstep on moments', (_, method, own) => {
  it.each(SIZES)('takes the iterations that it takes over %i images of %i × %i', (count, rows, cols) => {
    const { images } = plantedImages(`lockstep ${count}`, count, rows, cols, 3, 2, 0.8);
    const shapes = product([1, 2, 3, rows - 1], [1, 2, cols - 1]);
    for (const settings of own.restart ? [own] : [own, { ...own, restart: 'cold' }]) {
      const ours = together(method, images, shapes, settings);
      const theirs = oneByOne(method, images, shapes, settings);
      shapes.forEach((shape, s) => {
        expect(ours[s].latent).toEqual(shape);
        expect(ours[s].iterations).toBe(theirs[s].iterations);
        expect(ours[s].converged).toBe(theirs[s].converged);
        expect(relative(ours[s].trace, theirs[s].trace)).toBeLessThan(1e-12);
        expect(ours[s].warnings).toEqual(theirs[s].warnings);
        // Shape (rows − 1, …) cuts through the spectrum of the noise, whose gaps are small.
        // AECM's loadings there are near zero and say less of their directions.
        const bound = own.algorithm === 'aecm' ? 1e-7 : 1e-9;
        expect(largestAngle(ours[s], theirs[s], 'Uc')).toBeLessThan(bound);
        expect(largestAngle(ours[s], theirs[s], 'Ur')).toBeLessThan(bound);
      });
    }
  });

  it('gives the same bits for a grid, its parts and another order', () => {
    const { images } = plantedImages('lockstep parts', 90, 10, 9, 3, 3, 0.7);
    const shapes = product([2, 3, 4, 6], [2, 3, 5, 8]);
    const all = together(method, images, shapes, own);
    expect(together(method, images, [...shapes].reverse(), own).reverse()).toEqual(all);
    const parts = [shapes.slice(0, 5), shapes.slice(5, 6), shapes.slice(6)];
    expect(parts.flatMap((part) => together(method, images, part, own))).toEqual(all);
  });

  it('starts from the same random numbers as one fit after another', () => {
    const { images } = plantedImages('lockstep random', 80, 8, 7, 2, 2);
    const shapes = product([2, 3], [1, 2, 3]);
    const settings = { ...own, start: 'random' };
    const [ours, theirs] = [together(method, images, shapes, settings), oneByOne(method, images, shapes, settings)];
    ours.forEach((fit, s) => expect(relative(fit.trace, theirs[s].trace)).toBeLessThan(1e-12));
  });

  it('fits more shapes than it takes at a time', () => {
    const { images } = plantedImages('lockstep blocks', 60, 14, 13, 2, 2);
    const all = Array.from({ length: 12 }, (_, q) => q + 1);
    const shapes = product([...all, 13], all).slice(0, 140);
    const settings = { ...own, restart: 'cold' };
    const opened = sessionOf(method, images, settings);
    const blocks = [...opened.fitAll!(shapes)!];
    opened.release();
    expect(blocks.map((block) => block.length)).toEqual([128, 12]);
    expect(blocks.flat().map((fit) => (fit as Fit).latent)).toEqual(shapes);
    expect(together(method, images, [shapes[130]], settings)[0]).toEqual(blocks[1][2]);
  });

  it('puts an error in the place of a shape that has no fit, and leaves the others as they are', () => {
    const { images } = plantedImages('lockstep errors', 60, 8, 7, 2, 2);
    const opened = sessionOf(method, images, own);
    const [[first, none, last]] = [
      ...opened.fitAll!([
        [2, 2],
        [9, 2],
        [3, 2],
      ])!,
    ];
    opened.release();
    expect(none).toBeInstanceOf(FitError);
    expect((none as Error).message).toMatch(/latent shape \(9, 2\) is outside/);
    expect([first, last]).toEqual(
      together(
        method,
        images,
        [
          [2, 2],
          [3, 2],
        ],
        own,
      ),
    );
  });

  it('ends within an iteration when it is cancelled, and leaves no memory behind', () => {
    const { images } = plantedImages('lockstep cancel', 60, 8, 7, 2, 2);
    const before = kernelMemory().used;
    // The moments ask once a row of pixels, then every iteration once.
    for (const last of [0, 5, 10]) {
      let calls = 0;
      const opened = sessionOf(method, images, own, {
        checkCancelled: () => {
          if (calls++ === last) throw new CancelledError('cancelled');
        },
      });
      expect(() => [...opened.fitAll!(product([1, 2, 3], [1, 2, 3]))!]).toThrow(CancelledError);
      opened.release();
      expect(kernelMemory().used).toBe(before);
    }
  });

  it('names the route in the evaluation of a split', () => {
    const { images } = plantedImages('lockstep evaluation', 60, 8, 7, 2, 2);
    const indices = Int32Array.from({ length: 60 }, (_, n) => n);
    const evaluate = (count: number, shapes: LatentShape[]) =>
      evaluateShapes(method, {
        images,
        labels: indices.map((n) => n % 10),
        train: indices.slice(0, count),
        test: indices.slice(count),
        shapes,
        settings: resolveSettings(method, own),
        context: { random: stream('lockstep'), checkCancelled: () => undefined },
        gram: () => {
          throw new Error('not needed');
        },
      });
    const { sums, iterations, fits } = evaluate(40, product([1, 2, 3], [1, 2, 3]));
    expect(sums).toBe('moments');
    expect(iterations).toHaveLength(9);
    expect(fits).toBe(9);
    expect(evaluate(40, [[1, 1]]).sums).toBeUndefined();
  });
});

describe('BPPCA in lockstep on moments', () => {
  it('goes over the images where a covariance is all but singular, as one fit does', () => {
    // σ² lies below 1e-8 λ₁: with sums by moments these fits take up to sixty iterations more or less.
    const { images } = plantedImages('lockstep singular', 70, 8, 7, 2, 2, 3e-5);
    const shapes = product([2, 3, 8], [2, 3, 7]);
    const [ours, theirs] = [together(bppca, images, shapes), oneByOne(bppca, images, shapes)];
    ours.forEach((fit, s) => {
      expect(fit.iterations).toBe(theirs[s].iterations);
      expect(relative(fit.trace, theirs[s].trace)).toBeLessThan(1e-7);
    });
  });
});

describe('the choice between images and moments', () => {
  const grid = product([1, 2, 3, 4, 6, 8, 10, 12, 15], [1, 2, 3, 4, 6, 8, 10, 12, 15]);

  it('follows from the sizes', () => {
    expect(sumsRoute({ rows: 56, cols: 46, train: 80 }, grid)).toBe('moments');
    expect(sumsRoute({ rows: 56, cols: 46, train: 160 }, grid)).toBe('moments');
    expect(sumsRoute({ rows: 28, cols: 28, train: 4000 }, grid)).toBe('moments');
    // T would take longer to make than one fit takes.
    expect(sumsRoute({ rows: 56, cols: 46, train: 160 }, [[10, 10]])).toBe('images');
    expect(sumsRoute({ rows: 28, cols: 28, train: 5 }, grid)).toBe('images');
    expect(sumsRoute({ rows: 112, cols: 92, train: 80 }, grid)).toBe('images');
    // T would take 545 MiB.
    expect(sumsRoute({ rows: 128, cols: 128, train: 10_000 }, grid)).toBe('images');
  });

  it('is the cheaper one for every factor', () => {
    const size = { rows: 56, cols: 46, train: 80 };
    const { right, left } = imageWidths(size);
    // N q (2 d_c d_r + d²) against d_c² d_r² / 2.
    const [pixels, t] = [56 * 46, (56 * 46) ** 2 / 2];
    expect(80 * right * (2 * pixels + 56 * 56)).toBeLessThanOrEqual(t);
    expect(80 * (right + 1) * (2 * pixels + 56 * 56)).toBeGreaterThan(t);
    expect(80 * left * (2 * pixels + 46 * 46)).toBeLessThanOrEqual(t);
    expect(80 * (left + 1) * (2 * pixels + 46 * 46)).toBeGreaterThan(t);
  });

  it('is not chosen for warm starts, which depend on the neighbour', () => {
    const { images } = plantedImages('lockstep warm', 60, 8, 7, 2, 2);
    for (const method of [glram, bppca]) {
      const opened = sessionOf(method, images, { restart: 'warm' });
      expect(opened.fitAll!(product([2, 3], [2, 3]))).toBeNull();
      opened.release();
    }
  });

  it('shares the moments of a split between methods', () => {
    const { images } = plantedImages('lockstep once', 60, 8, 7, 2, 2);
    const asked: string[] = [];
    const kept = new Map<string, unknown>();
    const once = <T>(what: string, compute: () => T): T => {
      asked.push(what);
      if (!kept.has(what)) kept.set(what, compute());
      return kept.get(what) as T;
    };
    for (const [, one, settings] of methods) {
      const opened = sessionOf(one, images, settings, { once });
      expect([...opened.fitAll!([[2, 2]])!].flat()).toEqual(together(one, images, [[2, 2]], settings));
      opened.release();
    }
    expect(asked).toEqual(Array(3).fill('fourth-order moments'));
    expect(kept.size).toBe(1);
  });

  it('adds the moments to the memory that a method needs', () => {
    const size = { rows: 56, cols: 46, train: 80 };
    const lockstep = (settings: Settings, shapes?: LatentShape[]) =>
      bppca.memory!({ ...size, shapes }, settings).arrays;
    expect(momentBytes(size)).toBe(8 * 1596 * 1081);
    expect(lockstep({}, grid)).toBe(momentBytes(size));
    expect(glram.memory!({ ...size, shapes: grid }, {}).arrays).toBe(momentBytes(size));
    expect(lockstep({})).toBe(0);
    expect(lockstep({ algorithm: 'aecm' }, grid)).toBe(momentBytes(size));
    expect(lockstep({ restart: 'warm' }, grid)).toBe(0);
  });
});
