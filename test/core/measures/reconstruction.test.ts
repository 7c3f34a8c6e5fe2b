import { expect, it } from 'vitest';
import { matrixStack } from '../../../src/core/linalg/matrix.ts';
import { rootMeanSquare } from '../../../src/core/measures/reconstruction.ts';

const images = (...data: number[]) => ({ ...matrixStack(2, 2, 3), data: Float64Array.from(data) });

it('the root mean square is over the pixels of a region that are there', () => {
  const zeros = images(...Array<number>(12).fill(0));
  const given = images(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  expect(rootMeanSquare(given, zeros)).toBe(Math.sqrt(650 / 12));
  // Rows 1, columns 1 and 2: 5, 6 and 11, 12.
  const region = { rows: [1, 2], cols: [1, 3] } as const;
  expect(rootMeanSquare(given, zeros, region)).toBe(Math.sqrt((25 + 36 + 121 + 144) / 4));
  const lacking = images(1, 2, 3, 4, NaN, 6, 7, 8, 9, 10, 11, NaN);
  expect(rootMeanSquare(zeros, lacking, region)).toBe(Math.sqrt((36 + 121) / 2));
  expect(rootMeanSquare(lacking, zeros, { rows: [1, 2], cols: [1, 2] })).toBe(11);
  expect(rootMeanSquare(images(...Array<number>(12).fill(NaN)), zeros)).toBeNull();
});
