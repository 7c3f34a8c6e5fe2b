import { describe, expect, it } from 'vitest';
import { latexTable } from '../../../src/core/report/latex/table.ts';
import { pageOptionsSchema } from '../../../src/core/report/pageOptions.ts';
import { tableLabel } from '../../../src/core/report/tableLabel.ts';
import { typstTable } from '../../../src/core/report/typst.ts';
import { measureOf } from '../../../src/core/measures/measures.ts';
import type { StudyTable } from '../../../src/core/study/table/table.ts';
import type { TableOptions } from '../../../src/core/study/table/tableOptions.ts';
import { table } from './sampleTable.ts';

const page = pageOptionsSchema.parse;
/** As the command line and the dialog write a table for a column. */
const plain = { ...table, options: { ...table.options, standings: false } };
const measure = measureOf('verification-auc');
const auc = { ...table, measure, options: { ...table.options, measure: measure.id } };

describe('the label of a table', () => {
  it('is that of the study for what is shown by default, and names the rest', () => {
    expect(tableLabel(table)).toBe('orl-friends-100');
    expect(tableLabel(plain, page({ width: 'column' }))).toBe('orl-friends-100-column');
    expect(tableLabel(plain, page({ width: 120.5 }))).toBe('orl-friends-100-120.5mm');
    expect(tableLabel(auc)).toBe('orl-friends-100-verification-auc');
    const both = { ...table, measures: [measureOf('error-rate'), measureOf('verification-auc')] };
    expect(tableLabel(both)).toBe('orl-friends-100-error-rate-verification-auc');
    const options = { ...table.options, selection: 'oracle' as const, rows: ['dataset' as const, 'method' as const] };
    expect(tableLabel({ ...table, options })).toBe('orl-friends-100-oracle-by-dataset-method');
  });

  it('differs between two tables of one study in a paper', () => {
    const shown = (options: Partial<TableOptions>): StudyTable => ({
      ...table,
      options: { ...table.options, ...options },
    });
    const labels = [
      latexTable(table),
      latexTable(plain, page({ width: 'column' })),
      latexTable(plain, page({ width: 'column', notes: 'full' })),
      latexTable(plain, page({ width: 'column', shapes: 'line' })),
      latexTable(plain, page({ width: 'column', fit: 'split', alignment: 'siunitx' })),
      latexTable(table, page({ shapes: 'none' })),
      ...[{ digits: 3 }, { bold: 'none' as const }, { underline: true }, { marks: false }, { labels: false }].map(
        (options) => latexTable(shown(options)),
      ),
      ...[{ alpha: 0.01 }, { baseline: 'PCA' }, { test: 'sign' as const }, { correction: 'none' as const }].map(
        (comparison) => latexTable(shown({ comparison })),
      ),
      latexTable(auc),
      typstTable(table),
      typstTable(auc),
    ].map((text) => /\\label\{([^}]*)\}|<(tab-[^>]*)>/.exec(text)![0]);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
