/** The table as one HTML file that needs nothing else. */
import type { StudyTable } from '../study/result.ts';
import { reportColumns, STANDING_HEADINGS, standingText } from './entry.ts';
import { plainEntry } from './tsv.ts';

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; background: #fff; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { padding: 0.3rem 0.9rem 0.3rem 0; text-align: left; white-space: nowrap; }
  thead th { border-top: 2px solid; border-bottom: 1px solid; }
  tbody tr:last-child > * { border-bottom: 2px solid; }
  tbody th { font-weight: normal; }
  .best { font-weight: bold; }
  .table { overflow-x: auto; }
  .notes { font-size: 0.87rem; }
`.trim();

/** A page with the table and its footer; least errors are bold. */
export function htmlTable(table: StudyTable): string {
  const columns = reportColumns(table);
  const standings = table.rows.some((row) => row.tally) ? STANDING_HEADINGS : [];
  const head = ['Method', ...columns.map(({ title }) => title), ...standings];
  const rows = table.rows.map((row, index) => {
    const entries = columns.map(({ entries }) => {
      const entry = entries[index];
      return `<td${entry.best && entry.mean !== null ? ' class="best"' : ''}>${htmlText(plainEntry(entry))}</td>`;
    });
    const standing = standingText(row).map((text) => `<td>${htmlText(text)}</td>`);
    return `<tr><th scope="row">${htmlText(row.label)}</th>${entries.join('')}${standing.join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${htmlText(table.study)}</title>
<style>
  ${STYLE}
</style>
</head>
<body>
<h1>${htmlText(table.study)}</h1>
<p>Error rates in per cent on ${htmlText(table.dataset)}.</p>
<div class="table">
<table>
<thead><tr>${head.map((text) => `<th scope="col">${htmlText(text)}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</div>
<div class="notes">
${table.footer.map((sentence) => `<p>${htmlText(sentence)}</p>`).join('\n')}
</div>
</body>
</html>
`;
}

/** Text with the characters escaped that HTML gives a meaning. */
export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
