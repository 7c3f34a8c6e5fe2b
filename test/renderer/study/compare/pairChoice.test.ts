import { describe, expect, it } from 'vitest';
import { standingOrder } from '../../../../src/core/study/table/standings.ts';
import { comparedPair, nextRival } from '../../../../src/renderer/study/compare/pairChoice.ts';
import { fakeResults, fakeStudy } from '../../fakeData.ts';

describe('the two methods that are compared', () => {
  it('are the best and the runner-up until the reader picks', () => {
    const { table } = fakeResults(fakeStudy(1));
    const order = standingOrder(table, 0, 'oracle');
    const means = order.map((label) => table.rows.find((row) => row.label === label)!.entries[0].mean!);
    expect(means).toEqual([...means].sort((a, b) => a - b));
    expect(order).toHaveLength(table.rows.length);
    expect(comparedPair([], order)).toEqual([order[0], order[1]]);
    expect(comparedPair([order[0]], order)).toEqual([order[0], order[1]]);
    expect(comparedPair(['PCA', 'GLRAM'], order)).toEqual(['PCA', 'GLRAM']);
    expect(comparedPair([], order.slice(0, 1))).toBeNull();
  });

  it('have the highest value first where higher is better', () => {
    const entry = (mean: number | null) => ({ mean, validated: undefined });
    const rows = [
      { label: 'a', entries: [entry(80)] },
      { label: 'b', entries: [entry(90)] },
      { label: 'c', entries: [entry(null)] },
    ];
    const table = { rows, measure: { better: 'higher' } } as unknown as Parameters<typeof standingOrder>[0];
    expect(standingOrder(table, 0, 'oracle')).toEqual(['b', 'a']);
    expect(standingOrder(table, 0, 'validated')).toEqual([]);
  });

  it('go on to the next rival and round, never to the method itself', () => {
    const order = ['a', 'b', 'c'];
    expect(nextRival(['b', 'a'], order, 1)).toEqual(['b', 'c']);
    expect(nextRival(['b', 'c'], order, 1)).toEqual(['b', 'a']);
    expect(nextRival(['b', 'a'], order, -1)).toEqual(['b', 'c']);
    // A rival without results in this condition gives way to the best.
    expect(nextRival(['a', 'x'], order, -1)).toEqual(['a', 'b']);
  });
});
