/** All pairs of a set of vectors, and a search, alongside NumPy in blocks of the same size. */
import { test } from 'vitest';
import { compare, type Task } from '../harness/compare.ts';

export interface PairsTask extends Task {
  readonly kind: 'pairs' | 'search';
  readonly count: number;
  readonly length: number;
  /** Probes of a search. */
  readonly probes?: number;
}

const sides = ['plain'] as const;
const slow = { long: true, rounds: 3, sides } as const;
const pairs = (count: number, length: number): PairsTask => ({
  name: `pairs of ${count} × ${length}`,
  kind: 'pairs',
  count,
  length,
  operations: count ** 2 * length,
  ...slow,
});

test('all pairs alongside NumPy', { timeout: 1_800_000 }, async () => {
  await compare<PairsTask>({
    name: '8-pairs',
    title: 'All pairs of vectors',
    note: 'Ten vectors of each subject; operations are those of the products alone, each pair once.',
    tasks: [
      pairs(5000, 128),
      pairs(5000, 512),
      pairs(20_000, 512),
      {
        name: '2048 probes among 50 000 × 128',
        kind: 'search',
        count: 50_000,
        length: 128,
        probes: 2048,
        operations: 2 * 2048 * 50_000 * 128,
        ...slow,
      },
    ],
    ours: new URL('./ours.ts', import.meta.url),
    module: new URL('./reference.py', import.meta.url),
  });
});
