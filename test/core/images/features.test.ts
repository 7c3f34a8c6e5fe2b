import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gaborBank, gaborShape } from '../../../src/core/images/gabor.ts';
import { gaussianBlur } from '../../../src/core/images/gaussianBlur.ts';
import { gradientMagnitude, horizontalGradient, verticalGradient } from '../../../src/core/images/gradientFeature.ts';
import { gaussianNoise, losePixels, occlude, randomBlock, saltAndPepper } from '../../../src/core/images/perturb.ts';
import { equaliseHistogram, tanTriggs, unitNorm, zeroMeanUnitVariance } from '../../../src/core/images/photometric.ts';
import { sampleStd } from '../../../src/core/stats/describe.ts';
import { stream } from '../../../src/core/random/stream.ts';

const [rows, cols] = [12, 9];
const pattern = Float64Array.from({ length: rows * cols }, (_, i) => 100 + 60 * Math.sin(i * 1.7) + i / 4);
const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

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
    expect([...zeroMeanUnitVariance(Float64Array.of(7, 7))]).toEqual([0, 0]);
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

  it('is the convolution with the complex kernel of Liu and Wechsler', () => {
    // The centre pixel of a large image, by the kernel written out; scale 1, orientation 3.
    const size = 81;
    const image = Float64Array.from(
      { length: size * size },
      (_, i) => Math.sin(0.5 * (i % size) + Math.floor(i / size)) + ((i * 7919) % 13) / 13,
    );
    const [scale, orientation] = [1, 3];
    const k = Math.PI / 2 / Math.SQRT2 ** scale;
    const [kx, ky] = [k * Math.cos((Math.PI * orientation) / 8), k * Math.sin((Math.PI * orientation) / 8)];
    const sigma = 2 * Math.PI;
    let [re, im] = [0, 0];
    for (let y = -40; y <= 40; y++) {
      for (let x = -40; x <= 40; x++) {
        const envelope = ((k * k) / sigma ** 2) * Math.exp((-k * k * (x * x + y * y)) / (2 * sigma ** 2));
        const value = image[(40 + y) * size + 40 + x];
        re += value * envelope * (Math.cos(kx * x + ky * y) - Math.exp((-sigma * sigma) / 2));
        im += value * envelope * Math.sin(kx * x + ky * y);
      }
    }
    const tile = Math.ceil(size / 2);
    const found = gaborBank(image, size, size)[(scale * tile + 20) * 8 * tile + orientation * tile + 20];
    // The kernels are cut at three standard deviations.
    expect(Math.abs(found / Math.hypot(re, im) - 1)).toBeLessThan(0.02);
    expect(Math.hypot(re, im)).toBeGreaterThan(0.5);
  });

  it('answers most to waves of its own direction, and not to constants', () => {
    const wave = Float64Array.from({ length: 40 * 40 }, (_, i) => Math.cos((Math.PI / 2) * (i % 40)));
    const answer = gaborBank(wave, 40, 40);
    const energy = (orientation: number): number => {
      let sum = 0;
      for (let r = 0; r < 20; r++) for (let c = 0; c < 20; c++) sum += answer[r * 160 + orientation * 20 + c];
      return sum;
    };
    expect(energy(0)).toBeGreaterThan(5 * energy(4));
    expect(Math.max(...gaborBank(new Float64Array(400).fill(9), 20, 20))).toBeLessThan(1e-9);
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
