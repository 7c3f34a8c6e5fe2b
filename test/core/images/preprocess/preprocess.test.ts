import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { alignEyes, similarityOf, type Eyes } from '../../../../src/core/images/preprocess/align.ts';
import { preprocess } from '../../../../src/core/images/preprocess/preprocess.ts';
import { ellipseMask } from '../../../../src/core/images/maskRegions.ts';
import { equaliseLevels, normalise } from '../../../../src/core/images/photometric.ts';
import { formatStep, parseStep, stepsHash, type Step } from '../../../../src/core/images/preprocess/steps.ts';
import { resize } from '../../../../src/core/images/resize.ts';

const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

const image = (rows: number, cols: number, at: (r: number, c: number) => number) => ({
  rows,
  cols,
  pixels: Float64Array.from({ length: rows * cols }, (_, i) => at(Math.floor(i / cols), i % cols)),
});
const eyesAt = (lx: number, ly: number, rx: number, ry: number): Eyes => ({
  left: { x: lx, y: ly },
  right: { x: rx, y: ry },
});
const align = (rows: number, cols: number, { left, right }: Eyes): Extract<Step, { kind: 'align' }> => ({
  kind: 'align',
  rows,
  cols,
  left,
  right,
});

describe('steps as text', () => {
  const texts = [
    'crop:10,20,100,80',
    'align:100x80:20,40:60,40.5',
    'resize:32x24:bicubic',
    'ellipse:1,0.8',
    'equalise',
    'normalise:standard',
    'round',
  ];

  it('are read and written without loss', () => {
    for (const text of texts) {
      const step = parseStep(text);
      expect(step, text).not.toBeNull();
      expect(formatStep(step as Step)).toBe(text);
    }
    expect(parseStep('resize:8x8')).toEqual({ kind: 'resize', rows: 8, cols: 8, filter: 'area' });
    expect(parseStep('ellipse')).toEqual({ kind: 'ellipse', height: 1, width: 1 });
  });

  it.each([
    '',
    'blur',
    'crop:1,2,3',
    'crop:1,2,3,x',
    'resize:0x4',
    'resize:4',
    'normalise',
    'normalise:best',
    'round:1',
    'align:9x9:1,2',
    'align:9x9:4,2:4,7',
    'align:9x9:7,2:2,2',
    'crop:,1,2,3',
  ])('are refused where they say nothing: "%s"', (text) => {
    expect(parseStep(text)).toBeNull();
  });

  it('have a fingerprint that depends on every number and on the order', () => {
    const steps = texts.map((text) => parseStep(text) as Step);
    expect(stepsHash(steps)).toMatch(/^[0-9a-f]{64}$/);
    expect(stepsHash(steps)).toBe(stepsHash(structuredClone(steps)));
    expect(stepsHash(steps)).not.toBe(stepsHash(steps.toReversed()));
    // Of other pixels than the alignment with fewer samples gave.
    expect(stepsHash([steps[1]])).not.toBe(hashOfText('eigenbench preprocessing 1\nalign:100x80:20,40:60,40.5'));
    expect(stepsHash([steps[0]])).toBe(hashOfText('eigenbench preprocessing 1\ncrop:10,20,100,80'));
    expect(stepsHash(steps)).not.toBe(stepsHash(steps.with(0, parseStep('crop:10,20,100,81') as Step)));
  });
});

describe('alignment', () => {
  it('takes the target eyes exactly to the found ones', () => {
    const [target, found] = [eyesAt(5, 8, 15, 8), eyesAt(31.5, 40, 50, 47.25)];
    const { a, b, dx, dy } = similarityOf(target, found);
    for (const side of ['left', 'right'] as const) {
      const { x, y } = target[side];
      expect(a * x - b * y + dx).toBeCloseTo(found[side].x, 12);
      expect(b * x + a * y + dy).toBeCloseTo(found[side].y, 12);
    }
  });

  it('of eyes in place changes nothing', () => {
    const faces = image(9, 11, (r, c) => (r * 37 + c * 101) % 256);
    expect(alignEyes(faces, eyesAt(3, 4, 7, 4), align(9, 11, eyesAt(3, 4, 7, 4)))).toEqual(faces.pixels);
  });

  it('of upright targets turns a head that lies on its side', () => {
    const faces = image(7, 7, (r, c) => 10 * r + c);
    // The line between the eyes points down: the new image reads (x, y) at (6 − y, x).
    const turned = alignEyes(faces, eyesAt(5, 1, 5, 5), align(7, 7, eyesAt(1, 1, 5, 1)));
    const expected = image(7, 7, (r, c) => 10 * c + (6 - r)).pixels;
    turned.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 10));
  });

  it('reproduces a plane of grey values under any similarity, enlarging or reducing', () => {
    const plane = image(200, 200, (r, c) => 3 * c + 5 * r + 7);
    for (const found of [eyesAt(90, 90, 104, 96), eyesAt(85, 90, 120, 98), eyesAt(100.25, 101, 104, 102)]) {
      const target = eyesAt(4, 5, 10, 5);
      const { a, b, dx, dy } = similarityOf(target, found);
      const result = alignEyes(plane, found, align(11, 14, target));
      for (let r = 0; r < 11; r++) {
        for (let c = 0; c < 14; c++) {
          const [x, y] = [a * c - b * r + dx, b * c + a * r + dy];
          expect(result[r * 14 + c]).toBeCloseTo(3 * x + 5 * y + 7, 9);
        }
      }
    }
  });

  it('takes enough samples where it reduces: white noise comes near the mean over each new pixel', () => {
    // A generator of its own, so that the picture stays the same.
    let state = 1;
    const noise = image(120, 120, () => {
      state = (state * 48271) % 2147483647;
      return state % 256;
    });
    const value = (x: number, y: number): number => {
      const [c, r] = [Math.floor(x), Math.floor(y)];
      const at = (row: number, col: number): number => noise.pixels[row * 120 + col];
      const mix = (a: number, b: number, share: number): number => a + share * (b - a);
      return mix(mix(at(r, c), at(r, c + 1), x - c), mix(at(r + 1, c), at(r + 1, c + 1), x - c), y - r);
    };
    const target = eyesAt(4, 5, 14, 5);
    for (const factor of [1.1, 1.3, 1.6, 1.95, 2.9]) {
      const found = eyesAt(40, 40, 40 + 9.98 * factor, 40 + 0.6 * factor);
      const { a, b, dx, dy } = similarityOf(target, found);
      const result = alignEyes(noise, found, align(16, 18, target));
      let worst = 0;
      for (let i = 0; i < result.length; i++) {
        const [r, c] = [Math.floor(i / 18), i % 18];
        let sum = 0;
        for (let k = 0; k < 40 * 40; k++) {
          const [x, y] = [c + ((k % 40) + 0.5) / 40 - 0.5, r + (Math.floor(k / 40) + 0.5) / 40 - 0.5];
          sum += value(a * x - b * y + dx, b * x + a * y + dy);
        }
        worst = Math.max(worst, Math.abs(result[i] - sum / 1600));
      }
      expect(worst).toBeLessThan(2.5);
    }
  });

  it('is zero outside the old image', () => {
    const bright = image(4, 4, () => 200);
    const result = alignEyes(bright, eyesAt(1, 1, 2, 1), align(4, 12, eyesAt(1, 1, 2, 1)));
    expect([...result.slice(0, 5)]).toEqual([200, 200, 200, 200, 0]);
  });
});

describe('grey values', () => {
  it('are equalised by their ranks: the least becomes 0, the greatest 255', () => {
    // Pixels up to 52: 1, up to 55: 4, up to 61: 6, up to 255: 8 of 8.
    const pixels = Float64Array.of(55, 52, 55, 61, 255, 55, 61, 255);
    expect([...equaliseLevels(pixels, null)]).toEqual([109, 0, 109, 182, 255, 109, 182, 255]);
    const flat = Float64Array.of(9, 9, 9);
    expect(equaliseLevels(flat, null)).toBe(flat);
  });

  it('are normalised as each name says', () => {
    const pixels = Float64Array.of(2, 4, 4, 4, 5, 5, 7, 9);
    expect([...normalise(pixels, 'standard', null)]).toEqual([-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2]);
    expect([...normalise(pixels, 'mean', null)]).toEqual([-3, -1, -1, -1, 0, 0, 2, 4]);
    expect(Math.hypot(...normalise(pixels, 'length', null))).toBeCloseTo(1, 14);
    expect([...normalise(Float64Array.of(10, 20, 30), 'range', null)]).toEqual([0, 127.5, 255]);
    expect([...normalise(Float64Array.of(0.1, 0.1, 0.1), 'standard', null)]).toEqual([0, 0, 0]);
  });

  it('are counted and changed inside the mask only', () => {
    const mask = Uint8Array.of(1, 0, 1, 1);
    expect([...normalise(Float64Array.of(1, 1000, 2, 3), 'mean', mask)]).toEqual([-1, 1000, 0, 1]);
    expect([...equaliseLevels(Float64Array.of(5, 77, 6, 7), mask)]).toEqual([0, 77, 128, 255]);
  });

  it('are kept by an ellipse that touches the sides', () => {
    const mask = ellipseMask(5, 4, 1, 1);
    expect([...mask]).toEqual([0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0]);
    const area = ellipseMask(200, 100, 1, 0.5).reduce((sum, value) => sum + value, 0);
    expect(area / (Math.PI * 100 * 25)).toBeCloseTo(1, 2);
  });
});

describe('a list of steps', () => {
  const faces = image(12, 10, (r, c) => (r * 53 + c * 29) % 256);
  const run = (texts: readonly string[], eyes: Eyes | null = null) =>
    preprocess(
      faces,
      texts.map((text) => parseStep(text) as Step),
      eyes,
    );

  it('is done in its order', () => {
    const { rows, cols, pixels } = run(['crop:2,1,8,6', 'resize:4x3', 'round']);
    expect([rows, cols]).toEqual([4, 3]);
    const cropped = image(8, 6, (r, c) => ((r + 2) * 53 + (c + 1) * 29) % 256);
    expect([...pixels]).toEqual([...resize(cropped, 4, 3, 'area')].map(Math.round));
  });

  it('normalises inside an ellipse until the geometry changes', () => {
    const { pixels } = run(['ellipse', 'normalise:standard']);
    const mask = ellipseMask(12, 10, 1, 1);
    const inside = pixels.filter((_, i) => mask[i] === 1);
    expect(pixels.filter((_, i) => mask[i] === 0).every((value) => value === 0)).toBe(true);
    expect(inside.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 10);
    expect(inside.reduce((sum, value) => sum + value * value, 0) / inside.length).toBeCloseTo(1, 12);
    const whole = run(['ellipse', 'resize:6x5', 'normalise:mean']).pixels;
    expect(whole.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 10);
  });

  it('moves the eyes with a crop and a resize', () => {
    const eyes = eyesAt(3, 4, 7, 4);
    const direct = run(['align:6x6:1,2:5,2'], eyes);
    expect(run(['crop:1,1,11,9', 'align:6x6:1,2:5,2'], eyes).pixels).toEqual(direct.pixels);
    // Centres of pixels: (3, 4) of 12 × 10 is (3.5 · 5/10 − 0.5, 4.5 · 6/12 − 0.5) of 6 × 5.
    const small = run(['resize:6x5']);
    const moved = preprocess(small, [parseStep('align:6x6:1,2:5,2') as Step], eyesAt(1.25, 1.75, 3.25, 1.75));
    expect(run(['resize:6x5', 'align:6x6:1,2:5,2'], eyes).pixels).toEqual(moved.pixels);
    expect(() => run(['align:6x6:1,2:5,2'])).toThrow('its eyes are not known');
    expect(() => run(['crop:5,0,8,4'])).toThrow('rows 5 to 12 and columns 0 to 3 leave an image of 12 × 10');
  });
});
