import { describe, expect, it } from 'vitest';
import { autocorrelation, findPeriod, findShape, SEEN } from '../../../src/core/readings/periods.ts';
import { vectorsAlong } from '../../../src/core/readings/vectors.ts';
import { permutation } from '../../../src/core/random/sampling.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { drawnFaces, restacked, rowMatrix } from './stacked.ts';

describe('autocorrelation', () => {
  it.each([
    [1, 37],
    [5, 64],
    [6, 100],
    [3, 500],
  ])('equals the direct sum for %i vectors of %i', (count, length) => {
    const random = stream('autocorrelation', count, length);
    const matrix = rowMatrix(count, length, () => 100 + 10 * random.normal());
    const centre = Float64Array.from({ length }, () => random.normal());
    const rows = Array.from({ length: count }, (_, n) => n);
    const lags = Math.min(30, length - 1);
    const direct = new Float64Array(lags + 1);
    for (const n of rows) {
      const less = centre.map((value, j) => matrix.data[n * length + j] - value);
      const mean = less.reduce((sum, value) => sum + value, 0) / length;
      for (let k = 0; k <= lags; k++) {
        for (let j = 0; j + k < length; j++) direct[k] += ((less[j] - mean) * (less[j + k] - mean)) / (length - k);
      }
    }
    const result = autocorrelation(vectorsAlong(matrix, 'first'), rows, centre, lags);
    result.forEach((value, k) => expect(value).toBeCloseTo(direct[k] / direct[0], 11));
  });

  it('is 0 for what is only rounding', () => {
    const matrix = rowMatrix(3, 50, (_, j) => 1e6 + 0.1 * j);
    const centre = matrix.data.slice(0, 50).map((value) => value * (1 + 2 ** -52)) as Float64Array;
    expect([...autocorrelation(vectorsAlong(matrix, 'first'), [0, 1, 2], centre, 5)]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('findPeriod', () => {
  it.each([
    [28, 23],
    [56, 46],
    [24, 24],
    [30, 40],
    [60, 20],
  ])('finds the lines of drawn faces of %i × %i in either order, and none across', (rows, cols) => {
    const { matrix } = drawnFaces({ subjects: 12, perSubject: 4, rows, cols });
    const byRows = vectorsAlong(matrix, 'first');
    const byColumns = vectorsAlong(restacked(byRows, cols), 'first');
    expect(findPeriod(byRows)).toMatchObject({ lag: cols });
    expect(findPeriod(byColumns)).toMatchObject({ lag: rows });
    for (const vectors of [byRows, byColumns]) expect(findPeriod(vectors)!.strength).toBeGreaterThan(SEEN);
    expect(findPeriod(vectorsAlong(matrix, 'last'))?.strength ?? 0).toBeLessThan(SEEN);
  });

  it('is the same in either order of memory, whatever the scale, and with values that are not finite', () => {
    const { matrix } = drawnFaces({ subjects: 8, perSubject: 5, rows: 28, cols: 23 });
    const [count, length] = matrix.dims;
    const period = findPeriod(vectorsAlong(matrix, 'first'))!;
    const turned = Float64Array.from(matrix.data, (_, i) => matrix.data[(i % count) * length + Math.floor(i / count)]);
    const matlab = { dims: [count, length], data: turned, fastest: 'first' } as const;
    expect(findPeriod(vectorsAlong(matlab, 'first'))).toEqual(period);
    const scaled = { ...matrix, data: matrix.data.map((value) => 1e-3 * value - 7) as Float64Array };
    const same = findPeriod(vectorsAlong(scaled, 'first'))!;
    expect(same.lag).toBe(period.lag);
    expect(same.strength).toBeCloseTo(period.strength, 9);
    const damaged = { ...matrix, data: matrix.data.map((value, i) => (i % 997 === 0 ? NaN : value)) };
    expect(findPeriod(vectorsAlong(damaged, 'first'))?.lag).toBe(period.lag);
  });

  it('is none if the pixels are shuffled', () => {
    const { matrix } = drawnFaces({ subjects: 12, perSubject: 4, rows: 28, cols: 23 });
    const order = permutation(stream('shuffled pixels', 1), 28 * 23);
    const length = order.length;
    const shuffled = rowMatrix(matrix.dims[0], length, (n, j) => matrix.data[n * length + order[j]]);
    expect(findPeriod(vectorsAlong(shuffled, 'first'))).toBeNull();
    expect(findShape(vectorsAlong(shuffled, 'first'))).toBeNull();
  });

  it('is none in measurements of genes, in walks and in waves', () => {
    const random = stream('no pictures', 1);
    const level = Float64Array.from({ length: 1024 }, () => Math.exp(2 * random.normal()));
    const genes = rowMatrix(60, 1024, (_, j) => level[j] * Math.exp(random.normal()));
    let at = 0;
    const walks = rowMatrix(60, 1024, (_, j) => (at = (j === 0 ? 0 : at) + random.normal()));
    const waves = rowMatrix(60, 1024, (n, j) => Math.sin((j * (n + 3)) / 90) + 0.1 * random.normal());
    for (const matrix of [genes, walks, waves]) {
      expect(findPeriod(vectorsAlong(matrix, 'first'))).toBeNull();
      expect(findPeriod(vectorsAlong(matrix, 'last'))).toBeNull();
    }
  });

  it('sees slanted strokes, whose peak is split to both sides of the line length', () => {
    const random = stream('strokes', 1);
    const side = 32;
    const strokes = Array.from({ length: 200 }, () => {
      const image = new Float64Array(side * side);
      for (let s = 0; s < 3; s++) {
        const [slant, start] = [random.uniform() < 0.5 ? -1 : 1, random.integer(side)];
        for (let y = 0; y < side; y++) image[y * side + ((start + slant * y + side * side) % side)] = 1;
      }
      return image;
    });
    const vectors = vectorsAlong(
      rowMatrix(200, side * side, (n, j) => strokes[n][j]),
      'first',
    );
    const rows = Array.from({ length: 200 }, (_, n) => n);
    const a = autocorrelation(vectors, rows, new Float64Array(side * side), side + 1);
    expect(a[side]).toBeLessThan(0.5 * Math.min(a[side - 1], a[side + 1]));
    expect(findPeriod(vectors)?.lag).toBe(side);
  });

  it('does not take twice the line for the line', () => {
    // Lines alternate in brightness from picture to picture, so that every second line is more alike.
    const random = stream('alternating', 1);
    const bright = Float64Array.from({ length: 80 }, () => random.normal());
    const faces = drawnFaces({ subjects: 20, perSubject: 4, rows: 32, cols: 32 }).matrix;
    const matrix = rowMatrix(80, 1024, (n, j) => faces.data[n * 1024 + j] + 4 * bright[n] * (-1) ** Math.floor(j / 32));
    expect(findPeriod(vectorsAlong(matrix, 'first'))?.lag).toBe(32);
  });

  it('is none without variation, in short vectors and in none', () => {
    const { matrix } = drawnFaces({ subjects: 1, perSubject: 1, rows: 28, cols: 23 });
    const copies = rowMatrix(7, 644, (_, j) => matrix.data[j] / 7);
    expect(findPeriod(vectorsAlong(copies, 'first'))).toBeNull();
    expect(findShape(vectorsAlong(copies, 'first'))?.lag).toBe(23);
    for (const [count, length] of [
      [0, 0],
      [0, 36],
      [5, 0],
      [5, 1],
      [5, 2],
      [1, 36],
      [5, 35],
    ]) {
      const vectors = vectorsAlong(
        rowMatrix(count, length, (n, j) => (n * 7 + j * 3) % 5),
        'first',
      );
      expect(findPeriod(vectors)).toBeNull();
    }
  });

  it('uses the middle of vectors that are longer than half a million', () => {
    const random = stream('long', 1);
    const [fast, slow] = [640, 1000];
    const noise = Float64Array.from({ length: 3 * fast }, () => random.normal());
    const matrix = rowMatrix(3, fast * slow, (n, j) => noise[n * fast + (j % fast)] + Math.floor(j / fast) / slow);
    expect(findPeriod(vectorsAlong(matrix, 'first'))?.lag).toBe(fast);
  });
});

describe('findShape', () => {
  it('finds the lines of the mean image where each picture drowns in noise', () => {
    const random = stream('drowned', 1);
    const face = drawnFaces({ subjects: 1, perSubject: 1, rows: 28, cols: 23 }).matrix.data;
    const vectors = vectorsAlong(
      rowMatrix(400, 644, (_, j) => face[j] + 100 * random.normal()),
      'first',
    );
    expect(findPeriod(vectors)).toBeNull();
    expect(findShape(vectors)?.lag).toBe(23);
  });
});
