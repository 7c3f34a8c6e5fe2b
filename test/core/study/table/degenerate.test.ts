import { describe, expect, it } from 'vitest';
import { csvTable } from '../../../../src/core/report/csv.ts';
import { latexTable } from '../../../../src/core/report/latex/table.ts';
import { textTable } from '../../../../src/core/report/plainText.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { rankReport } from '../../../../src/core/study/comparison/ranks.ts';
import { standingOrder } from '../../../../src/core/study/table/standings.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import type { CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';
import { defaultTableOptions } from '../../../../src/core/study/table/tableOptions.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';
import { evaluateAll } from '../evaluateAll.ts';

/** A table of stored results, whose answers are known. */
function made(change: Partial<StudySpecInput>, options = {}) {
  const spec = smallSpec(change);
  const plan = planCells(planStudy(spec), facts);
  const cells = new Map(plan.cells.map((cell) => [cell.key, cell]));
  const outcomes = new Map(
    [...evaluateAll(spec, facts, data, plan)].map(([key, outcome]): [string, CellOutcome] => {
      const { condition, repeat } = cells.get(key)!;
      const { train, test } = splitOf(spec, facts, condition, repeat);
      const soleAnswer = (at: number) => {
        const { nearest } = outcome.result;
        const answers = new Set(
          Array.from(nearest.subarray(at * test.length, (at + 1) * test.length), (n) => labels[train[n]]),
        );
        return answers.size === 1 ? [...answers][0] : null;
      };
      return [key, { status: 'done', result: { ...outcome.result, soleAnswer } }];
    }),
  );
  return summariseStudy(plan, outcomes, { ...defaultTableOptions, ...options }, { testToTrain: () => 1 });
}

// The codes of three images span two dimensions: every subject reaches every code.
const LRC = {
  protocol: { kind: 'random', trainPerSubject: [3, 2], repeats: 4 },
  methods: [
    { method: 'pca', label: 'LRC', latent: [2], classifier: { kind: 'lrc' } },
    { method: 'pca', label: 'NN', latent: [8] },
    { method: 'pca', label: 'NN few', latent: [4] },
  ],
} as const satisfies Partial<StudySpecInput>;

describe('an entry that recognises every test image as one subject', () => {
  const table = made(LRC);
  const [[lrc], [nn]] = table.rows.map(({ entries }) => entries);

  it('is marked as such, and neither tested nor ranked', () => {
    expect(lrc).toMatchObject({ mean: 80, std: 0, standing: 'none', significant: false, p: null, degenerate: true });
    expect(nn).not.toHaveProperty('degenerate');
    expect(textTable(table)).toMatch(/80\.0 ± +0\.0 \(2\) †/);
    expect(textTable(table)).not.toMatch(/80\.0 ± +0\.0 \(2\) \*/);
    expect(table.essentials.join(' ')).toContain(
      '† assigns every test image to one subject, as happens when all subjects are equally near: LRC (k = 3), LRC (k = 2).',
    );
    expect(table.footer.join(' ')).not.toContain('Not compared');
  });

  it('keeps its sign where marks of significance are left out, and in LaTeX and CSV', () => {
    expect(textTable(made(LRC, { marks: false }))).toContain('(2) †');
    expect(latexTable(table)).toContain('^{\\dagger}');
    expect(csvTable(table).split('\r\n')[0]).toMatch(/,degenerate$/);
    expect(csvTable(table).split('\r\n')[1]).toMatch(/,true$/);
  });

  it('leaves the others their ranks', () => {
    expect(table.rows.map(({ averageRank }) => averageRank)).toEqual([null, expect.any(Number), expect.any(Number)]);
    const { methods, remarks } = rankReport(table, { per: 'condition', selection: 'oracle', alpha: 0.05 });
    expect(methods.map(({ label }) => label).sort()).toEqual(['NN', 'NN few']);
    expect(remarks).toContain('Not ranked (every test image assigned to one subject): LRC.');
    expect(standingOrder(table, 0, 'oracle')).not.toContain('LRC');
  });

  it('is found where every repeat tests one image', () => {
    const [one] = made({ protocol: { kind: 'leave-one-out' }, methods: [LRC.methods[0], LRC.methods[1]] }).rows;
    // Five of six: the first subject's images, except the one without which another subject comes first.
    expect(one.entries[0]).toMatchObject({ mean: (100 * 25) / 30, degenerate: true });
  });

  it('is not every bad entry', () => {
    const bad = made({ ...LRC, methods: [{ method: 'pca', label: 'Bad', latent: [1] }, LRC.methods[1]] });
    expect(bad.rows[0].entries[0].mean).toBeGreaterThan(50);
    expect(bad.rows[0].entries[0]).not.toHaveProperty('degenerate');
  });

  it('is not marked by a measure that needs no decision', () => {
    const rmse = made({ ...LRC, measures: ['reconstruction'] }, { measure: 'rmse' });
    expect(rmse.rows[0].entries[0]).not.toHaveProperty('degenerate');
  });
});
