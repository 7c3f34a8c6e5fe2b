import { describe, expect, it } from 'vitest';
import { latexTable } from '../../../src/core/report/latex/table.ts';
import { defaultPageOptions } from '../../../src/core/report/pageOptions.ts';
import { tableLabel } from '../../../src/core/report/tableLabel.ts';
import { typstTable } from '../../../src/core/report/typst.ts';
import { measureOf } from '../../../src/core/measures/measures.ts';
import { table } from './sampleTable.ts';

const auc = { ...table, measure: measureOf('verification-auc') };

describe('the label of a table', () => {
  it('is that of the study for what is shown by default, and names the rest', () => {
    expect(tableLabel(table)).toBe('orl-friends-100');
    expect(tableLabel(table, { width: 'column' })).toBe('orl-friends-100-column');
    expect(tableLabel(table, { width: 120.5 })).toBe('orl-friends-100-120.5mm');
    expect(tableLabel(auc)).toBe('orl-friends-100-verification-auc');
    const both = { ...table, measures: [measureOf('error-rate'), measureOf('verification-auc')] };
    expect(tableLabel(both)).toBe('orl-friends-100-error-rate-verification-auc');
    const options = { ...table.options, selection: 'oracle' as const, rows: ['dataset' as const, 'method' as const] };
    expect(tableLabel({ ...table, options })).toBe('orl-friends-100-oracle-by-dataset-method');
  });

  it('differs between two tables of one study in a paper', () => {
    const labels = [
      latexTable(table),
      latexTable(table, { ...defaultPageOptions, width: 'column' }),
      latexTable(auc),
      typstTable(table),
      typstTable(auc),
    ].map((text) => /\\label\{([^}]*)\}|<(tab-[^>]*)>/.exec(text)![0]);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
