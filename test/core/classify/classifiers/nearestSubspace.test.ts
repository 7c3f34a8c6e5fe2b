import { describe, expect, it } from 'vitest';
import { matrixStack, type MatrixStack } from '../../../../src/core/linalg/matrix.ts';
import { stream } from '../../../../src/core/random/stream.ts';

import { classifyCodes, scoreCodes } from '../../../support/classify.ts';

const codes = (...values: number[][]): MatrixStack =>
  matrixStack(values.length, values[0].length, 1, Float64Array.from(values.flat()));
const distances = (gallery: number[][], labels: number[], probe: number[], dimension?: number): number[] => {
  const scores = scoreCodes({ kind: 'nearest-subspace', dimension }, codes(...gallery), labels, codes(probe));
  return Array.from(scores.of(0), (value) => -value);
};

/** ‖x − G c‖², c by the normal equations (Gᵀ G) c = Gᵀ x of independent rows, by Gauss-Jordan elimination. */
function projected(rows: readonly number[][], probe: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, i) => sum + value * b[i], 0);
  const system = rows.map((row) => [...rows.map((other) => dot(row, other)), dot(row, probe)]);
  system.forEach((pivot, i) => {
    const lead = pivot[i];
    pivot.forEach((value, c) => (pivot[c] = value / lead));
    system.forEach((row, r) => {
      const factor = row[i];
      if (r !== i) row.forEach((_, c) => (row[c] -= factor * pivot[c]));
    });
  });
  const rest = probe.map((value, i) => value - rows.reduce((sum, row, r) => sum + system[r][rows.length] * row[i], 0));
  return dot(rest, rest);
}

describe('the nearest subspace', () => {
  it('is at the distance of the direct projection', () => {
    const random = stream(1, 'subspaces');
    const draw = (): number[] => Array.from({ length: 7 }, () => random.normal());
    const gallery = Array.from({ length: 6 }, draw);
    const labels = [3, 5, 3, 5, 3, 5];
    for (let n = 0; n < 20; n++) {
      const probe = draw();
      const [three, five] = distances(gallery, labels, probe);
      const own = (subject: number): number[][] => gallery.filter((_, g) => labels[g] === subject);
      expect(three).toBeCloseTo(projected(own(3), probe), 10);
      expect(five).toBeCloseTo(projected(own(5), probe), 10);
    }
  });

  it('finds planted planes where the nearest image is of another subject', () => {
    // Subject 0 spans the plane of axes 1 and 2, subject 1 that of axes 2 and 3; probes lie far out on either plane.
    const gallery = codes([1, 0.1, 0], [0.1, 1, 0], [0, 1, 0.1], [0, 0.1, 1]);
    const labels = [0, 0, 1, 1];
    const probes = codes([-40, -30, 0], [0, -30, 40], [-5, 5, 0.01]);
    expect([...classifyCodes({ kind: 'nearest-subspace' }, gallery, labels, probes)]).toEqual([0, 2, 0]);
    const [byImages] = classifyCodes({ kind: '1nn' }, gallery, labels, probes);
    expect(labels[byImages]).toBe(1);
  });

  it('of fewer dimensions has the leading directions', () => {
    const gallery = [
      [3, 0, 0],
      [0, 1, 0],
    ];
    expect(distances(gallery, [0, 0], [1, 2, 2], 1)[0]).toBeCloseTo(8, 12);
    expect(distances(gallery, [0, 0], [1, 2, 2], 2)[0]).toBeCloseTo(4, 12);
    expect(distances(gallery, [0, 0], [1, 2, 2], 9)[0]).toBeCloseTo(4, 12);
    expect(distances(gallery, [0, 0], [1, 2, 2], 0)[0]).toBeCloseTo(4, 12);
    expect(distances(gallery, [0, 0], [1, 2, 2])[0]).toBeCloseTo(4, 12);
  });

  it('counts equal and dependent images once, and takes a subject of zeros as the origin', () => {
    const gallery = [
      [1, 1, 0],
      [2, 2, 0],
      [0, 0, 0],
    ];
    const [line, origin] = distances(gallery, [0, 0, 1], [1, 0, 1]);
    expect(line).toBeCloseTo(1.5, 12);
    expect(origin).toBe(2);
  });

  it('of subspaces that all hold the probe is the first', () => {
    const gallery = codes([0.1, 0.7], [0.3, -0.2], [5, 1.1], [1 / 3, 8]);
    const probes = codes([0.1, 0.3], [1e6, -3], [0, 0]);
    expect([...classifyCodes({ kind: 'nearest-subspace' }, gallery, [4, 4, 2, 2], probes)]).toEqual([0, 0, 0]);
  });
});
