import { describe, expect, it } from 'vitest';
import { matrix, multiply, selectKernels, symmetricEigen, type Matrix } from '../../../../src/core/linalg/index.ts';
import { kernels, read, withScratch, write } from '../../../../src/core/linalg/kernels/kernels.ts';
import { gap, generator, randomMatrix } from '../support.ts';

const EPSILON = 2 ** -52;

/** Spectra that bracketing and close values can go wrong on; index from 0, descending or not. */
const SPECTRA: Record<string, (i: number, random: () => number) => number> = {
  'falls by 0.7': (i) => 0.7 ** i,
  'falls by 0.3': (i) => 0.3 ** i,
  'falls slowly': (i) => 1 / (1 + i),
  'is even': (i) => 1 - i / 60,
  'has equal pairs': (i) => 0.8 ** (i >> 1),
  'has pairs 1e-5 apart': (i) => 0.8 ** (i >> 1) + 1e-5 * (i & 1),
  'has pairs 1e-9 apart': (i) => 0.8 ** (i >> 1) + 1e-9 * i,
  'has pairs 1e-14 apart': (i) => 0.8 ** (i >> 1) + 1e-14 * (i & 1),
  'has rank 5': (i) => (i < 5 ? 1 - 0.1 * i : 0),
  'has rank 2': (i) => (i < 2 ? 1 - 0.1 * i : 0),
  'stands out of noise': (i, random) => (i < 5 ? 1 - 0.1 * i : 1e-3 + 1e-6 * random()),
  'has both signs': (i) => (i % 2 ? -1 : 1) * 0.9 ** i,
  'is negative': (i) => -1 - 0.01 * i,
  'is random': (_, random) => random() - 0.5,
  'is one value': () => 1,
  'is zero': () => 0,
};

/** Q diag(spectrum) Qᵀ with a random rotation, divided so that no entry exceeds 1. */
function withSpectrum(n: number, value: (i: number, random: () => number) => number, seed: number): Matrix {
  const random = generator(seed);
  const { vectors } = symmetricEigen(
    multiply(randomMatrix(n, n, seed), randomMatrix(n, n, seed), { transposeB: true }),
  );
  const scaled = matrix(n, n);
  const values = Array.from({ length: n }, (_, i) => value(i, random));
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) scaled.data[i * n + j] = vectors.data[i * n + j] * values[j];
  const a = multiply(scaled, vectors, { transposeB: true });
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a.data[j * n + i] = a.data[i * n + j];
  return a;
}

/** Many leading pairs by `kernel`, the entry of largest magnitude of each vector positive. */
function pairs(
  kernel: 'leadingEigen' | 'symmetricEigen',
  a: Matrix,
  count: number,
): { values: Float64Array; vectors: Matrix } {
  const { run, arena } = kernels();
  const n = a.rows;
  return withScratch(arena, (take) => {
    const [work, values, vectors, scratch] = [take(n * n), take(count), take(n * count), take(run.eigenScratch(n))];
    write(arena, work, a.data);
    expect(run[kernel](n, work, count, values, vectors, scratch)).toBe(0);
    return { values: read(arena, values, count), vectors: matrix(n, count, read(arena, vectors, n * count)) };
  });
}

describe('a few leading eigenpairs', () => {
  it.each(Object.entries(SPECTRA))('are found where the spectrum %s', (_, value) => {
    for (const build of ['wasm-relaxed-simd', 'wasm-simd'] as const) {
      selectKernels(build);
      for (const n of [3, 15, 16, 17, 28, 46, 56, 93]) {
        const a = withSpectrum(n, value, n);
        for (const count of [1, 2, 3, 5, 8, 15, 28].filter((k) => k <= n)) {
          const { values, vectors } = pairs('leadingEigen', a, count);
          const largest = Math.max(1e-300, ...a.data.map(Math.abs)) * n;
          const bound = 50 * n * EPSILON * largest;
          const image = multiply(a, vectors);
          const scaled = matrix(n, count);
          vectors.data.forEach((v, k) => (scaled.data[k] = v * values[k % count]));
          expect(gap(image, scaled)).toBeLessThanOrEqual(bound);
          const unit = matrix(count, count);
          for (let i = 0; i < count; i++) unit.data[i * count + i] = 1;
          expect(gap(multiply(vectors, vectors, { transposeA: true }), unit)).toBeLessThan(50 * n * EPSILON);
          const all = pairs('symmetricEigen', a, count).values;
          values.forEach((found, i) => expect(Math.abs(found - all[i])).toBeLessThanOrEqual(bound));
        }
      }
    }
    selectKernels('wasm-relaxed-simd');
  });

  it('have the same bits however many are asked for', () => {
    const a = withSpectrum(56, SPECTRA['falls by 0.7'], 4);
    const most = pairs('leadingEigen', a, 20);
    for (const count of [1, 2, 4, 7, 13]) {
      const fewer = pairs('leadingEigen', a, count);
      expect([...fewer.values]).toEqual([...most.values.subarray(0, count)]);
      for (let i = 0; i < 56; i++) {
        expect([...fewer.vectors.data.subarray(i * count, (i + 1) * count)]).toEqual([
          ...most.vectors.data.subarray(i * 20, i * 20 + count),
        ]);
      }
    }
  });
});
