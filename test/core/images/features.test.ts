import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../src/core/hash.ts';
import { GABOR, gaborBank, gaborShape, type GaborBank } from '../../../src/core/images/descriptors/gabor.ts';
import { gaussianBlur, reflectedBlur } from '../../../src/core/images/gaussianBlur.ts';
import {
  gradientMagnitude,
  horizontalGradient,
  verticalGradient,
} from '../../../src/core/images/descriptors/gradientFeature.ts';
import { gaussianNoise, losePixels, occlude, randomBlock, saltAndPepper } from '../../../src/core/images/perturb.ts';
import { fifthRoot, portableExp, portableSinCos, portableTanh } from '../../../src/core/images/portableFunctions.ts';
import { equaliseHistogram, tanTriggs, unitNorm, zeroMeanUnitVariance } from '../../../src/core/images/photometric.ts';
import { sampleStd } from '../../../src/core/stats/describe.ts';
import { stream } from '../../../src/core/random/stream.ts';

const [rows, cols] = [12, 9];
const pattern = Float64Array.from({ length: rows * cols }, (_, i) => 100 + 60 * Math.sin(i * 1.7) + i / 4);
const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of NumPy and SciPy: see filters.py. */
const reference: {
  readonly rows: number;
  readonly cols: number;
  readonly image: readonly number[];
  readonly gabor: readonly { bank: Partial<GaborBank>; values: number[] }[];
  readonly tanTriggs: readonly number[];
  readonly blur: readonly { sigma: number; values: number[] }[];
} = JSON.parse(readFileSync(new URL('../../fixtures/images/filters.json', import.meta.url), 'utf8'));
const face = Float64Array.from(reference.image);

function expectNear(found: Float64Array, expected: readonly number[], tolerance: number): void {
  expect(found).toHaveLength(expected.length);
  expect(Math.max(...found.map((value, i) => Math.abs(value - expected[i])))).toBeLessThan(tolerance);
}

describe('gradients', () => {
  it('of a plane are its slopes everywhere, the border included', () => {
    const plane = Float64Array.from({ length: rows * cols }, (_, i) => 3 * Math.floor(i / cols) - 4 * (i % cols));
    expect([...new Set(verticalGradient(plane, rows, cols))]).toEqual([3]);
    expect([...new Set(horizontalGradient(plane, rows, cols))]).toEqual([-4]);
    expect([...new Set(gradientMagnitude(plane, rows, cols))]).toEqual([5]);
  });

  it('of a single row have no vertical part', () => {
    expect([...verticalGradient(Float64Array.of(1, 5, 2), 1, 3)]).toEqual([0, 0, 0]);
  });
});

describe('photometric steps', () => {
  it('give zero mean and unit variance, or unit norm; constant images stay finite', () => {
    const normal = zeroMeanUnitVariance(pattern);
    expect(mean(normal)).toBeCloseTo(0, 12);
    expect(mean(normal.map((value) => value * value))).toBeCloseTo(1, 12);
    expect(Math.hypot(...unitNorm(pattern))).toBeCloseTo(1, 12);
    // The mean of three times 0.1 is not 0.1.
    for (const grey of [7, 0.1, 1e9 / 3]) {
      const flat = new Float64Array(rows * cols).fill(grey);
      expect(new Set(zeroMeanUnitVariance(flat))).toEqual(new Set([0]));
      expect(new Set(tanTriggs(flat, rows, cols))).toEqual(new Set([0]));
    }
    expect([...unitNorm(Float64Array.of(0, 0))]).toEqual([0, 0]);
    expect([...equaliseHistogram(Float64Array.of(7, 7))]).toEqual([0, 0]);
  });

  it('equalise to ranks from 0 to 255, whatever monotone change the grey values went through', () => {
    expect([...equaliseHistogram(Float64Array.of(10, 30, 20, 20))]).toEqual([0, 255, 170, 170]);
    expect(equaliseHistogram(pattern.map((value) => Math.exp(value / 50)))).toEqual(equaliseHistogram(pattern));
  });

  it('of Tan and Triggs stay within ±τ and do not depend on the scale of the grey values', () => {
    const result = tanTriggs(pattern, rows, cols);
    expect(Math.max(...result.map(Math.abs))).toBeLessThanOrEqual(10);
    expect(sampleStd(result)).toBeGreaterThan(0.1);
    const brighter = tanTriggs(
      pattern.map((value) => 7 * value),
      rows,
      cols,
    );
    brighter.forEach((value, i) => expect(value).toBeCloseTo(result[i], 9));
  });

  it('blur without changing constants, by a kernel that is symmetric', () => {
    expect(
      Math.max(...gaussianBlur(new Float64Array(rows * cols).fill(3), rows, cols, 1.5).map((v) => Math.abs(v - 3))),
    ).toBeLessThan(1e-12);
    const point = new Float64Array(11 * 11);
    point[60] = 1;
    const blurred = gaussianBlur(point, 11, 11, 1);
    expect(blurred[59]).toBeCloseTo(blurred[61], 15);
    expect(blurred[49]).toBeCloseTo(blurred[71], 15);
    expect(blurred[59] / blurred[60]).toBeCloseTo(Math.exp(-0.5), 12);
  });
});

describe('the Gabor bank', () => {
  it('arranges 28 × 28 images as 70 × 112, as in the paper on MVFA', () => {
    expect(gaborShape(28, 28)).toEqual({ rows: 70, cols: 112 });
    expect(gaborBank(new Float64Array(28 * 28), 28, 28)).toHaveLength(70 * 112);
  });

  it.each<[string, Partial<GaborBank>]>([
    ['by default', {}],
    ['with other parameters', { scales: 3, orientations: 5, kMax: 0.75, perOctave: 1, sigma: 1, step: 3 }],
    ['with one orientation', { scales: 1, orientations: 1, step: 1 }],
  ])(
    'is the convolution with the complex kernel of Liu and Wechsler, pixel by pixel in the plane, %s',
    (_, changes) => {
      const bank: GaborBank = { ...GABOR, ...changes };
      const size = { rows: 23, cols: 18 };
      const image = Float64Array.from({ length: size.rows * size.cols }, (_, i) => (i * i * 7919) % 251);
      const found = gaborBank(image, size.rows, size.cols, bank);
      expect(found).toHaveLength(
        gaborShape(size.rows, size.cols, bank).rows * gaborShape(size.rows, size.cols, bank).cols,
      );
      const [tileRows, tileCols] = [Math.ceil(size.rows / bank.step), Math.ceil(size.cols / bank.step)];
      const f = 2 ** (1 / bank.perOctave);
      for (let scale = 0; scale < bank.scales; scale++) {
        const [sigma, k] = [bank.sigma * Math.PI, (bank.kMax * Math.PI) / f ** scale];
        // From its scale alone: exactly 12, 24, 48 pixels at every other scale by default.
        const reach = Math.ceil((3 * sigma) / k - 1e-9);
        if (changes.scales === undefined) expect(reach).toBe([12, 17, 24, 34, 48][scale]);
        for (let orientation = 0; orientation < bank.orientations; orientation++) {
          const angle = (Math.PI * orientation) / bank.orientations;
          const kernel: { x: number; y: number; envelope: number; phase: number }[] = [];
          for (let y = -reach; y <= reach; y++) {
            for (let x = -reach; x <= reach; x++) {
              const envelope = Math.exp((-k * k * (x * x + y * y)) / (2 * sigma ** 2));
              kernel.push({ x, y, envelope, phase: k * (Math.cos(angle) * x + Math.sin(angle) * y) });
            }
          }
          const sum = (of: (entry: (typeof kernel)[number]) => number): number =>
            kernel.reduce((all, entry) => all + of(entry), 0);
          const mean = sum(({ envelope, phase }) => envelope * Math.cos(phase)) / sum(({ envelope }) => envelope);
          // The corners, where the border matters, and one inside.
          for (const [r, c] of [
            [0, 0],
            [tileRows - 1, tileCols - 1],
            [tileRows >> 1, tileCols >> 1],
          ]) {
            const at = ({ x, y }: { x: number; y: number }): number => {
              const row = Math.min(size.rows - 1, Math.max(0, r * bank.step + y));
              return image[row * size.cols + Math.min(size.cols - 1, Math.max(0, c * bank.step + x))];
            };
            const re = sum((entry) => at(entry) * entry.envelope * (Math.cos(entry.phase) - mean));
            const im = sum((entry) => at(entry) * entry.envelope * Math.sin(entry.phase));
            const expected = (k / sigma) ** 2 * Math.hypot(re, im);
            const place = (scale * tileRows + r) * bank.orientations * tileCols + orientation * tileCols + c;
            expect(Math.abs(found[place] - expected)).toBeLessThan(1e-10);
          }
        }
      }
    },
  );

  it('takes the mean out of its cut kernels as an endless one has it: exp(−σ²/2) is next to nothing', () => {
    const constant = new Float64Array(400).fill(9);
    expect(new Set(gaborBank(constant, 20, 20))).toEqual(new Set([0]));
    // A step from 9 to 9 + 1e-9 is a response of that size.
    constant[0] += 1e-9;
    expect(Math.max(...gaborBank(constant, 20, 20))).toBeLessThan(1e-9);
  });

  it('keeps every step-th pixel of the same magnitudes, from the first', () => {
    const [whole, kept] = [1, 8].map((step) => gaborBank(pattern, rows, cols, { ...GABOR, step }));
    const tile = gaborShape(rows, cols, { ...GABOR, step: 8 });
    for (let scale = 0; scale < 5; scale++) {
      for (let orientation = 0; orientation < 8; orientation++) {
        for (const [r, c] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ]) {
          expect(kept[(scale * 2 + r) * tile.cols + orientation * 2 + c]).toBe(
            whole[(scale * rows + 8 * r) * 8 * cols + orientation * cols + 8 * c],
          );
        }
      }
    }
  });

  it('normalises each response, and leaves zeros where there is none', () => {
    const bank = { ...GABOR, step: 3, normalise: true };
    const values = gaborBank(pattern, rows, cols, bank);
    const [down, across] = [4, 3];
    for (let scale = 0; scale < 5; scale++) {
      for (let orientation = 0; orientation < 8; orientation++) {
        const own = Float64Array.from({ length: down * across }, (_, i) => {
          return values[(scale * down + Math.floor(i / across)) * 8 * across + orientation * across + (i % across)];
        });
        expect(mean(own)).toBeCloseTo(0, 12);
        expect(mean(own.map((value) => value * value))).toBeCloseTo(1, 12);
      }
    }
    expect(new Set(gaborBank(new Float64Array(rows * cols).fill(0.1), rows, cols, bank))).toEqual(new Set([0]));
  });

  it('answers most to waves of its own direction', () => {
    const wave = Float64Array.from({ length: 40 * 40 }, (_, i) => Math.cos((Math.PI / 2) * (i % 40)));
    const answer = gaborBank(wave, 40, 40);
    const energy = (orientation: number): number => {
      let sum = 0;
      for (let r = 0; r < 20; r++) for (let c = 0; c < 20; c++) sum += answer[r * 160 + orientation * 20 + c];
      return sum;
    };
    expect(energy(0)).toBeGreaterThan(5 * energy(4));
  });

  it('has the same bits wherever it runs', () => {
    const image = Float64Array.from({ length: 15 * 11 }, (_, i) => (i * i * 7919) % 251);
    expect(hashOf([...gaborBank(image, 15, 11)])).toBe(
      'b19598a1eca8d4f141edfb3b431bdeed368a9f289a40fac9b138f4ca137446d8',
    );
  });
});

describe('feature steps', () => {
  it.each(reference.gabor)('give the Gabor magnitudes of NumPy, by Fourier transforms: $bank', ({ bank, values }) => {
    const found = gaborBank(face, reference.rows, reference.cols, { ...GABOR, ...bank });
    expectNear(found, values, 1e-9);
  });

  it('give the values of NumPy and SciPy: Tan and Triggs, blur', () => {
    expectNear(tanTriggs(face, reference.rows, reference.cols), reference.tanTriggs, 1e-10);
    for (const { sigma, values } of reference.blur) {
      expectNear(reflectedBlur(face, reference.rows, reference.cols, sigma), values, 1e-10);
    }
  });

  it('of Tan and Triggs have the same bits wherever they run', () => {
    const values = tanTriggs(pattern, rows, cols);
    expect(hashOf([...values])).toBe('7c14a07e625b364c8800af3c7fc95ba5f44d3cb9cf51f7a6ccaa06058599f6ef');
  });
});

describe('portable functions', () => {
  it('are those of the engine to the last bits', () => {
    for (let i = -2000; i <= 2000; i++) {
      const x = i * 0.0513 + (i % 7) * 1e-9;
      const { sin, cos } = portableSinCos(x);
      expect(Math.abs(sin - Math.sin(x))).toBeLessThan(2.3e-16);
      expect(Math.abs(cos - Math.cos(x))).toBeLessThan(2.3e-16);
      const power = -Math.abs(x);
      expect(Math.abs(portableExp(power) / Math.exp(power) - 1)).toBeLessThan(4.5e-16);
    }
    for (let i = 1; i < 4000; i++) {
      const x = i * 0.0813;
      expect(Math.abs(fifthRoot(x) / x ** 0.2 - 1)).toBeLessThan(4.5e-16);
      expect(Math.abs(portableTanh(x / 50 - 3) - Math.tanh(x / 50 - 3))).toBeLessThan(4.5e-16);
    }
    expect([0, 1, 32, 243, 2 ** -1070, Infinity].map(fifthRoot)).toEqual([0, 1, 2, 3, 2 ** -214, Infinity]);
    expect([-1e9, 0, 1e9].map(portableTanh)).toEqual([-1, 0, 1]);
    expect(portableSinCos(0)).toEqual({ sin: 0, cos: 1 });
    expect(portableExp(0)).toBe(1);
  });

  it('refuse what they are not made for', () => {
    for (const x of [1e6, NaN]) expect(() => portableSinCos(x)).toThrow(RangeError);
    for (const x of [0.1, -701, NaN]) expect(() => portableExp(x)).toThrow(RangeError);
  });
});

describe('perturbations', () => {
  const flat = new Float64Array(40_000).fill(100);

  it('add noise of the deviation asked for', () => {
    const noisy = gaussianNoise(flat, 20, stream('noise'));
    expect(sampleStd(noisy)).toBeCloseTo(20, 0);
    expect(mean(noisy)).toBeCloseTo(100, 0);
  });

  it('set a fraction of the pixels to the ends of the grey range, half each', () => {
    const result = saltAndPepper(flat, 0.3, { low: 0, high: 255 }, stream('salt'));
    const share = (value: number): number => result.filter((v) => v === value).length / flat.length;
    expect(share(0)).toBeCloseTo(0.15, 1);
    expect(share(255)).toBeCloseTo(0.15, 1);
    expect(share(100)).toBeCloseTo(0.7, 1);
  });

  it('occlude a block and nothing else; random blocks reach every place within the image', () => {
    const result = occlude(pattern, cols, { row: 2, col: 3, rows: 4, cols: 5 }, 0);
    const changed = [...result.keys()].filter((i) => result[i] !== pattern[i]);
    expect(changed).toHaveLength(20);
    expect(
      changed.every((i) => Math.floor(i / cols) >= 2 && Math.floor(i / cols) < 6 && i % cols >= 3 && i % cols < 8),
    ).toBe(true);
    const random = stream('block');
    const places = Array.from({ length: 300 }, () => randomBlock({ rows: 10, cols: 7 }, rows, cols, random));
    expect(new Set(places.map(({ row, col }) => `${row},${col}`)).size).toBe(9);
  });

  it('replace lost pixels by the mean of the others', () => {
    expect([...losePixels(Float64Array.of(1, 2, 6), Int32Array.of(1))]).toEqual([1, 3.5, 6]);
    for (const marked of [false, true]) {
      expect(() => losePixels(Float64Array.of(1, 3), Int32Array.of(0, 1), marked)).toThrow('leave nothing to fill');
    }
  });

  it('loses pixels for good: what they held never shows in the image', () => {
    const pixel = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    const cases = fc.integer({ min: 2, max: 40 }).chain((size) =>
      fc.record({
        image: fc.array(pixel, { minLength: size, maxLength: size }),
        other: fc.array(pixel, { minLength: size, maxLength: size }),
        lost: fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: size - 1 }),
        marked: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(cases, ({ image, other, lost, marked }) => {
        const replaced = image.map((value, at) => (lost.includes(at) ? other[at] : value));
        const of = (pixels: number[]) => losePixels(Float64Array.from(pixels), Int32Array.from(lost), marked);
        expect(of(replaced)).toEqual(of(image));
      }),
    );
  });
});
