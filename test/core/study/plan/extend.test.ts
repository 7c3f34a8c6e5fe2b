import { describe, expect, it } from 'vitest';
import { extensionProblems, planStudy } from '../../../../src/core/study/plan/plan.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const plan = (change: Parameters<typeof smallSpec>[0] = {}) => planStudy(smallSpec(change), facts, facts);
const explicit = (...firsts: number[]) =>
  plan({
    protocol: { kind: 'explicit', splits: firsts.map((first) => ({ train: [first, 3, 4], test: [5, 6] })) },
  });

describe('extensionProblems', () => {
  it('has none where a plan keeps every cell', () => {
    expect(extensionProblems(plan().cells, plan())).toEqual([]);
    expect(extensionProblems(explicit(0).cells, explicit(0, 1))).toEqual([]);
  });

  it('names the first cell that would be lost and counts the others', () => {
    const [{ message }] = extensionProblems(plan().cells, plan({ seed: 99 }));
    expect(message).toContain('(PCA, k=2, repeat 1 and 11 more)');
  });

  it('finds the draws of predefined splits again when splits are added behind them, and more draws', () => {
    const drawn = (count: number, repeats: number) =>
      plan({
        protocol: {
          kind: 'explicit',
          splits: Array.from({ length: count }, (_, n) => ({ train: [n, 3, 4], test: [5, 6] })),
          repeats,
        },
      });
    for (const [count, repeats] of [
      [2, 3],
      [1, 4],
      [3, 4],
    ]) {
      expect(extensionProblems(drawn(1, 3).cells, drawn(count, repeats))).toEqual([]);
    }
    expect(extensionProblems(drawn(2, 3).cells, drawn(2, 2))).toHaveLength(1);
  });

  it('takes a predefined split under another number for another cell', () => {
    expect(extensionProblems(explicit(0).cells, explicit(1, 0))).toHaveLength(1);
  });
});
