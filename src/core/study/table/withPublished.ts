import type { PublishedNumber } from './publishedNumber.ts';
import type { StudyTable } from './table.ts';

/** The table with published numbers and a footnote that names their sources; unchanged if none belong to it. */
export function withPublished(table: StudyTable, numbers: readonly PublishedNumber[]): StudyTable {
  if (table.measure.id !== 'error-rate') return table;
  const labels = new Set(table.rows.map(({ label }) => label));
  const conditions = new Set(table.conditions.map(({ key }) => key));
  const published = numbers.filter(({ method, condition }) => labels.has(method) && conditions.has(condition));
  if (published.length === 0) return table;
  const sources = [...new Set(published.map(({ source }) => source))].join('; ');
  const note = `Rows "published": error rates as published, in brackets the difference (ours − published) in percentage points; not part of tests or ranks. Source: ${sources}.`;
  return { ...table, published, footer: [...table.footer, note], essentials: [...table.essentials, note] };
}
