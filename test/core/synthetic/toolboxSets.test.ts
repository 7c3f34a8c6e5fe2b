import { describe, expect, it } from 'vitest';
import type { Matrix } from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { clusters, helix, swissRoll, twinPeaks } from '../../../src/core/synthetic/toolboxSets.ts';

const rows = ({ rows: count, data }: Matrix): number[][] =>
  Array.from({ length: count }, (_, n) => Array.from(data.subarray(3 * n, 3 * n + 3)));

describe('sets of the dimensionality reduction toolbox, without noise', () => {
  const random = () => stream('toolbox sets');

  it('Swiss roll: the angle of a point is its distance from the axis, up to whole turns', () => {
    const { points, labels } = swissRoll(random(), 500, 0);
    rows(points).forEach(([x, height, z], n) => {
      const t = Math.hypot(x, z);
      expect(t).toBeGreaterThanOrEqual(1.5 * Math.PI);
      expect(t).toBeLessThanOrEqual(4.5 * Math.PI);
      expect(x).toBeCloseTo(t * Math.cos(t), 8);
      expect(height).toBeGreaterThanOrEqual(0);
      expect(height).toBeLessThanOrEqual(30);
      expect(labels[n]).toBe(Math.min(4, Math.floor((5 * (t - 1.5 * Math.PI)) / (3 * Math.PI))));
    });
  });

  it('helix: on a tube of radius 1 around a ring of radius 2, eight times round', () => {
    const { points } = helix(random(), 400, 0);
    let crossings = 0;
    rows(points).forEach(([x, y, z], n, all) => {
      expect((Math.hypot(x, y) - 2) ** 2 + z * z).toBeCloseTo(1, 10);
      if (n > 0 && all[n - 1][2] < 0 && z >= 0) crossings++;
    });
    // The last crossing upwards is that of the closing point, where sin 16π is 0 up to rounding.
    expect(crossings).toBeGreaterThanOrEqual(7);
    expect(crossings).toBeLessThanOrEqual(8);
  });

  it('twin peaks: the third coordinate is ten times that of the surface, its noise too', () => {
    const { points } = twinPeaks(random(), 400, 0);
    for (const [x, y, z] of rows(points)) {
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1);
      expect(z).toBeCloseTo(10 * Math.sin(Math.PI * x) * Math.tanh(3 * y), 10);
    }
    const noisy = rows(twinPeaks(random(), 2000, 0.05).points);
    const apart = noisy.map(([x, y, z]) => z - 10 * Math.sin(Math.PI * x) * Math.tanh(3 * y));
    // 0.5 from the third coordinate itself, and what the noise of x and y moves the surface by.
    const deviation = Math.sqrt(apart.reduce((sum, value) => sum + value * value, 0) / apart.length);
    expect(deviation).toBeGreaterThan(0.5);
    expect(deviation).toBeLessThan(2);
  });

  it('clusters: five cubes, no point as near to one of another as the cubes are wide', () => {
    const { points, labels } = clusters(random(), 52, 0);
    expect(Array.from({ length: 5 }, (_, c) => labels.filter((label) => label === c).length)).toEqual([
      11, 11, 10, 10, 10,
    ]);
    const at = rows(points);
    const distance = (a: number[], b: number[]) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    let [within, between] = [0, Infinity];
    at.forEach((a, i) => {
      at.slice(0, i).forEach((b, j) => {
        if (labels[i] === labels[j]) within = Math.max(within, distance(a, b));
        else between = Math.min(between, distance(a, b));
      });
    });
    expect(within).toBeGreaterThan(0);
    // The diagonal of a cube is √3 / √12 = 1/2 of the least distance of two centres.
    expect(within).toBeLessThanOrEqual(between);
  });

  it('are the same for the same stream', () => {
    expect(clusters(random(), 40).points.data).toEqual(clusters(random(), 40).points.data);
  });
});
