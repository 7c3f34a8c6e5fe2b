import { describe, expect, it } from 'vitest';
import { judgeOrder, proposedOrder } from '../../../src/core/readings/pixelOrder.ts';
import { vectorsAlong } from '../../../src/core/readings/vectors.ts';
import { drawnFaces, restacked, rowMatrix } from './stacked.ts';

describe('judgeOrder', () => {
  it.each([
    [28, 23],
    [56, 46],
    [32, 32],
    [30, 40],
  ])('knows upright drawn faces of %i × %i from those that lie', (rows, cols) => {
    const byRows = vectorsAlong(drawnFaces({ subjects: 12, perSubject: 4, rows, cols }).matrix, 'first');
    const byColumns = vectorsAlong(restacked(byRows, cols), 'first');
    const [upright, lying] = [judgeOrder(byRows, cols), judgeOrder(byColumns, rows)];
    expect(upright.order).toBe('rows');
    expect(lying.order).toBe('columns');
    expect(lying.difference).toBeCloseTo(-upright.difference, 9);
    expect(lying.detail).toBeCloseTo(-upright.detail, 9);
    expect(lying.mirror).toBeCloseTo(upright.mirror, 9);
    expect(upright.mirror).toBeGreaterThan(0.7);
  });

  it('does not look at light that falls from one side', () => {
    const { matrix } = drawnFaces({ subjects: 12, perSubject: 4, rows: 28, cols: 23 });
    const dark = judgeOrder(vectorsAlong(matrix, 'first'), 23);
    const lit = rowMatrix(48, 644, (n, j) => matrix.data[n * 644 + j] + 20 * (j % 23) - 7 * Math.floor(j / 23));
    const { difference, mirror } = judgeOrder(vectorsAlong(lit, 'first'), 23);
    expect(difference).toBeCloseTo(dark.difference, 9);
    expect(mirror).toBeCloseTo(dark.mirror, 9);
  });

  it('does not weigh images by their contrast', () => {
    const { matrix } = drawnFaces({ subjects: 12, perSubject: 4, rows: 28, cols: 23 });
    const scaled = rowMatrix(48, 644, (n, j) => (n + 1) * matrix.data[n * 644 + j] + 100 * n);
    const { detail } = judgeOrder(vectorsAlong(scaled, 'first'), 23);
    expect(detail).toBeCloseTo(judgeOrder(vectorsAlong(matrix, 'first'), 23).detail, 9);
  });

  it('leaves open what is symmetric both ways, not at all, long, or flat', () => {
    const ring = rowMatrix(5, 900, (_, j) => Math.cos(Math.hypot((j % 30) - 14.5, Math.floor(j / 30) - 14.5)));
    const corner = rowMatrix(5, 900, (n, j) => (n + 1) * (j % 30) ** 2 * Math.floor(j / 30) ** 3);
    const flat = rowMatrix(5, 900, () => 7);
    for (const matrix of [ring, corner, flat]) {
      expect(judgeOrder(vectorsAlong(matrix, 'first'), 30).order).toBeNull();
    }
    const strips = vectorsAlong(drawnFaces({ subjects: 12, perSubject: 4, rows: 60, cols: 30 }).matrix, 'first');
    expect(judgeOrder(strips, 30)).toMatchObject({ order: null, mirror: expect.closeTo(0.9, 0) });
  });

  it('does not judge images of more than four million pixels', () => {
    const data = new Uint8Array(2 ** 22 + 2048).fill(1, 5, 4000);
    const vectors = vectorsAlong({ dims: [1, data.length], data, fastest: 'last' }, 'first');
    expect(judgeOrder(vectors, 2048)).toEqual({ order: null, mirror: 0, difference: 0, detail: 0 });
  });

  it('refuses lines that do not divide the picture', () => {
    const vectors = vectorsAlong(
      rowMatrix(2, 100, () => 1),
      'first',
    );
    expect(() => judgeOrder(vectors, 30)).toThrow('100 pixels have no lines of 30');
  });
});

describe('proposedOrder', () => {
  it.each([
    [112, 92, false, 'columns'],
    [92, 112, true, 'rows'],
    [32, 32, true, 'columns'],
    [32, 32, false, 'rows'],
    [22, 20, false, 'columns'],
    [20, 22, true, 'rows'],
    [21, 20, false, 'rows'],
    [20, 21, true, 'columns'],
  ])('of a fast axis of %i and a slow one of %i, .mat %s, is by %s', (fast, slow, matlab, order) => {
    expect(proposedOrder(fast, slow, matlab)).toBe(order);
  });
});
