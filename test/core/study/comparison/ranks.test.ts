import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankReport, type RankOptions } from '../../../../src/core/study/comparison/ranks.ts';
import type { StudyTable } from '../../../../src/core/study/table/table.ts';
import { expectClose, fixture } from '../../stats/fixture.ts';
import { mean } from '../../../../src/core/stats/describe.ts';
import { hierarchicalT, type HierarchicalT } from '../../../../src/core/stats/tests/hierarchicalT.ts';
import { joinTables } from '../../../../src/core/study/table/joinTables.ts';
import { tableOf } from '../tableOf.ts';

const options: RankOptions = { per: 'condition', selection: 'oracle', alpha: 0.05 };

describe('rankReport', () => {
  it.each(fixture.friedman)(
    'agrees with SciPy on average ranks, Friedman, Iman–Davenport and Nemenyi (case %#)',
    (expected) => {
      const table = tableOf(expected.rows);
      const report = rankReport(table, options);
      const place = report.methods.map(({ label }) => table.rows.findIndex((row) => row.label === label));
      report.methods.forEach(({ averageRank }, m) => expectClose(averageRank!, expected.ranks[place[m]], 1e-13));
      expectClose(report.friedman!.statistic, expected.chi[0], 1e-12);
      expectClose(report.friedman!.p, expected.chi[1], 1e-11);
      expectClose(report.imanDavenport!.statistic!, expected.f[0], 1e-11);
      expectClose(report.imanDavenport!.p, expected.f[1], 1e-10);
      expectClose(report.nemenyi!.criticalDifference, expected.criticalDifference05, 1e-9);
      report.nemenyi!.p.forEach((row, a) =>
        row.forEach((p, b) => expect(Math.abs(p - expected.nemenyi[place[a]][place[b]])).toBeLessThan(1e-10)),
      );
    },
  );

  it('puts the best first, whichever way the measure runs', () => {
    const means = [
      [3, 1, 2],
      [30, 10, 20],
    ];
    const order = (table: StudyTable) => rankReport(table, options).methods.map(({ label }) => label);
    expect(order(tableOf(means))).toEqual(['LDA', '2DPCA', 'PCA']);
    expect(order(tableOf(means, { measure: 'accuracy' }))).toEqual(['PCA', '2DPCA', 'LDA']);
  });

  it('does not depend on the order of methods or conditions', () => {
    const values = fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 4, maxLength: 4 }), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(values, fc.nat(3), (means, turn) => {
        const methods = ['pca', 'lda', '2dpca', 'fpca'];
        const turned = <T>(list: readonly T[]): T[] => [...list.slice(turn), ...list.slice(0, turn)];
        const before = rankReport(tableOf(means, { methods }), options);
        const after = rankReport(tableOf(turned(means.map(turned)), { methods: turned(methods) }), options);
        expect(after.methods.map(({ label }) => label)).toEqual(before.methods.map(({ label }) => label));
        expect(after.friedman?.p ?? null).toEqual(before.friedman?.p ?? null);
        expect(after.wilcoxon).toEqual(before.wilcoxon);
      }),
    );
  });

  it('finds no more in four copies of the same images than in one', () => {
    const rows = [
      [10, 12, 14],
      [9, 12, 13],
      [12, 11, 15],
    ];
    const copies = ['a', 'b', 'c', 'd'].map((study) => tableOf(rows, { study, dataset: `faces ${study}` }));
    for (const per of ['condition', 'dataset'] as const) {
      const [one, four] = [
        rankReport(copies[0], { ...options, per, rope: 1 }),
        rankReport(joinTables(copies, ['x', 'x', 'x', 'x']), { ...options, per, rope: 1 }),
      ];
      const numbers = ({ friedman, imanDavenport, nemenyi, wilcoxon, practical }: typeof one): unknown => [
        ...[friedman, imanDavenport, nemenyi, wilcoxon, practical],
      ];
      expect(numbers(four)).toEqual(numbers(one));
      expect(four.blocks.map(({ values }) => values)).toEqual(one.blocks.map(({ values }) => values));
      expect(four.remarks).toContain('faces a, faces b, faces c and faces d are the same images and count once.');
      // Of four databases more is known.
      const different = rankReport(joinTables(copies, ['x', 'y', 'z', 'w']), { ...options, per });
      expect(different.blocks).toHaveLength(4 * one.blocks.length);
    }
  });

  it('gives the probabilities of better and practically equal for every pair, where a region is asked for', () => {
    const means = Array.from({ length: 8 }, (_, i) => [20 + (i % 3), 10, 10.1 + 0.1 * (i % 2)]);
    expect(rankReport(tableOf(means), options).practical).toBeNull();
    for (const measure of ['error-rate', 'accuracy'] as const) {
      const report = rankReport(tableOf(means, { measure }), { ...options, rope: 1 });
      const of = (a: string, b: string) =>
        report.practical!.pairs.find(
          (pair) => report.methods[pair.first].label === a && report.methods[pair.second].label === b,
        )!;
      expect(report.practical).toMatchObject({ halfWidth: 1, draws: 10_000 });
      expect(report.practical!.pairs).toHaveLength(3);
      const [near, far] =
        measure === 'error-rate' ? [of('LDA', '2DPCA'), of('LDA', 'PCA')] : [of('2DPCA', 'LDA'), of('PCA', 'LDA')];
      expect(near.equivalent).toBe(1);
      expect(far.firstBetter).toBeGreaterThan(0.99);
    }
    const single = rankReport(tableOf(means.slice(0, 1)), { ...options, rope: 1 });
    expect(single.practical).toBeNull();
    expect(single.remarks).toContain(
      'No Bayesian signed-rank test: it needs two methods with results in two conditions.',
    );
  });

  it('asks a test of repeats of their differences over the conditions of a block, with the ratio of their splits', () => {
    // Repeat 3 of the second condition is missing for the second method.
    const values = [
      [
        [10, 12, 11, 13],
        [9, 12, 9, 12],
      ],
      [
        [20, 22, 21, 25],
        [19, 18, NaN, 22],
      ],
      [
        [5, 6, 7, 5],
        [6, 4, 5, 4],
      ],
    ];
    const table = tableOf(values.map((methods) => methods.map((own) => mean(own.filter((value) => value >= 0)))));
    const rows = table.rows.map((row, m) => ({
      ...row,
      entries: row.entries.map((own, c) => {
        const repeats = [1, 2, 3, 4].filter((repeat) => values[c][m][repeat - 1] >= 0);
        return { ...own, repeats, values: repeats.map((repeat) => values[c][m][repeat - 1]) };
      }),
    }));
    const asked = { ...options, rope: 1, practicalTest: 'hierarchical-t', seed: 7 } as const;
    const ratios: Record<string, number> = { 'k=1': 1, 'k=2': 0.5, 'k=3': 0.25 };
    const byCondition = rankReport(
      { ...table, rows },
      { ...asked, testToTrain: (condition, repeats) => ratios[condition] * (repeats.length / 4) },
    );
    const [order] = byCondition.practical!.pairs.map(({ first, second }) =>
      [first, second].map((m) => byCondition.methods[m].label),
    );
    const sign = order[0] === 'PCA' ? 1 : -1;
    // 0.5 of a condition with three of four repeats is 0.375.
    const sets = [
      { differences: [1, 0, 2, 1], correlation: 1 / 2 },
      { differences: [1, 4, 3], correlation: 0.375 / 1.375 },
      { differences: [-1, 2, 2, 1], correlation: 0.25 / 1.25 },
    ].map(({ differences, correlation }) => ({ differences: differences.map((value) => sign * value), correlation }));
    const expected = hierarchicalT(sets, 1, 7) as HierarchicalT;
    const [pair] = byCondition.practical!.pairs;
    expect([pair.firstBetter, pair.equivalent, pair.secondBetter]).toEqual([
      expected.less,
      expected.equivalent,
      expected.greater,
    ]);
  });

  it('joins runs of methods whose ranks differ by less than the critical difference, none within another', () => {
    // Ranks 1, 2, 3, 4 over 8 conditions: the critical difference of 4 methods is 1.66.
    const { nemenyi } = rankReport(tableOf(Array.from({ length: 8 }, () => [1, 2, 3, 4])), options);
    expect(nemenyi!.criticalDifference).toBeCloseTo(1.658, 3);
    expect(nemenyi!.groups).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    const far = rankReport(tableOf(Array.from({ length: 40 }, () => [1, 2, 3, 4])), options);
    expect(far.nemenyi!.groups).toEqual([]);
  });

  it('ranks in complete conditions only, and names the methods that it leaves out', () => {
    const report = rankReport(
      tableOf([
        [1, 2, null],
        [2, null, null],
        [2, 1, null],
      ]),
      options,
    );
    expect(report.blocks.map(({ title }) => title)).toEqual(['k = 1', 'k = 3']);
    expect(report.methods.map(({ label }) => label)).toEqual(['LDA', 'PCA']);
    expect(report.remarks.join(' ')).toContain('Not ranked (no result in some conditions): 2DPCA.');
    expect(report.remarks.join(' ')).toContain('p cannot fall below 0.5');
  });

  it('ranks datasets by their means over the conditions', () => {
    const one = tableOf([
      [1, 4],
      [5, 4],
    ]);
    const two = tableOf([[9, 3]], { study: 'other', dataset: 'yale' });
    const report = rankReport(joinTables([one, two], ['one', 'two']), { ...options, per: 'dataset' });
    expect(report.blocks).toEqual([
      { title: 'orl', values: [4, 3], ranks: [2, 1] },
      { title: 'yale', values: [3, 9], ranks: [1, 2] },
    ]);
    expect(report.remarks.join(' ')).not.toContain('share images');
  });

  it('says what was ranked, what is missing and how little the tests can find', () => {
    const remarks = (n: number, more: Partial<RankOptions> = {}, done = true): readonly string[] => {
      const table = tableOf(Array.from({ length: n }, (_, c) => [1, 2 + (c % 2), 0.5 + c]));
      return rankReport({ ...table, ...(done && { total: table.done }) }, { ...options, ...more }).remarks;
    };
    const ranked = (what: string) =>
      `Ranks over ${what} with results of every method, each by the mean over the repeats common to all methods.`;
    const together =
      'These tests assume independent conditions; those of one dataset (orl) share images, so p is ' + 'too small.';
    const least = (n: number, p: number) =>
      `With ${n} conditions, Wilcoxon’s p cannot fall below ${p}, even before correction.`;
    expect(remarks(1)).toEqual([ranked('1 condition')]);
    expect(remarks(2)).toEqual([ranked('2 conditions'), together, least(2, 0.5)]);
    expect(remarks(5)).toEqual([ranked('5 conditions'), together, least(5, 0.0625)]);
    expect(remarks(6)).toEqual([ranked('6 conditions'), together]);
    expect(remarks(6, {}, false)[0]).toBe('Incomplete: 6 of 7 cells.');
    expect(remarks(6, { per: 'dataset' })).toEqual([
      ranked('1 dataset'),
      'Each dataset enters as the mean over its conditions.',
    ]);
    const alike = rankReport(
      tableOf([
        [1, 2],
        [1, 2],
      ]),
      options,
    );
    expect(alike.imanDavenport).toBeNull();
    expect(alike.remarks.at(-1)).toBe(
      'Iman and Davenport’s F is undefined: every condition ranks the methods identically.',
    );
  });

  it('takes of repeats that some methods lack only the common ones, and says in which conditions', () => {
    const table = tableOf([
      [1, 2],
      [3, 4],
    ]);
    const further = { values: [9, 1], repeats: [2, 1] };
    const rows = table.rows.map((row, r) => ({
      ...row,
      entries: row.entries.map((entry, c) => (r === 0 && c === 1 ? { ...entry, ...further } : entry)),
    }));
    const report = rankReport({ ...table, rows }, options);
    expect(report.blocks.map(({ values }) => values)).toEqual([
      [1, 2],
      [1, 4],
    ]);
    expect(report.remarks).toContain('Repeats missing for some methods were left out in: k = 2.');
  });

  it('ranks by what was chosen inside the training images where that is asked for', () => {
    const table = tableOf([
      [1, 2],
      [3, 4],
    ]);
    const validated = { ...options, selection: 'validated' } as const;
    expect(rankReport(table, validated)).toMatchObject({ methods: [], blocks: [] });
    const rows = table.rows.map((row, r) => ({
      ...row,
      entries: row.entries.map((entry) => ({ ...entry, validated: { ...entry, values: [5 - r], shapes: [] } })),
    }));
    const report = rankReport({ ...table, rows }, validated);
    expect(report.methods.map(({ label, averageRank }) => [label, averageRank])).toEqual([
      ['LDA', 1],
      ['PCA', 2],
    ]);
    expect(report.blocks.map(({ values }) => values)).toEqual([
      [4, 5],
      [4, 5],
    ]);
  });

  it('asks the pairs of one method alone where it is named', () => {
    const means = Array.from({ length: 8 }, (_, i) => [20 + (i % 3), 10, 10.1 + 0.1 * (i % 2)]);
    const pairs = (practicalAgainst?: string) =>
      rankReport(tableOf(means), { ...options, rope: 1, ...(practicalAgainst && { practicalAgainst }) }).practical!
        .pairs;
    const places = (list: ReturnType<typeof pairs>) => list.map(({ first, second }) => [first, second]);
    // The best first: LDA, 2DPCA, PCA.
    expect(places(pairs())).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(places(pairs('LDA'))).toEqual([
      [0, 1],
      [0, 2],
    ]);
    expect(places(pairs('2DPCA'))).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(places(pairs('PCA'))).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(rankReport(tableOf(means.slice(0, 2)), { ...options, rope: 1 }).practical).not.toBeNull();
    expect(rankReport(tableOf(means.map(([first]) => [first])), { ...options, rope: 1 }).practical).toBeNull();
  });

  it('survives JSON, also where nothing can be tested', () => {
    for (const means of [
      [[1, 2]],
      [[null, null]],
      [
        [1, 1],
        [2, 2],
      ],
      [
        [1, 2],
        [1, 2],
      ],
    ]) {
      const report = rankReport(tableOf(means), options);
      expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    }
    expect(rankReport(tableOf([[null, null]]), options)).toMatchObject({ friedman: null, nemenyi: null, methods: [] });
  });
});
