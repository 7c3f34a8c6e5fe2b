import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../../src/core/formats/cooperativeSteps.ts';
import { audit } from '../../../../src/core/images/audit/audit.ts';
import { pyramidOf, registeredCorrelation } from '../../../../src/core/images/audit/registration.ts';
import type { Raster } from '../../../../src/core/images/resample.ts';
import { stream } from '../../../../src/core/random/stream.ts';

type Scene = (x: number, y: number) => number;

/** A smooth scene of forty bumps. */
function scene(seed: number): Scene {
  const random = stream('scene', seed);
  const bumps = Array.from({ length: 40 }, () => ({
    x: 2 * random.normal(),
    y: 2 * random.normal(),
    height: random.normal(),
    width: 0.12 + 0.3 * Math.abs(random.normal()),
  }));
  return (x, y) =>
    128 +
    bumps.reduce(
      (sum, b) => sum + 40 * b.height * Math.exp(-((x - b.x) ** 2 + (y - b.y) ** 2) / (2 * b.width ** 2)),
      0,
    );
}

interface View {
  readonly scale: number;
  readonly turn: number;
  readonly x: number;
  readonly y: number;
  readonly gain?: number;
}

/** The scene as a camera sees it from a view, on a raster. */
function photograph(see: Scene, { scale, turn, x, y, gain = 1 }: View, rows = 48, cols = 40): Raster {
  const [a, b] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  const half = Math.max(rows, cols) / 2;
  const pixels = Float64Array.from({ length: rows * cols }, (_, i) => {
    const u = ((i % cols) - (cols - 1) / 2) / half;
    const v = (Math.floor(i / cols) - (rows - 1) / 2) / half;
    return gain * see(a * u - b * v + x, b * u + a * v + y) + 10 * (1 - gain);
  });
  return { rows, cols, pixels };
}

const straight: View = { scale: 1, turn: 0, x: 0, y: 0 };
const views: readonly View[] = [
  { scale: 1, turn: 0, x: 0.07, y: -0.05 },
  { scale: 1.12, turn: 0, x: 0, y: 0 },
  { scale: 0.92, turn: 0.08, x: 0.06, y: 0.04, gain: 0.6 },
];

describe('registration', () => {
  it.each(views)('brings one crop of a picture onto another: $scale, $turn, $x, $y', (view) => {
    for (let seed = 0; seed < 5; seed++) {
      const fixed = pyramidOf(photograph(scene(seed), straight));
      const moving = pyramidOf(photograph(scene(seed), view));
      expect(registeredCorrelation(fixed, moving)).toBeGreaterThan(0.999);
      expect(registeredCorrelation(moving, fixed)).toBeGreaterThan(0.999);
    }
  });

  it('gives exactly 1, up to rounding, for equal pictures, and little for other ones', () => {
    const own = pyramidOf(photograph(scene(1), straight));
    expect(registeredCorrelation(own, own)).toBeCloseTo(1, 12);
    for (let seed = 2; seed < 12; seed++) {
      expect(registeredCorrelation(own, pyramidOf(photograph(scene(seed), straight)))).toBeLessThan(0.98);
    }
  });

  it('gives 0 for pictures of one grey value', () => {
    const flat = pyramidOf({ rows: 32, cols: 32, pixels: new Float64Array(1024).fill(7) });
    expect(registeredCorrelation(flat, flat)).toBe(0);
  });
});

describe('pictures cropped twice', () => {
  const [one, two] = [scene(1), scene(2)];
  const pictures = [
    photograph(one, straight),
    photograph(two, straight),
    photograph(one, views[2]),
    photograph(one, straight),
  ];
  const auditOf = (images: readonly Raster[], subjects: readonly string[], near?: null) =>
    runSteps(
      audit(
        {
          rows: images[0].rows,
          cols: images[0].cols,
          count: images.length,
          subjects,
          read: (n) => Float64Array.from(images[n].pixels),
        },
        near === null ? { near } : {},
      ),
    ).recropped;

  it('are found within a subject; duplicates that are equal anyway are left out', () => {
    const { searched, pairs, skipped } = auditOf(pictures, ['a', 'a', 'a', 'a']);
    expect([searched, skipped]).toEqual([true, []]);
    expect(pairs.map(({ images }) => images).toSorted()).toEqual([
      [0, 2],
      [2, 3],
    ]);
    expect(auditOf(pictures, ['a', 'b', 'c', 'd']).pairs).toEqual([]);
  });

  it('are not looked for among small images, nor where only equal images are asked for', () => {
    const small = [0, 1].map(() => photograph(one, straight, 16, 16));
    expect(auditOf(small, ['a', 'a']).searched).toBe(false);
    expect(auditOf(pictures, ['a', 'a', 'a', 'a'], null).searched).toBe(false);
  });
});
