import { describe, expect, it } from 'vitest';
import { packTable, unpackTable } from '../../../../src/core/study/table/packedTable.ts';
import { rates } from '../../../../src/core/stats/rates.ts';
import type { StudyTable, TableEntry, ValidatedEntry } from '../../../../src/core/study/table/table.ts';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import { defaultTableOptions } from '../../../../src/core/study/table/tableOptions.ts';

const verdict = { compared: null, standing: 'none', significant: false, p: null } as const;
const repeats = Array.from({ length: 50 }, (_, i) => i + 1);
const counts = { counts: repeats.map((n) => (7 * n) % 120), of: repeats.map(() => 120) };

function entry(
  lists: Pick<TableEntry, 'values' | 'repeats' | 'counts'>,
  further: Partial<TableEntry> = {},
): TableEntry {
  return { mean: 1, std: 2, shape: [3], failed: 0, pending: 0, planned: 50, ...verdict, ...lists, ...further };
}

function tableOf(...entries: TableEntry[]): StudyTable {
  return {
    study: 'study',
    dataset: 'faces',
    measure: measureOf('error-rate'),
    options: defaultTableOptions,
    conditions: entries.map((_, k) => ({ key: `k=${k}`, title: `k = ${k}` })),
    rows: [{ label: 'PCA', methodId: 'pca', entries }],
    footer: [],
    essentials: [],
    done: 1,
    total: 2,
  };
}

const overWire = (table: StudyTable): StudyTable => unpackTable(JSON.parse(JSON.stringify(packTable(table))));

describe('a packed table', () => {
  it('is the table again, whatever its lists are', () => {
    const validated: ValidatedEntry = {
      ...verdict,
      ...{ mean: 1, std: null, shape: [1], shapes: [[1], [2]] },
      ...{ values: [10, 20], repeats: [2, 3], counts: { counts: [1, 4], of: [10, 20] } },
    };
    const table = tableOf(
      entry({ values: rates(counts), repeats, counts }),
      // Repeats with gaps; sizes that differ; rates that are not those of the counts to the last bit.
      entry({ values: [50, 25], repeats: [1, 3], counts: { counts: [1, 1], of: [2, 4] } }, { validated }),
      entry({ values: [100 - 100 / 3], repeats: [1], counts: { counts: [2], of: [3] } }),
      entry({ values: [0.1 + 0.2, 1e-300], repeats: [1, 2] }, { full: [[4], [5]], undecided: 2, hterRange: [1, 2] }),
      entry({ values: [], repeats: [] }, { mean: null, std: null, shape: null, pending: 50, validated }),
      entry({ values: [], repeats: [], counts: { counts: [], of: [] } }),
      // One of two rates is that of its count; fewer rates than counts.
      entry({ values: [50, 25.5], repeats: [1, 2], counts: { counts: [1, 1], of: [2, 4] } }),
      entry({ values: [50], repeats: [1], counts: { counts: [1, 1], of: [2, 4] } }),
    );
    expect(overWire(table)).toEqual(table);
    for (const [at, { values }] of overWire(table).rows[0].entries.entries()) {
      expect(values.every((value, i) => Object.is(value, table.rows[0].entries[at].values[i]))).toBe(true);
    }
  });

  it('has one array for the lists that many of its entries share', () => {
    const one = entry({ values: rates(counts), repeats, counts });
    const [first, second] = overWire(tableOf(one, one)).rows[0].entries;
    expect(second.repeats).toBe(first.repeats);
    expect(second.counts!.of).toBe(first.counts!.of);
    expect(second.counts!.counts).not.toBe(first.counts!.counts);
  });

  it('sends of shares of the test images their counts alone', () => {
    const [packed] = packTable(tableOf(entry({ values: rates(counts), repeats, counts }))).rows[0].entries;
    expect(packed).toMatchObject({ mean: 1, shape: [3], counts: { counts: counts.counts, of: 120 } });
    expect(packed).not.toHaveProperty('values');
    expect(packed).not.toHaveProperty('repeats');
    expect(JSON.stringify(packed).length).toBeLessThan(400);
  });
});
