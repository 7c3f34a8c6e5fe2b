import { describe, expect, it } from 'vitest';
import { miniature, overview } from '../../../../src/core/figures/charts/overview.ts';
import { tableOf } from '../../study/tableOf.ts';

describe('the miniature of a study', () => {
  it('has the colours of its overview, the best method first', () => {
    const table = tableOf([
      [30, 10],
      [20, 5],
    ]);
    const { rows } = overview(table, { selection: 'oracle', shading: 'condition' });
    const found = miniature(table);
    expect(found).toEqual(rows.map(({ cells }) => cells.map((cell) => cell!.fill)));
    expect(found[0][0]).not.toBe(found[1][0]);
  });

  it('stays small whatever the study', () => {
    const methods = Array.from({ length: 30 }, (_, m) => `m${m}`);
    const means = Array.from({ length: 40 }, (_, c) => methods.map((_, m) => m + c));
    const table = tableOf(means, { methods });
    const found = miniature(table);
    expect([found.length, found[0].length]).toEqual([16, 24]);
  });
});
