/** A method that failed on some repeats, or has not finished them: marked everywhere, compared on common repeats. */
import { describe, expect, it } from 'vitest';
import { csvTable } from '../../../../src/core/report/csv.ts';
import { htmlTable } from '../../../../src/core/report/htmlTable.ts';
import { latexTable } from '../../../../src/core/report/latex/table.ts';
import { markdownTable } from '../../../../src/core/report/markdown.ts';
import { textTable, tsvTable } from '../../../../src/core/report/plainText.ts';
import { typstTable } from '../../../../src/core/report/typst.ts';
import { answered } from '../../stats/fixture.ts';
import { correctedResampledT } from '../../../../src/core/stats/tests/pairedT.ts';
import { rankReport } from '../../../../src/core/study/comparison/ranks.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudyTable } from '../../../../src/core/study/table/table.ts';
import { testToTrain } from '../../../../src/core/study/plan/splits.ts';
import type { CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const spec = smallSpec({
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 6 },
  methods: [{ method: 'pca' }, { method: 'lda' }],
  comparison: { test: 'corrected-resampled-t', correction: 'holm' },
});
const plan = planCells(planStudy(spec), facts);

/** Wrong test images, of 40, by method and repeat; null: failed; absent: not computed yet. */
function tableOf(wrong: Record<string, (number | null)[]>, ratios: (readonly number[])[] = []): StudyTable {
  const outcomes = new Map<string, CellOutcome>();
  for (const { key, label, repeat } of plan.cells) {
    const count = wrong[label]?.[repeat - 1];
    if (count === null) outcomes.set(key, { status: 'failed', reason: 'one image per subject' });
    else if (count !== undefined) {
      outcomes.set(key, { status: 'done', result: { shapes: [[3]], wrong: [count], testCount: 40 } });
    }
  }
  return summariseStudy(plan, outcomes, undefined, {
    testToTrain: (_, repeats) => {
      ratios.push(repeats);
      return repeats.length;
    },
  });
}

describe('a method that failed on the hard splits', () => {
  const pca = [18, 10, 9, 19, 10, 9];
  const failing = (ratios?: (readonly number[])[]) => tableOf({ PCA: pca, LDA: [null, 10, 9, null, 11, 10] }, ratios);

  it('shows its own mean but is compared over the repeats that all methods have', () => {
    const ratios: (readonly number[])[] = [];
    const [first, second] = failing(ratios).rows.map(({ entries }) => entries[0]);
    // 31.25 over six repeats; over the four common ones 23.75 against 25.
    expect(first).toMatchObject({ mean: 31.25, planned: 6, compared: { mean: 23.75, repeats: 4 }, standing: 'best' });
    expect(second).toMatchObject({ mean: 25, failed: 2, planned: 6, compared: { mean: 25, repeats: 4 } });
    expect(second.standing).toBe('tie');
    const d = [0, 0, 2.5, 2.5];
    expect(second.p).toBeCloseTo(answered(correctedResampledT(d, 4, 'greater')).p, 12);
    expect(ratios).toEqual([[2, 3, 5, 6]]);
  });

  it('is marked with its count in every format, and the footer says what was compared', () => {
    const table = failing();
    const mark = '4 of 6';
    const texts = { textTable, markdownTable, latexTable, htmlTable, tsvTable, typstTable };
    for (const [name, write] of Object.entries(texts)) {
      expect(write(table), name).toContain(mark);
      expect(write(table), name).toMatch(/4 in \$?k \\?= 2/);
    }
    expect(textTable(table)).toMatch(/^LDA +25\.0 ± +2\.0 \(3\) \[4 of 6\] +yes$/m);
    expect(textTable(table)).toMatch(/^PCA +31\.3 ± 11\.7 \(3\) ◦ +no$/m);
    expect(latexTable(table)).toContain('(3) {[}4 of 6]');
    const [head, ...records] = csvTable(table)
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const field = (record: number, name: string) => records[record][head.indexOf(name)];
    expect(['repeats', 'failed', 'planned_repeats', 'compared_repeats'].map((name) => field(1, name))).toEqual([
      '4',
      '2',
      '6',
      '4',
    ]);
    expect(field(0, 'compared_mean_error_percent')).toBe('23.75');
    const footer = table.footer.join(' ');
    expect(footer).toContain('mean ± sample standard deviation over 4 to 6 of 6 random splits');
    expect(footer).toContain('[n of m]: mean over the n of m splits');
    expect(footer).toContain(
      'the splits that all methods share, so their means may differ from those shown: 4 in k = 2',
    );
  });

  it('is ranked over these repeats, and the ranks say so', () => {
    const ranks = rankReport(failing(), { per: 'condition', selection: 'oracle', alpha: 0.05 });
    expect(ranks.methods.map(({ label }) => label)).toEqual(['PCA', 'LDA']);
    expect(ranks.blocks[0]).toEqual({ title: 'k = 2', values: [23.75, 25], ranks: [1, 2] });
    expect(ranks.remarks.join(' ')).toContain('by the mean over the repeats common to all methods');
    expect(ranks.remarks.join(' ')).toContain('Repeats missing for some methods were left out in: k = 2');
  });

  it('takes no part with fewer than half of the repeats', () => {
    const rare = tableOf({ PCA: pca, LDA: [null, 2, null, null, 1, null] });
    expect(rare.rows.map(({ entries }) => entries[0].standing)).toEqual(['best', 'none']);
    expect(rare.rows[0].entries[0].compared).toEqual({ mean: 31.25, repeats: 6 });
    expect(rare.footer.join(' ')).toMatch(/Not compared \(too few .*: LDA \(k = 2\)\./);
    expect(rankReport(rare, { per: 'condition', selection: 'oracle', alpha: 0.05 }).blocks).toEqual([]);
  });
});

describe('a study that has not finished', () => {
  it('says how many cells and repeats it rests on, and compares equal numbers of repeats', () => {
    const table = tableOf({ PCA: [10, 11, 12], LDA: [14, 15] });
    expect(table.rows.map(({ entries }) => entries[0].compared?.repeats)).toEqual([2, 2]);
    expect(table.footer[0]).toBe('Incomplete: 5 of 12 cells.');
    expect(table.footer[1]).toContain('over 2 to 3 of 6 random splits');
    expect(textTable(table)).toContain(', 5 of 12 cells)');
    expect(latexTable(table)).toContain(', 5 of 12 cells.}');
    expect(htmlTable(table)).toContain(', 5 of 12 cells.');
    expect(textTable(table)).toMatch(/^LDA .*\[2 of 6\] +yes$/m);
    expect(rankReport(table, { per: 'condition', selection: 'oracle', alpha: 0.05 }).remarks[0]).toBe(
      'Incomplete: 5 of 12 cells.',
    );
  });

  it('has no marks in brackets once it is complete', () => {
    const whole = tableOf({ PCA: [10, 11, 12, 10, 9, 12], LDA: [14, 15, 13, 12, 15, 14] });
    expect(textTable(whole)).not.toMatch(/ of 6/);
    expect(whole.footer.join(' ')).toContain('deviation over 6 random splits.');
  });
});

describe('n_test/n_train', () => {
  it('is that of the repeats asked for', () => {
    const explicit = smallSpec({
      protocol: {
        kind: 'explicit',
        splits: [
          { train: [0, 1], test: [2, 3, 4, 5] },
          { train: [0, 1, 2, 3], test: [4, 5] },
        ],
      },
    });
    expect(testToTrain(explicit, facts, 'explicit', [1])).toBe(2);
    expect(testToTrain(explicit, facts, 'explicit', [2])).toBe(0.5);
    expect(testToTrain(explicit, facts, 'explicit', [1, 2])).toBeCloseTo(1 / 6 / (3 / 8 - 1 / 6), 12);
  });
});
