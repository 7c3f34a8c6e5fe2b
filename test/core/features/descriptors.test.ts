import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  checkFeatures,
  featureOf,
  featureShape,
  featureStepSchema,
  featureTitle,
  imageFeatures,
  writtenStep,
  type FeatureStep,
} from '../../../src/core/features/registry.ts';

import { perturbationOfKind } from '../../../src/core/perturbations/registry.ts';
import { stream } from '../../../src/core/random/stream.ts';

type PatternStep = Extract<FeatureStep, { lbp: number }>;

interface Fixture {
  readonly rows: number;
  readonly cols: number;
  readonly image: readonly number[];
  readonly lbp: readonly (PatternStep & { values: number[][] })[];
  readonly hog: readonly { hog: number; orientations: number; block: number; values: number[][] }[];
}

const fixture: Fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/images/descriptors.json', import.meta.url), 'utf8'),
);
/** Of OpenCV: rows of [bin, share] for every bin that is not 0. */
const foreign: {
  readonly rows: number;
  readonly cols: number;
  readonly image: readonly number[];
  readonly cases: readonly { lbp: number; radius: number; neighbours: number; rows: [number, number][][] }[];
} = JSON.parse(readFileSync(new URL('../../fixtures/images/lbph.json', import.meta.url), 'utf8'));
const shape = { rows: fixture.rows, cols: fixture.cols };
const image = Float64Array.from(fixture.image);

/** Features of an image, row by row of their declared shape. */
function rowsOf(step: FeatureStep, of: Float64Array = image, size = shape): number[][] {
  const declared = featureShape([step], size);
  const values = imageFeatures([step], of, size);
  expect(values).toHaveLength(declared.rows * declared.cols);
  return Array.from({ length: declared.rows }, (_, r) => [
    ...values.subarray(r * declared.cols, (r + 1) * declared.cols),
  ]);
}

function expectClose(found: readonly (readonly number[])[], expected: readonly (readonly number[])[]): void {
  expect(found.map((row) => row.length)).toEqual(expected.map((row) => row.length));
  found.forEach((row, r) => row.forEach((value, c) => expect(value).toBeCloseTo(expected[r][c], 10)));
}

describe('local binary patterns', () => {
  it.each(fixture.lbp)(
    'are those of NumPy: $lbp × $lbp cells, $neighbours neighbours at radius $radius, $patterns patterns, $sizes',
    ({ values, ...step }) => expectClose(rowsOf(step), values),
  );

  it.each(foreign.cases)(
    'are those of OpenCV by all patterns in cells of equal size: $lbp × $lbp, $neighbours neighbours at radius $radius',
    ({ rows, ...step }) => {
      const found = rowsOf({ ...step, patterns: 'all', sizes: 'equal' }, Float64Array.from(foreign.image), foreign);
      const expected = rows.map((row) => {
        const bins = new Array<number>(2 ** step.neighbours).fill(0);
        for (const [bin, share] of row) bins[bin] = share;
        return bins;
      });
      // Single precision, written to six digits.
      found.forEach((row, r) => row.forEach((value, bin) => expect(value).toBeCloseTo(expected[r][bin], 6)));
    },
  );

  it('are what a pattern is by hand', () => {
    // Of the centre 4: right 4 (not below), above 1, left 2, below 8. Bits 0 and 3: code 9.
    const pixels = Float64Array.of(9, 1, 5, 2, 4, 4, 3, 8, 0);
    const of = (patterns: 'uniform' | 'all'): number[] =>
      rowsOf({ lbp: 1, neighbours: 4, patterns }, pixels, { rows: 3, cols: 3 })[0];
    expect(of('all').indexOf(1)).toBe(9);
    // Uniform are all codes of four bits but 0101 and 1010: 9 is the ninth of them. The last bin is of the others.
    expect(of('uniform').indexOf(1)).toBe(8);
    expect([of('all').length, of('uniform').length]).toEqual([16, 15]);
  });

  it('leave out what cells of equal size do not cover', () => {
    // Of 12 columns with patterns five cells of two columns cover 10, whose neighbours end with column 11 of 0 … 13.
    const changed = Float64Array.from(image, (value, n) => value + (n % fixture.cols > 11 ? 1e3 : 0));
    expect(rowsOf({ lbp: 5, sizes: 'equal' }, changed)).toEqual(rowsOf({ lbp: 5, sizes: 'equal' }));
    expect(rowsOf({ lbp: 5 }, changed)).not.toEqual(rowsOf({ lbp: 5 }));
  });

  it('do not change with the brightness or the contrast, and every cell adds up to 1', () => {
    const step = { lbp: 3 };
    // A power of two, so that interpolated differences keep their signs exactly.
    const other = image.map((value) => 4 * value);
    expect(rowsOf(step, other)).toEqual(rowsOf(step));
    for (const row of rowsOf(step)) expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
  });

  it('have all neighbours set where the image is flat, whatever its grey value', () => {
    for (const grey of [0, 0.1, 77.7]) {
      const [row] = rowsOf({ lbp: 1, radius: 2 }, new Float64Array(81).fill(grey), { rows: 9, cols: 9 });
      // 255 is the last of the uniform codes.
      expect(row.at(-2)).toBeCloseTo(1, 12);
      expect(row.filter((value) => value > 0)).toHaveLength(1);
    }
  });

  it('refuse a bin for every pattern of more than 12 neighbours', () => {
    expect(checkFeatures([{ lbp: 2, neighbours: 12, patterns: 'all' }], shape)).toEqual([]);
    const [{ path, message }] = checkFeatures([{ lbp: 2, neighbours: 13, patterns: 'all' }], shape);
    expect([path, message]).toEqual([
      'features[0].patterns',
      'features[0].patterns: bins of all patterns need at most 12 neighbours, found 13.',
    ]);
  });

  it('refuse images that have no pixel for every cell', () => {
    expect(checkFeatures([{ lbp: 4, radius: 2 }], { rows: 8, cols: 8 })).toEqual([]);
    expect(checkFeatures(['unit-norm', { lbp: 4, radius: 2 }], { rows: 8, cols: 7 })).toEqual([
      {
        path: 'features[1].lbp',
        message: 'features[1].lbp: 4 × 4 cells at radius 2 need images of at least 8 × 8 pixels, found 8 × 7.',
      },
    ]);
  });
});

describe('histograms of oriented gradients', () => {
  it.each(fixture.hog)(
    'are those of NumPy: cells of $hog pixels, $orientations orientations, blocks of $block cells',
    ({ values, ...step }) => expectClose(rowsOf(step), values),
  );

  it('put an edge into the bins beside its direction, as much for either sign', () => {
    const edge = (sign: number): Float64Array => Float64Array.from({ length: 64 }, (_, n) => sign * 9 * (n % 8));
    // Horizontal changes lie at 0°, halfway between the first and the last of nine bins.
    const [row] = rowsOf({ hog: 8, block: 1 }, edge(1), { rows: 8, cols: 8 });
    expect(row[0]).toBeCloseTo(Math.SQRT1_2, 9);
    expect(row[8]).toBeCloseTo(Math.SQRT1_2, 9);
    expectClose(rowsOf({ hog: 8, block: 1 }, edge(-1), { rows: 8, cols: 8 }), [row]);
  });

  it('stay finite and zero where there is no gradient', () => {
    const values = rowsOf({ hog: 4 }, new Float64Array(64).fill(3), { rows: 8, cols: 8 });
    expect(new Set(values.flat())).toEqual(new Set([0]));
  });

  it('refuse images smaller than a block', () => {
    expect(checkFeatures([{ hog: 8 }], { rows: 28, cols: 23 })).toEqual([]);
    expect(checkFeatures([{ hog: 12 }], { rows: 28, cols: 23 })).toEqual([
      {
        path: 'features[0].hog',
        message:
          'features[0].hog: a block of 2 × 2 cells of 12 × 12 pixels needs images of at least 24 × 24 pixels, found 28 × 23.',
      },
    ]);
  });
});

describe('Gabor magnitudes', () => {
  it('are their kind alone by default, or the fields that are stated', () => {
    const size = { rows: 12, cols: 10 };
    const pixels = image.subarray(0, 120);
    expect(featureShape(['gabor'], size)).toEqual({ rows: 30, cols: 40 });
    expect(imageFeatures([{ gabor: 5 }], pixels, size)).toEqual(imageFeatures(['gabor'], pixels, size));
    const published: FeatureStep = { gabor: 5, step: 8, normalise: true };
    expect(featureShape([published], size)).toEqual({ rows: 10, cols: 16 });
    expect(featureTitle('gabor')).toBe('Gabor magnitudes (5 scales × 8 orientations)');
    expect(featureTitle(published)).toBe(
      'Gabor magnitudes (5 scales × 8 orientations, sampled every 8 pixels, each response with zero mean and unit variance)',
    );
    expect(featureTitle({ gabor: 3, orientations: 6, kMax: 0.25, perOctave: 1, sigma: 1 })).toBe(
      'Gabor magnitudes (3 scales × 6 orientations, k_max = 0.25π, 1 per octave, σ = 1π)',
    );
  });

  it('are written as short as specs may have them', () => {
    expect(writtenStep('gabor', { gabor: 5 })).toBe('gabor');
    expect(writtenStep('gabor', { gabor: 4 })).toEqual({ gabor: 4 });
    expect(writtenStep('gabor', { gabor: 5, step: 8 })).toEqual({ gabor: 5, step: 8 });
    expect(writtenStep('unit-norm', {})).toBe('unit-norm');
    expect(writtenStep('lbp', { lbp: 7 })).toEqual({ lbp: 7 });
  });
});

describe('Gaussian blur', () => {
  it('is the perturbation of that name on both sides, as a step', () => {
    const pixels = image.subarray(0, 120);
    const size = { rows: 12, cols: 10 };
    expect(featureShape([{ blur: 1.5 }], size)).toEqual(size);
    const level = { kind: 'gaussian-blur', level: 1.5, on: 'both' } as const;
    const perturbed = perturbationOfKind(level).apply(level, {
      pixels,
      ...size,
      range: { low: 0, high: 255 },
      random: stream('none'),
      marked: false,
    });
    expect(imageFeatures([{ blur: 1.5 }], pixels, size)).toEqual(perturbed);
    expect(featureTitle({ blur: 1.5 })).toBe('Gaussian blur (σ = 1.5 pixels)');
    expect(featureTitle({ blur: 1 })).toBe('Gaussian blur (σ = 1 pixel)');
    for (const blur of [0, -1, 101, '1']) expect(featureStepSchema.safeParse({ blur }).success).toBe(false);
  });
});

describe('steps with parameters', () => {
  it('are known by their own field, wherever it stands', () => {
    expect(featureOf({ radius: 2, lbp: 4 }).kind).toBe('lbp');
    expect(featureTitle({ block: 1, hog: 6 })).toContain('cells of 6 × 6 pixels, blocks of 1 × 1 cells');
    expect(featureStepSchema.safeParse({ lbp: 4, hog: 8 }).success).toBe(false);
    expect(featureStepSchema.safeParse({ radius: 2 }).success).toBe(false);
  });

  it('are not meant by a text, which names attached vectors', () => {
    const attachments = { hog: { length: 12 } };
    expect(checkFeatures(['hog'], { ...shape, attachments })).toEqual([]);
    expect(featureShape(['hog'], { ...shape, attachments })).toEqual({ rows: 12, cols: 1 });
    const [{ message }] = checkFeatures(['hog'], shape);
    expect(message).toBe(
      'features[0]: the step "hog" needs its setting, as { "hog": … }; no attached vectors have this name.',
    );
  });
});
