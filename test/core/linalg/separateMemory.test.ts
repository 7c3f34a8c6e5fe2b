import { expect, it } from 'vitest';
import { kernelMemory, leadingEigen, matrix, multiply, symmetricEigen } from '../../../src/core/linalg/index.ts';
import { gap, generator } from './support.ts';

it('decomposes a large matrix without keeping its four squares in the memory of the thread', () => {
  // Diagonal blocks of the same two by two matrix, so that all eigenpairs are known.
  const n = 1448;
  const next = generator(3);
  const a = matrix(n, n);
  const values: number[] = [];
  for (let i = 0; i < n; i += 2) {
    const [mean, coupling] = [10 * next(), next()];
    a.data[i * n + i] = mean;
    a.data[(i + 1) * n + i + 1] = mean;
    a.data[(i + 1) * n + i] = coupling;
    a.data[i * n + i + 1] = coupling;
    values.push(mean + coupling, mean - coupling);
  }
  symmetricEigen(matrix(40, 40));
  const { reserved } = kernelMemory();
  const found = leadingEigen(a, n);
  expect(kernelMemory().reserved).toBe(reserved);
  values.sort((x, y) => y - x);
  const error = found.values.map((value, i) => Math.abs(value - values[i]));
  expect(Math.max(...error)).toBeLessThan(1e-11);
  const first = matrix(
    n,
    1,
    found.vectors.data.filter((_, at) => at % n === 0),
  );
  const expected = matrix(
    n,
    1,
    first.data.map((value) => value * found.values[0]),
  );
  expect(gap(multiply(a, first), expected)).toBeLessThan(1e-11);
});
