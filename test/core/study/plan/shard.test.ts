import { describe, expect, it } from 'vitest';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import { inShard } from '../../../../src/core/study/plan/shard.ts';
import { facts, smallSpec } from '../smallDataset.ts';

describe('inShard', () => {
  const plan = planStudy(smallSpec({ protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 6 } }), facts);

  it('gives every cell to exactly one shard, and repeats of every method to each', () => {
    for (const count of [1, 2, 3, 5, 100]) {
      const owners = plan.cells.map((_, position) =>
        Array.from({ length: count }, (_, i) => i + 1).filter((index) => inShard({ index, count }, position, plan)),
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
});
