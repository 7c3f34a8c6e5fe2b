import { describe, expect, it } from 'vitest';
import { markdownTable } from '../../../../src/core/report/markdown.ts';
import { csvTable } from '../../../../src/core/report/csv.ts';
import { cellText } from '../../../../src/core/study/table/entry.ts';
import { tableGrid } from '../../../../src/core/study/table/grid.ts';
import { joinMeasures } from '../../../../src/core/study/table/joinTables.ts';
import { tableOf } from '../tableOf.ts';

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
        'Bold: lowest.',
        'Shared sentence.',
      ],
      essentials: ['Verification EER: Shared sentence.', 'Minimum detection cost: Costs.'],
    });
  });

  it('of one measure is that table', () => {
    expect(joinMeasures([errors])).toBe(errors);
  });
});
