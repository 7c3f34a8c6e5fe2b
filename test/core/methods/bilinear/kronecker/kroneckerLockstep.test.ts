import { afterEach, describe, expect, it } from 'vitest';
import { kernelMemory, releaseBatches } from '../../../../../src/core/linalg/index.ts';
import { glram } from '../../../../../src/core/methods/bilinear/glram.ts';
import {
  gainsByMoments,
  kroneckerMemory,
  kroneckerRoute,
} from '../../../../../src/core/methods/bilinear/kronecker/kroneckerRoute.ts';
import { mvfa } from '../../../../../src/core/methods/bilinear/mvfa.ts';
import { psopca } from '../../../../../src/core/methods/bilinear/psopca.ts';
import {
  CancelledError,
  FitError,
  type Fit,
  type Method,
  type Settings,
} from '../../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../../src/core/methods/settings.ts';
import { stream } from '../../../../../src/core/random/stream.ts';
import { plantedImages } from '../../support/dense.ts';
import { oneByOne, product, sessionOf, together } from '../sweptFits.ts';
import { evaluateShapes } from '../../../../support/classify.ts';

function relative(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]) / Math.abs(b[i])));
}

/** Odd and even, tall and wide, more images than are summed at a time, more pixels than a strip of moments has. */
const random = stream('kronecker lockstep sizes');
const drawn = Array.from({ length: 2 }, () => [5, 5].map((least) => least + random.integer(8)));
const SIZES = [
  [560, 14, 12] as const,
  ...[[7, 6], [5, 12], [12, 5], ...drawn].map(
    ([rows, cols]) => [2 * rows * cols + random.integer(150), rows, cols] as const,
  ),
];

const methods: readonly (readonly [string, Method, Settings])[] = [
  ['PSOPCA', psopca, {}],
  ['PSOPCA as published', psopca, { restart: 'cold' }],
  ['PSOPCA without noise', psopca, { noise: 'zero', maxIterations: 30 }],
  ['MVFA', mvfa, {}],
  ['MVFA without expansion', mvfa, { algorithm: 'direct', maxIterations: 40 }],
];

afterEach(releaseBatches);

describe.each(methods)('%s in lockstep on moments', (_, method, own) => {
  it.each(SIZES)('takes the iterations that it takes over %i images of %i × %i', (count, rows, cols) => {
    const { images } = plantedImages(`kronecker lockstep ${count}`, count, rows, cols, 3, 2, 0.8);
    const shapes = product([1, 2, 3], [1, 2, 4]).filter((shape) => gainsByMoments({ rows, cols, train: count }, shape));
    expect(shapes.length).toBeGreaterThan(4);
    const [ours, theirs] = [together(method, images, shapes, own), oneByOne(method, images, shapes, own)];
    shapes.forEach((shape, s) => {
      expect(ours[s].latent).toEqual(shape);
      expect(ours[s].iterations).toBe(theirs[s].iterations);
      expect(ours[s].converged).toBe(theirs[s].converged);
      expect(relative(ours[s].trace, theirs[s].trace)).toBeLessThan(1e-12);
      expect(ours[s].warnings).toEqual(theirs[s].warnings);
      if (ours[s].logLikelihood !== null) {
        expect(relative([ours[s].logLikelihood!], [theirs[s].logLikelihood!])).toBeLessThan(1e-12);
      }
    });
  });

  it('starts where it starts over the images, whatever the start', () => {
    const { images } = plantedImages('kronecker starts', 200, 8, 7, 2, 2);
    const shapes = product([2, 3], [1, 2, 3]);
    for (const start of ['random', 'identity', 'glram']) {
      const settings = { ...own, start };
      const [ours, theirs] = [together(method, images, shapes, settings), oneByOne(method, images, shapes, settings)];
      ours.forEach((fit, s) =>
        expect(relative(fit.trace.slice(0, 3), theirs[s].trace.slice(0, 3))).toBeLessThan(1e-12),
      );
    }
  });
});

describe('PSOPCA and MVFA in lockstep on moments', () => {
  it('give the same bits for a grid, its parts and another order', () => {
    const { images } = plantedImages('kronecker parts', 300, 10, 9, 3, 3, 0.7);
    const shapes = product([2, 3, 4, 6], [2, 3, 5, 8]);
    for (const method of [psopca, mvfa]) {
      const all = together(method, images, shapes);
      expect(together(method, images, [...shapes].reverse()).reverse()).toEqual(all);
      const parts = [shapes.slice(0, 5), shapes.slice(5, 7), shapes.slice(7)];
      expect(parts.flatMap((part) => together(method, images, part))).toEqual(all);
    }
  });

  it('go over the images where a shape saves nothing by moments', () => {
    const size = { rows: 8, cols: 7, train: 40 };
    const shapes = product([1, 2, 3, 8], [1, 2, 5]);
    const small = shapes.filter((shape) => gainsByMoments(size, shape));
    expect(small.length).toBeGreaterThan(3);
    expect(small.length).toBeLessThan(shapes.length);
    const { images } = plantedImages('kronecker mixed', size.train, size.rows, size.cols, 2, 2);
    for (const settings of [{}, { start: 'random' }] as Settings[]) {
      const [ours, theirs] = [together(mvfa, images, shapes, settings), oneByOne(mvfa, images, shapes, settings)];
      shapes.forEach((shape, s) => {
        if (gainsByMoments(size, shape)) expect(relative(ours[s].trace, theirs[s].trace)).toBeLessThan(1e-12);
        else expect(ours[s]).toEqual(theirs[s]);
      });
    }
  });

  it('put an error in the place of a shape that has no fit, and leave the others as they are', () => {
    const { images } = plantedImages('kronecker errors', 200, 8, 7, 2, 2);
    for (const method of [psopca, mvfa]) {
      const session = sessionOf(method, images);
      const [first, none, full, last] = [
        ...session.fitAll!([
          [2, 2],
          [9, 2],
          [8, 7],
          [3, 2],
        ])!,
      ].flat();
      session.release();
      expect(none).toBeInstanceOf(FitError);
      expect((none as Error).message).toMatch(/latent shape \(9, 2\) is outside/);
      expect((full as Error).message).toMatch(/no dimension is left for the noise/);
      expect([first, last]).toEqual(
        together(method, images, [
          [2, 2],
          [3, 2],
        ]),
      );
    }
  });

  it('end within an iteration when they are cancelled, and leave no memory behind', () => {
    const { images } = plantedImages('kronecker cancel', 200, 8, 7, 2, 2);
    const before = kernelMemory().used;
    // Moments of pixels ask once, T once a row of pixels, the start once a round, then every iteration once.
    for (const last of [0, 4, 10, 14]) {
      let calls = 0;
      const session = sessionOf(
        mvfa,
        images,
        {},
        {
          checkCancelled: () => {
            if (calls++ === last) throw new CancelledError('cancelled');
          },
        },
      );
      expect(() => [...session.fitAll!(product([1, 2, 3], [1, 2, 3]))!]).toThrow(CancelledError);
      session.release();
      expect(kernelMemory().used).toBe(before);
    }
  });

  it('share the moments of a split, T with GLRAM', () => {
    const { images } = plantedImages('kronecker once', 300, 8, 7, 2, 2);
    const asked: string[] = [];
    const kept = new Map<string, unknown>();
    const once = <T>(what: string, compute: () => T): T => {
      asked.push(what);
      if (!kept.has(what)) kept.set(what, compute());
      return kept.get(what) as T;
    };
    const shapes = product([1, 2, 3], [1, 2, 3]);
    for (const method of [glram, psopca, mvfa]) {
      const session = sessionOf(method, images, {}, { once });
      expect([...session.fitAll!(shapes)!].flat()).toEqual(together(method, images, shapes));
      session.release();
    }
    expect([...kept.keys()].sort()).toEqual(['fourth-order moments', 'second moments of pixels']);
    expect(asked).toHaveLength(5);
  });

  it('encode with all fits at once to the bits of one after the other', () => {
    const { images } = plantedImages('kronecker codes', 200, 9, 8, 2, 2);
    for (const method of [psopca, mvfa]) {
      const session = sessionOf(method, images);
      const fits = [...session.fitAll!(product([1, 2, 4], [1, 3]))!].flat() as Fit[];
      expect(session.encodeAll!(fits, images)).toEqual(fits.map((fit) => session.encode!(fit, images)));
      session.release();
    }
  });

  it('name the route in the evaluation of a split', () => {
    const { images } = plantedImages('kronecker evaluation', 260, 8, 7, 2, 2);
    const indices = Int32Array.from({ length: 260 }, (_, n) => n);
    const evaluate = (count: number) =>
      evaluateShapes(mvfa, {
        images,
        labels: indices.map((n) => n % 10),
        train: indices.slice(0, count),
        test: indices.slice(count),
        shapes: product([1, 2, 3], [1, 2, 3]),
        settings: resolveSettings(mvfa, {}),
        context: { random: stream('evaluation'), checkCancelled: () => undefined },
        gram: () => {
          throw new Error('not needed');
        },
      });
    expect(evaluate(200)).toMatchObject({ sums: 'moments', fits: 9 });
    expect(evaluate(20).sums).toBeUndefined();
  });
});

describe('the choice between images and moments of pixels', () => {
  const grid = product([1, 2, 3, 4, 6, 8, 10, 12, 15], [1, 2, 3, 4, 6, 8, 10, 12, 15]);

  it('follows from the sizes', () => {
    // ORL and Yale, whatever the training set, and their halves.
    expect(kroneckerRoute({ rows: 56, cols: 46, train: 360 }, grid)).toBe('images');
    expect(kroneckerRoute({ rows: 32, cols: 32, train: 160 }, grid)).toBe('images');
    expect(kroneckerRoute({ rows: 28, cols: 28, train: 4000 }, grid)).toBe('moments');
    expect(kroneckerRoute({ rows: 28, cols: 28, train: 4000 }, [[2, 2]])).toBe('images');
    // The moments would take 2 GiB.
    expect(kroneckerRoute({ rows: 128, cols: 128, train: 100_000 }, grid)).toBe('images');
  });

  it('never turns back to images with more images or more shapes', () => {
    for (const [rows, cols] of [
      [8, 7],
      [28, 28],
      [56, 46],
    ]) {
      let before = false;
      for (let train = 10; train < 40_000; train = Math.ceil(train * 1.3)) {
        const moments = (shapes: typeof grid) => kroneckerRoute({ rows, cols, train }, shapes) === 'moments';
        expect(before && !moments(grid)).toBe(false);
        expect(moments(grid.slice(0, 40)) && !moments(grid)).toBe(false);
        before = moments(grid);
      }
      expect(before).toBe(true);
    }
  });

  it('is for steps that no rotation changes', () => {
    const size = { rows: 28, cols: 28, train: 4000, shapes: grid };
    const byMoments = ['px', 'direct', 'ecm', 'printed-ecm', 'printed-px'].map((value) => [
      value,
      mvfa.memory!(size, { algorithm: value }).arrays > 0,
    ]);
    expect(byMoments).toEqual([
      ['px', true],
      ['direct', true],
      ['ecm', false],
      ['printed-ecm', false],
      ['printed-px', false],
    ]);
    const { images } = plantedImages('kronecker printed', 300, 8, 7, 2, 2);
    for (const algorithm of ['ecm', 'printed-ecm', 'printed-px']) {
      const session = sessionOf(mvfa, images, { algorithm });
      expect(session.fitAll!(product([2, 3], [2, 3]))).toBeNull();
      session.release();
    }
  });

  it('adds the moments to the memory that the methods need', () => {
    const size = { rows: 28, cols: 28, train: 4000 };
    expect(kroneckerMemory({ ...size, shapes: grid }).arrays).toBe(8 * (784 ** 2 + 406 ** 2));
    expect(kroneckerMemory({ ...size, train: 80, shapes: grid }).arrays).toBe(0);
    expect(kroneckerMemory(size).arrays).toBe(0);
    for (const method of [psopca, mvfa]) {
      expect(method.memory!({ ...size, shapes: grid }, {})).toEqual(kroneckerMemory({ ...size, shapes: grid }));
    }
  });
});
