import { afterEach, describe, expect, it } from 'vitest';
import {
  gramOfRows,
  kernelMemory,
  loadBatch,
  matrixStack,
  multiply,
  releaseBatches,
  scatterTimes,
} from '../../../src/core/linalg/index.ts';
import { gap, generator, randomMatrix } from './support.ts';

afterEach(releaseBatches);

describe.each([
  [1, 3, 4, 2, 2],
  [70, 12, 7, 3, 5],
  [120, 56, 46, 10, 10],
  [90, 9, 40, 8, 1],
])('the sum over %i images of %i × %i, F of %i and L of %i columns', (count, rows, cols, q, p) => {
  const next = generator(count + rows);
  const values = Float64Array.from({ length: count * rows * cols }, () => 2 * next() - 1);
  const stack = matrixStack(count, rows, cols, values);

  it.each(['right', 'left'] as const)('times L (%s) is the sum itself times L, and that of single steps', (side) => {
    const f = randomMatrix(side === 'right' ? cols : rows, q, 1);
    const l = randomMatrix(side === 'right' ? rows : cols, p, 2);
    for (const resident of [Infinity, 0]) {
      const batch = loadBatch(stack, undefined, resident);
      const { used } = kernelMemory();
      const product = scatterTimes(batch, side, f, l);
      expect(kernelMemory().used).toBe(used);
      const p2 = gramOfRows(f);
      const dense = multiply(side === 'right' ? batch.sumRight(p2) : batch.sumLeft(p2), l);
      const size = Math.max(...dense.data.map(Math.abs));
      expect(gap(product, dense) / size).toBeLessThan(1e-13);
      const halves = side === 'right' ? batch.projected(null, f) : batch.projected(f, null);
      const steps =
        side === 'right'
          ? halves.sumRightCodes(null, halves.project(l, null))
          : halves.sumLeftCodes(null, halves.project(null, l));
      expect(product).toEqual(steps);
    }
  });
});

it('names the shapes that do not fit', () => {
  const batch = loadBatch(matrixStack(2, 4, 3));
  expect(() => scatterTimes(batch, 'right', randomMatrix(4, 2, 1), randomMatrix(4, 2, 2))).toThrow(
    'scatterTimes: images of 4 × 3 by 4 × 2 and 4 × 2',
  );
});
