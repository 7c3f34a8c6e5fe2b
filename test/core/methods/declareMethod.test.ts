import { describe, expect, it } from 'vitest';
import { matrixStack } from '../../../src/core/linalg/matrix.ts';
import { NO_COST } from '../../../src/core/methods/cost.ts';
import { arraysOf, declareMethod } from '../../../src/core/methods/declareMethod.ts';
import { axesOfVectors } from '../../../src/core/methods/sharedDeclarations.ts';
import { CancelledError, FitError, type Fit } from '../../../src/core/methods/method.ts';
import { stream } from '../../../src/core/random/stream.ts';

const citation = { key: '', type: 'article', authors: [], title: '', venue: '', year: 2000 } as const;
const named = {
  id: 'toy',
  title: 'Toy',
  fullName: 'toy',
  family: 'vector',
  description: '',
  formula: '',
  axes: '',
} as const;
const parameters = [
  { name: 'factor', title: '', help: '', kind: 'number', default: 2, min: 0, max: 9 },
  {
    name: 'labels',
    title: '',
    help: '',
    kind: 'choice',
    default: 'no',
    choices: [
      { value: 'no', title: '' },
      { value: 'yes', title: '' },
    ],
  },
] as const;

/** Codes are the first q pixels less those of the mean, times the factor; blocks of two shapes. */
const toy = declareMethod({
  ...named,
  citation,
  cost: () => NO_COST,
  appearance: { index: 0, marker: 'circle' },
  latentNames: ['q'],
  parameters,
  arrays: { first: 'vector', scale: 'scalar', spare: 'matrix?' },
  usesLabels: ({ labels }) => labels === 'yes',
  largestLatent: axesOfVectors,

  open({ images }, { factor }) {
    const fit = ([q]: readonly number[]) => ({
      arrays: { first: images.data.slice(0, q), scale: factor },
      iterations: q,
    });
    return {
      fit,
      fitAll: function* (shapes) {
        for (let from = 0; from < shapes.length; from += 2) yield shapes.slice(from, from + 2).map(fit);
      },
      release: () => undefined,
    };
  },

  encode: ({ arrays: { first, scale }, settings: { factor } }, { count }) =>
    matrixStack(
      count,
      first.length,
      1,
      Float64Array.from({ length: count * first.length }, () => scale * factor),
    ),
});

const images = matrixStack(
  5,
  2,
  3,
  Float64Array.from({ length: 30 }, (_, i) => i),
);
const data = { images, labels: null };
const context = { random: stream('frame'), checkCancelled: () => undefined };

describe('the frame of a method', () => {
  it('stamps id, latent shape, settings as they were given, and image shape', () => {
    const fit = toy.fit(data, [2], { factor: 3 }, context);
    expect(fit).toEqual({
      method: 'toy',
      latent: [2],
      settings: { factor: 3 },
      imageShape: { rows: 2, cols: 3 },
      parameters: {
        first: { shape: [2], data: Float64Array.of(0, 1) },
        scale: { shape: [], data: Float64Array.of(3) },
      },
      trace: [],
      objective: null,
      iterations: 2,
      converged: true,
      logLikelihood: null,
      warnings: [],
    });
    expect(toy.latentKind).toBe('vector');
  });

  it('fills in settings that are left out', () => {
    expect(toy.fit(data, [1], {}, context).parameters.scale.data[0]).toBe(2);
    expect(toy.usesLabels!({})).toBe(false);
  });

  it('refuses latent shapes, missing subjects and images of another shape', () => {
    expect(() => toy.fit(data, [5], {}, context)).toThrow('Toy: latent shape (5) is outside (1) … (4)');
    expect(() => toy.fit(data, [1], { labels: 'yes' }, context)).toThrow(
      'Toy needs the subject of every training image.',
    );
    const fit = toy.fit(data, [2], {}, context);
    expect(() => toy.encode(fit, matrixStack(1, 3, 2))).toThrow('fitted to images of 2 × 3, found 3 × 2');
  });

  it('asks whether the user has cancelled before it fits', () => {
    const checkCancelled = (): never => {
      throw new CancelledError();
    };
    expect(() => toy.fit(data, [1], {}, { ...context, checkCancelled })).toThrow(CancelledError);
  });

  it('puts refusals where their shapes stand among fits of several', () => {
    const session = toy.open!(data, {}, context);
    const blocks = [...session.fitAll!([[9], [1], [2], [0], [7], [3], [8]])!];
    const told = blocks.flat().map((fit: Fit | Error) => (fit instanceof Error ? fit.constructor : fit.latent[0]));
    expect(told).toEqual([FitError, 1, 2, FitError, FitError, 3, FitError]);
  });

  it('reads arrays by their kinds, and only those that are declared', () => {
    const fit = toy.fit(data, [2], {}, context);
    const arrays = arraysOf(toy, fit);
    const scale: number = arrays.scale;
    expect([scale, arrays.first.length, arrays.spare]).toEqual([2, 2, undefined]);
    // @ts-expect-error No array of this name is declared.
    expect(arrays.second).toBeUndefined();
    expect(() => arraysOf(toy, { ...fit, parameters: {} }).scale).toThrow('toy: the fit has no parameter scale');
  });
});
