import { describe, expect, it } from 'vitest';
import { tableGrid } from '../../../../src/core/study/table/grid.ts';
import { joinProblems, joinTables, joinMeasures } from '../../../../src/core/study/table/joinTables.ts';
import { tableOf } from '../tableOf.ts';
import { markdownTable } from '../../../../src/core/report/markdown.ts';
import { csvTable } from '../../../../src/core/report/csv.ts';
import { cellText } from '../../../../src/core/study/table/entry.ts';

const orl = tableOf([[1, 2]]);
const yale = tableOf([[4, 3]], { study: 'second', dataset: 'yale', methods: ['pca', 'fpca'] });

describe('joined tables', () => {
  it('have the conditions of all side by side, and empty entries where a study lacks a method', () => {
    const joined = joinTables([orl, yale], ['orl', 'yale']);
    expect(joined).toMatchObject({ study: 'a study + second', dataset: 'orl, yale', done: 2, total: 4 });
    expect(joined.conditions.map(({ title }) => title)).toEqual(['orl, k = 1', 'yale, k = 1']);
    expect(joined.rows.map(({ label, entries }) => [label, ...entries.map(({ mean }) => mean)])).toEqual([
      ['PCA', 1, 4],
      ['LDA', 2, null],
      ['FPCA', null, 3],
    ]);
    expect(joined.rows[1].entries[1]).toEqual({
      ...{ mean: null, std: null, shape: null, values: [], repeats: [], failed: 0, pending: 0, planned: 0 },
      ...{ compared: null, standing: 'none', significant: false, p: null },
    });
  });

  it('can have datasets run down the rows', () => {
    const joined = joinTables([orl, yale], ['orl', 'yale']);
    const grid = tableGrid({ ...joined, options: { ...joined.options, rows: ['dataset'], standings: false } });
    expect(grid.head).toEqual(['Dataset', 'PCA, k = 1', 'LDA, k = 1', 'FPCA, k = 1']);
    expect(grid.rows.map(({ title }) => title)).toEqual(['ORL', 'Yale']);
  });

  it('tell studies of one dataset apart', () => {
    const twice = joinTables([orl, tableOf([[5, 6]], { study: 'second' })], ['orl', 'orl']);
    expect(twice.conditions.map(({ title }) => title)).toEqual(['orl (a study), k = 1', 'orl (second), k = 1']);
    expect(new Set(twice.conditions.map(({ key }) => key)).size).toBe(2);
    const three = joinTables([orl, yale, tableOf([[5, 6]], { study: 'third' })], ['orl', 'yale', 'orl']);
    expect(three.dataset).toBe('orl, yale');
    expect(three.conditions.map(({ title }) => title)).toEqual([
      'orl (a study), k = 1',
      'yale, k = 1',
      'orl (third), k = 1',
    ]);
  });

  it('count the same images once, by their hash, and say so', () => {
    const [best, twice] = [
      tableOf([[1, 2]], { study: 'first' }),
      tableOf([[1, 2]], { study: 'second', dataset: 'orl again' }),
    ];
    const [alone, both] = [
      ['orl', 'other'],
      ['orl', 'orl'],
    ].map((images) => joinTables([best, twice], images));
    expect(alone.footer.join()).not.toContain('count once');
    expect(both.footer.at(-1)).toBe(
      'The same images under the same condition count once in counts and ranks: orl, k = 1; orl again, k = 1.',
    );
    const counted = (table: typeof both): number =>
      table.rows.reduce((sum, { tally }) => sum + (tally ? tally.better + tally.same + tally.worse : 0), 0);
    expect(2 * counted(both)).toBe(counted(alone));
  });

  it('count the same images by the study with the most methods', () => {
    const [two, three] = [
      tableOf([[1, 2]], { study: 'first' }),
      tableOf([[4, 3, 5]], { study: 'second', methods: ['pca', 'lda', 'fpca'] }),
    ];
    const both = joinTables([two, three], ['orl', 'orl']);
    expect(both.rows.map(({ label, averageRank }) => [label, averageRank])).toEqual([
      ['PCA', 2],
      ['LDA', 1],
      ['FPCA', 3],
    ]);
  });

  it('say once what is true of all, and of which table the rest is', () => {
    expect(joinTables([orl, yale], ['orl', 'yale']).footer).toEqual([
      'ORL: Footer of a study.',
      'Yale: Footer of second.',
      'Shared sentence.',
    ]);
  });

  it('say in the names of tables only what sentences do not say themselves, and of which bold is', () => {
    const of = (table: typeof orl, ...footer: string[]) => ({ ...table, footer });
    const [one, other] = [
      of(orl, 'orl has 2 cells.', 'Bold: lowest.', 'Mean.'),
      of(yale, 'Of yale', 'Bold: lowest mean.'),
    ];
    expect(joinTables([one, other], ['orl', 'yale'], ['A remark.']).footer).toEqual([
      'orl has 2 cells.',
      'Yale: Of yale',
      'Bold: lowest.',
      'Bold: lowest mean.',
      'ORL: Mean.',
      'A remark.',
    ]);
  });

  it('keep published numbers under the condition of their study, and whether methods use labels', () => {
    const number = { method: 'PCA', condition: 'k=1', value: 3, source: 'A paper' };
    const known = { ...orl, rows: orl.rows.map((row, r) => ({ ...row, usesLabels: r === 1 })), published: [number] };
    const joined = joinTables([known, yale], ['orl', 'yale']);
    expect(joined.published).toEqual([{ ...number, condition: 'a study: k=1' }]);
    expect(joined.conditions[0]).toEqual({
      key: 'a study: k=1',
      title: 'orl, k = 1',
      parts: { training: 'k = 1', perturbation: '', dataset: 'orl', images: 'orl' },
    });
    expect(joined.rows.map((row) => ('usesLabels' in row ? row.usesLabels : 'unknown'))).toEqual([
      false,
      true,
      'unknown',
    ]);
    expect(joinTables([orl, yale], ['orl', 'yale'])).not.toHaveProperty('published');
  });

  it('have no ranks of a single method, and of equally full conditions of the same images those of the first', () => {
    const alone = ['first', 'second'].map((study) => tableOf([[1]], { study }));
    expect(Object.keys(joinTables(alone, ['orl', 'yale']).rows[0])).toEqual(['label', 'methodId', 'entries']);
    const turned = [tableOf([[1, 2]], { study: 'first' }), tableOf([[2, 1]], { study: 'second' })];
    expect(joinTables(turned, ['orl', 'orl']).rows.map(({ averageRank }) => averageRank)).toEqual([1, 2]);
    expect(joinTables(turned, ['orl', 'yale']).rows.map(({ averageRank }) => averageRank)).toEqual([1.5, 1.5]);
  });

  it('are refused where one label means two methods', () => {
    const swapped = { ...yale, rows: yale.rows.map((row) => ({ ...row, methodId: 'bppca' })) };
    expect(joinProblems([orl, yale])).toEqual([]);
    expect(joinProblems([orl, swapped]).map(({ message }) => message)).toEqual([
      '"PCA" is pca in "a study" and bppca in "second": give them different labels.',
    ]);
  });

  it('of one study are that table', () => {
    expect(joinTables([orl], ['orl'])).toBe(orl);
  });
});

const means = [
  [4.25, 3],
  [2, 1],
];
const errors = tableOf(means, { measure: 'verification-eer' });
const costs = tableOf(
  means.map((row) => row.map((mean) => mean / 10)),
  { measure: 'min-dcf' },
);

describe('a table of several measures', () => {
  it('has a column per condition and measure, each with the decimals and the unit of its measure', () => {
    const joined = joinMeasures([errors, costs]);
    const { head, rows, caption, columns } = tableGrid(joined);
    expect(head).toEqual([
      'Method',
      'k = 1, Verification EER (%)',
      'k = 1, Minimum detection cost',
      'k = 2, Verification EER (%)',
      'k = 2, Minimum detection cost',
    ]);
    expect(columns[1].map(({ factor }) => factor)).toEqual(['training', 'measure']);
    expect(rows.map(({ cells }) => cells.map(cellText))).toEqual([
      ['4.3 ± 1.0 (3)', '0.425 ± 1.000 (3)', '2.0 ± 1.0 (3)', '0.200 ± 1.000 (3)'],
      ['3.0 ± 1.0 (3)', '0.300 ± 1.000 (3)', '1.0 ± 1.0 (3)', '0.100 ± 1.000 (3)'],
    ]);
    expect(caption).toBe('Verification EER and minimum detection cost on ORL, 2 of 3 cells.');
    expect(markdownTable(joined)).toContain('(orl): verification EER and minimum detection cost, 2 of 3 cells');
  });

  it('has conditions and measures of its own names, and no counts over different measures', () => {
    const joined = joinMeasures([errors, costs]);
    expect(joined.conditions[1]).toEqual({
      key: 'k=1, min-dcf',
      title: 'k = 1, Minimum detection cost',
      parts: { training: 'k = 1', perturbation: '', measure: 'Minimum detection cost' },
    });
    expect(joined.rows[0]).not.toHaveProperty('tally');
    const [header, first, second] = csvTable(joined).split('\r\n');
    expect(header).toContain('label,method,condition,measure,mean_value,std_value,latent_shape');
    expect(first).toContain('verification-eer,4.25,1,3');
    expect(second).toContain('min-dcf,0.425,1,3');
  });

  it('says once what is true of all measures, and of which the rest is', () => {
    const costly = { ...costs, footer: ['Costs.', 'Bold: lowest.', 'Shared sentence.'], essentials: ['Costs.'] };
    expect(joinMeasures([errors, costly])).toMatchObject({
      footer: [
        'Verification EER: Footer of a study.',
        'Minimum detection cost: Costs.',
        'Shared sentence.',
        'Bold: lowest.',
      ],
      essentials: ['Verification EER: Shared sentence.', 'Minimum detection cost: Costs.'],
    });
  });

  it('says once how its numbers summarise the repeats, and what is bold', () => {
    const spread = 'mean ± sample standard deviation over 10 folds.';
    const one = { ...errors, footer: [`Verification EER (%), ${spread}`, 'Bold: lowest mean verification EER.'] };
    const other = { ...costs, footer: [`Minimum detection cost, ${spread}`, 'Bold: lowest mean cost.'] };
    expect(joinMeasures([one, other]).footer).toEqual([
      `Verification EER (%) and minimum detection cost: ${spread}`,
      'Bold: best mean of each measure.',
    ]);
    const fewer = { ...other, footer: ['Minimum detection cost, mean over 8 folds.'] };
    expect(joinMeasures([one, fewer]).footer).toContain('Minimum detection cost, mean over 8 folds.');
  });

  it('of one measure is that table', () => {
    expect(joinMeasures([errors])).toBe(errors);
  });
});
