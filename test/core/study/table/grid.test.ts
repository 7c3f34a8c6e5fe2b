import { describe, expect, it } from 'vitest';
import { cellText } from '../../../../src/core/study/table/entry.ts';
import { tableGrid, type TableGrid } from '../../../../src/core/study/table/grid.ts';
import { columnChoices, headLines } from '../../../../src/core/study/table/gridHead.ts';
import { htmlTable } from '../../../../src/core/report/htmlTable.ts';
import { latexTable } from '../../../../src/core/report/latex/table.ts';
import { markdownTable } from '../../../../src/core/report/markdown.ts';
import { textTable } from '../../../../src/core/report/plainText.ts';
import { typstTable } from '../../../../src/core/report/typst.ts';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import type { StudyTable, TableEntry } from '../../../../src/core/study/table/table.ts';
import { tableOptionsSchema, type TableOptionsInput } from '../../../../src/core/study/table/tableOptions.ts';

const entry = (mean: number, standing: TableEntry['standing'], p: number | null): TableEntry => ({
  mean,
  std: 1,
  shape: [3],
  values: [mean],
  repeats: [1],
  failed: 0,
  pending: 0,
  planned: 1,
  compared: { mean, repeats: 1 },
  standing,
  significant: false,
  p,
  validated: {
    mean: mean + 0.5,
    std: 1,
    shape: [2],
    shapes: [[2]],
    values: [mean + 0.5],
    repeats: [1],
    standing,
    significant: false,
    p,
    compared: { mean: mean + 0.5, repeats: 1 },
  },
});
const titles = ['k = 2', 'k = 2, noise', 'k = 3', 'k = 3, noise'];
const table = (options: TableOptionsInput = {}): StudyTable => ({
  study: 'A study',
  dataset: 'orl',
  measure: measureOf('error-rate'),
  options: tableOptionsSchema.parse({ selection: 'oracle', ...options }),
  conditions: titles.map((title, c) => ({
    key: title,
    title,
    parts: { training: c < 2 ? 'k = 2' : 'k = 3', perturbation: c % 2 === 0 ? '' : 'noise' },
  })),
  rows: ['PCA', 'LDA'].map((label, m) => ({
    label,
    methodId: label.toLowerCase(),
    entries: titles.map((_, c) =>
      entry(10 * m + c, m === 0 ? 'best' : c === 0 ? 'tie' : 'worse', m === 0 ? null : 0.2),
    ),
    tally: { better: 0, same: 4 - 3 * m, worse: 3 * m },
    averageRank: m + 1,
  })),
  footer: [],
  essentials: [],
  done: 8,
  total: 8,
});
const text = ({ head, rows, summary }: TableGrid): string[][] => [
  [...head],
  ...[...rows, ...summary].map(({ title, cells }) => [title, ...cells.map(cellText)]),
];

describe('the grid of a table', () => {
  it('has methods down and conditions across unless asked otherwise, standings beside', () => {
    expect(text(tableGrid(table()))).toEqual([
      ['Method', ...titles, '(•/=/*)', 'Rank'],
      ['PCA', '0.0 ± 1.0 (3)', '1.0 ± 1.0 (3)', '2.0 ± 1.0 (3)', '3.0 ± 1.0 (3)', '(0/4/0)', '1.00'],
      ['LDA', '10.0 ± 1.0 (3)', '11.0 ± 1.0 (3) *', '12.0 ± 1.0 (3) *', '13.0 ± 1.0 (3) *', '(0/1/3)', '2.00'],
    ]);
  });

  it('turns round, with the standings in rows of their own below a rule', () => {
    const turned = table({ rows: ['training', 'perturbation'], marks: false });
    expect(text(tableGrid(turned))).toEqual([
      ['Training, Perturbation', 'PCA', 'LDA'],
      ['k = 2', '0.0 ± 1.0 (3)', '10.0 ± 1.0 (3)'],
      ['k = 2, noise', '1.0 ± 1.0 (3)', '11.0 ± 1.0 (3)'],
      ['k = 3', '2.0 ± 1.0 (3)', '12.0 ± 1.0 (3)'],
      ['k = 3, noise', '3.0 ± 1.0 (3)', '13.0 ± 1.0 (3)'],
      ['(•/=/*)', '(0/4/0)', '(0/1/3)'],
      ['Rank', '1.00', '2.00'],
    ]);
    expect(latexTable(turned).match(/\\midrule/g)).toHaveLength(2);
    expect(htmlTable(turned).match(/<tbody>/g)).toHaveLength(2);
    expect(textTable(turned).match(/^─/gm)).toHaveLength(2);
  });

  it('says which methods use labels where some do and others do not, in both directions, unless asked not to', () => {
    const uses =
      (...rows: (boolean | undefined)[]) =>
      (options: TableOptionsInput) => {
        const plain = table({ standings: false, ...options });
        return { ...plain, rows: plain.rows.map((row, r) => ({ ...row, usesLabels: rows[r] })) };
      };
    const mixed = uses(false, true);
    expect(text(tableGrid(mixed({}))).map((line) => line.at(-1))).toEqual(['Supervised', 'no', 'yes']);
    expect(text(tableGrid(mixed({ standings: true })))[1].slice(-3)).toEqual(['no', '(0/4/0)', '1.00']);
    expect(text(tableGrid(mixed({ rows: ['training', 'perturbation'] }))).at(-1)).toEqual(['Supervised', 'no', 'yes']);
    for (const format of [latexTable, htmlTable, textTable, typstTable, markdownTable]) {
      expect(format(mixed({})), format.name).toContain('Supervised');
      expect(format(mixed({ labels: false })), format.name).not.toContain('Supervised');
    }
    for (const same of [uses(true, true), uses(false, false), uses(true, undefined)]) {
      expect(tableGrid(same({})).head).toEqual(['Method', ...titles]);
    }
  });

  it('sets any factors against any others, the first named outermost', () => {
    const grid = text(tableGrid(table({ rows: ['perturbation', 'method'] })));
    expect(grid[0]).toEqual(['Perturbation, Method', 'k = 2', 'k = 3']);
    expect(grid.slice(1).map(([title]) => title)).toEqual(['PCA', 'LDA', 'noise, PCA', 'noise, LDA']);
    expect(grid[4].slice(1)).toEqual(['11.0 ± 1.0 (3) *', '13.0 ± 1.0 (3) *']);
    const byNoise = text(tableGrid(table({ rows: ['perturbation'] })));
    expect(byNoise.map(([title]) => title)).toEqual(['Perturbation', 'none', 'noise']);
    expect(byNoise[0].slice(1)).toEqual(['PCA, k = 2', 'PCA, k = 3', 'LDA, k = 2', 'LDA, k = 3']);
  });

  it('loses no entry, however it is turned', () => {
    for (const rows of [
      ['method'],
      ['training'],
      ['training', 'method'],
      ['perturbation', 'training', 'method'],
    ] as const) {
      const cells = tableGrid(table({ rows: [...rows], selection: 'both' })).rows.flatMap((row) => row.cells);
      const places = cells.flatMap((cell) =>
        typeof cell === 'string' ? [] : [`${cell.method} ${cell.condition} ${cell.selection}`],
      );
      expect(new Set(places).size).toBe(16);
      expect(places).toHaveLength(16);
    }
  });

  it('shows either selection alone, or both side by side', () => {
    expect(tableGrid(table({ selection: 'both' })).head.slice(1, 4)).toEqual([
      'k = 2',
      'k = 2, validated',
      'k = 2, noise',
    ]);
    const validated = tableGrid(table({ selection: 'validated' }));
    expect(validated.head[1]).toBe('k = 2');
    expect(validated.rows[0].cells[0]).toMatchObject({ mean: '0.5', shape: '(2)', selection: 'validated' });
  });

  it('has the decimals and the bold that are asked for', () => {
    expect(tableGrid(table({ digits: 3 })).rows[1].cells[0]).toMatchObject({ mean: '10.000', std: '1.000' });
    const bold = (options: TableOptionsInput) =>
      tableGrid(table({ ...options, standings: false })).rows.map(({ cells }) =>
        cells.map((cell) => typeof cell !== 'string' && cell.bold),
      );
    expect(bold({})).toEqual([
      [true, true, true, true],
      [false, false, false, false],
    ]);
    expect(bold({ bold: 'none' })[0]).toEqual([false, false, false, false]);
  });

  it('has only the best in bold; ties are underlined where that is asked for, in every format alike', () => {
    const underlined = table({ underline: true, standings: false });
    const [, lda] = tableGrid(underlined).rows;
    expect(lda.cells.map((cell) => typeof cell !== 'string' && [cell.bold, cell.underlined])).toEqual([
      [false, true],
      [false, false],
      [false, false],
      [false, false],
    ]);
    expect(latexTable(underlined)).toContain('$\\underline{10.0} \\pm 1.0');
    expect(markdownTable(underlined)).toContain('<u>10.0 ± 1.0</u>');
    expect(typstTable(underlined)).toContain('[#underline[10.0');
    expect(htmlTable(underlined).match(/<td class="tie">/g)).toHaveLength(1);
    expect(textTable(underlined)).toContain('10.0 ± 1.0 (3) ≈');
    for (const write of [latexTable, markdownTable, typstTable, htmlTable, textTable]) {
      expect(write(table({ standings: false }))).not.toMatch(/underline\{|<u>|#underline|class="tie"|≈/);
    }
  });

  it('has a head of lines: what columns share stands once, over all of them', () => {
    const lines = (options: TableOptionsInput) =>
      headLines(tableGrid(table(options)).columns).map((line) =>
        line.map(({ title, from, span }) => [title, from, span]),
      );
    expect(lines({ selection: 'both' })).toEqual([
      [
        ['k = 2', 0, 4],
        ['k = 3', 4, 4],
      ],
      [
        ['clean', 0, 2],
        ['noise', 2, 2],
        ['clean', 4, 2],
        ['noise', 6, 2],
      ],
      Array.from({ length: 8 }, (_, c) => [c % 2 === 0 ? 'oracle' : 'validated', c, 1]),
    ]);
    expect(lines({ rows: ['training', 'perturbation'] })).toEqual([
      [
        ['PCA', 0, 1],
        ['LDA', 1, 1],
      ],
    ]);
    // Equal words below different headings stay apart.
    expect(lines({ rows: ['training'] })[1].map(([title]) => title)).toEqual(['clean', 'noise', 'clean', 'noise']);
    expect(lines({ rows: ['method', 'training', 'perturbation'] })).toEqual([]);
  });

  it('joins what is left of the head when columns are hidden', () => {
    const { columns } = tableGrid(table({ selection: 'both' }));
    const left = columns.filter((column) => column[1].title === 'noise');
    expect(headLines(left).map((line) => line.map(({ span }) => span))).toEqual([
      [2, 2],
      [2, 2],
      [1, 1, 1, 1],
    ]);
    expect(columnChoices(columns)).toEqual([
      { factor: 'training', titles: ['k = 2', 'k = 3'] },
      { factor: 'perturbation', titles: ['clean', 'noise'] },
      { factor: 'selection', titles: ['oracle', 'validated'] },
    ]);
  });

  it('says in its caption what is measured, on which databases, and what has not finished', () => {
    const caption = (change: Partial<StudyTable>) => tableGrid({ ...table(), ...change }).caption;
    expect(caption({})).toBe('Error rate in per cent on ORL.');
    expect(caption({ dataset: 'yale, my faces', done: 7 })).toBe(
      'Error rate in per cent on Yale and my faces, 7 of 8 cells.',
    );
    expect(caption({ measure: measureOf('verification-auc') })).toBe('Verification AUC on ORL.');
    expect(caption({ measure: measureOf('fit-seconds') })).toMatch(/ in s on ORL\.$/);
    const [eer, auc] = [measureOf('verification-eer'), measureOf('verification-auc')];
    expect(caption({ measures: [eer, auc, eer, auc] })).toBe('Verification EER and verification AUC on ORL.');
  });

  it('has published numbers below, in the columns that they are of, with the difference of ours', () => {
    const published = [
      { method: 'LDA', condition: 'k = 2, noise', value: 10.5, deviation: 2, source: 'A paper' },
      { method: 'PCA', condition: 'elsewhere', value: 1, source: 'A paper' },
    ];
    const rowsOf = (options: TableOptionsInput) => tableGrid({ ...table(options), published }).summary;
    expect(rowsOf({})).toEqual([
      { title: 'LDA, published', cells: ['', '10.5 ± 2.0 (+0.5)', '', '', '', ''], published: true },
    ]);
    expect(rowsOf({ digits: 2, selection: 'validated', standings: false })).toEqual([
      { title: 'LDA, published', cells: ['', '10.50 ± 2.00 (+1.00)', '', ''], published: true },
    ]);
    expect(rowsOf({ rows: ['training', 'perturbation'], standings: false })).toEqual([
      { title: 'k = 2, noise, published', cells: ['', '10.5 ± 2.0 (+0.5)'], published: true },
    ]);
  });

  it('has a dash where no entry is, and no second side that no entry has', () => {
    const plain = table({ rows: ['training'], standings: false });
    const holed = { ...plain, conditions: plain.conditions.slice(0, 3) };
    const grid = tableGrid(holed);
    expect(grid.head).toEqual(['Training', 'PCA', 'PCA, noise', 'LDA', 'LDA, noise']);
    expect(grid.rows[1].cells.map(cellText)).toEqual(['2.0 ± 1.0 (3)', '–', '12.0 ± 1.0 (3) *', '–']);
    const both = table({ selection: 'both', standings: false });
    const [first, second] = both.rows.map(({ entries, ...row }) => {
      const oracle = entries.map(({ validated: _, ...entry }) => entry);
      return {
        full: { ...row, entries: [...oracle.slice(0, 3), ...entries.slice(3)] },
        plain: { ...row, entries: oracle },
      };
    });
    expect(tableGrid({ ...both, rows: [first.plain, second.plain] }).head).toEqual(['Method', ...titles]);
    // One entry with a validated side is enough for both.
    expect(tableGrid({ ...both, rows: [first.plain, second.full] }).head).toHaveLength(9);
  });

  it('has no choices of columns where they do not differ', () => {
    expect(columnChoices([])).toEqual([]);
    expect(headLines([])).toEqual([]);
    const { columns } = tableGrid(table());
    expect(columnChoices(columns.slice(0, 2))).toEqual([{ factor: 'perturbation', titles: ['clean', 'noise'] }]);
  });
});
