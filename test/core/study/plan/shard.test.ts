import { describe, expect, it } from 'vitest';
import { planStudy, inShard, shardSizes } from '../../../../src/core/study/plan/plan.ts';
import { facts, smallSpec } from '../smallDataset.ts';

describe('inShard', () => {
  const spec = smallSpec({ protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 6 } });
  const plan = planStudy(spec, facts);

  it('gives every cell to exactly one shard, and repeats of every method to each', () => {
    for (const count of [1, 2, 3, 5, 100]) {
      const owners = plan.cells.map(({ condition }, position) =>
        Array.from({ length: count }, (_, i) => i + 1).filter((index) =>
          inShard({ index, count }, { condition, position }, plan),
        ),
      );
      expect(owners.every((shards) => shards.length === 1)).toBe(true);
      if (count > 3) continue;
      const groups = new Map<string, number>();
      plan.cells.forEach(({ label, condition }, position) => {
        const group = `${label} ${condition} ${owners[position][0]}`;
        groups.set(group, (groups.get(group) ?? 0) + 1);
      });
      expect(new Set(groups.values())).toEqual(new Set([6 / count]));
      expect(groups.size).toBe(4 * count);
    }
  });

  it('deals the repeats of a method out in turn, each method one shard further', () => {
    const dealt = planStudy(smallSpec({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 4 } }), facts);
    const shards = dealt.cells.map((_, position) =>
      [1, 2, 3].find((index) => inShard({ index, count: 3 }, { condition: 'k=2', position }, dealt)),
    );
    expect(dealt.methods).toHaveLength(2);
    // Repeat by repeat, two methods each.
    expect(shards).toEqual([1, 2, 2, 3, 3, 1, 1, 2]);
    expect(shardSizes(8, 2, 3)).toEqual([3, 3, 2]);
  });

  it('plans the cells of a shard alone, as the whole plan has them', () => {
    for (const shard of [
      { index: 2, count: 3 },
      { index: 5, count: 100 },
      { index: 1, count: 2, condition: 'k=3' },
    ]) {
      const own = planStudy(spec, facts, undefined, shard);
      expect(own.cells).toEqual(plan.cells.filter((cell) => inShard(shard, cell, plan)));
      expect(own).toEqual({ ...plan, cells: own.cells });
    }
    expect(plan.cells.map(({ position }) => position)).toEqual(plan.cells.map((_, position) => position));
    expect(plan.size).toBe(plan.cells.length);
  });

  it('of one condition has its cells alone, each in one shard', () => {
    const wanted = plan.conditions[1].key;
    const owners = plan.cells.map(({ condition }, position) =>
      [1, 2, 3].filter((index) => inShard({ index, count: 3, condition: wanted }, { condition, position }, plan)),
    );
    expect(owners.map(({ length }) => length)).toEqual(
      plan.cells.map(({ condition }) => (condition === wanted ? 1 : 0)),
    );
  });
});
