/** The table as one HTML file that needs nothing else. */
import type { StudyTable } from '../study/table/table.ts';
import { cellText, type EntryText } from '../study/grid/entry.ts';
import { tableGrid, type GridRow } from '../study/grid/grid.ts';

const STYLE = `
  :root { color-scheme: light dark; --text: light-dark(#1c1c1a, #e8e8e6); --quiet: light-dark(#6b6b66, #9a9c9f); --line: light-dark(#e4e4e0, #2e3136); }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: var(--text); background: light-dark(#fff, #1e2024); }
  h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; } h3 { font-size: 1rem; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { padding: 0.3rem 0.9rem 0.3rem 0; text-align: left; white-space: nowrap; }
  thead th { border-top: 2px solid; border-bottom: 1px solid; }
  tbody tr:last-child > * { border-bottom: 2px solid; }
  tbody:has(+ tbody) tr:last-child > * { border-bottom-width: 1px; }
  tbody th { font-weight: normal; vertical-align: top; }
  td.long { white-space: normal; overflow-wrap: anywhere; min-width: 14rem; }
  .best { font-weight: bold; }
  .tie { text-decoration: underline; text-underline-offset: 0.2em; }
  .wide { overflow-x: auto; }
  .notes { font-size: 0.87rem; color: var(--quiet); }
  .notes p { margin: 0.2rem 0; }
  figure { margin: 1rem 0 2rem; } figure svg { max-width: 100%; height: auto; } figcaption { color: var(--quiet); font-size: 0.87rem; }
  pre { overflow-x: auto; padding: 0.8rem; border: 1px solid var(--line); border-radius: 6px; font-size: 0.8rem; }
  p, dd { max-width: 92ch; } dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1.2rem; } dd { margin: 0; overflow-wrap: anywhere; }
  .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 0 1.5rem; align-items: end; }
  .figures figure { margin: 0.5rem 0; }
  tr.published td { font-style: italic; }
  details { margin-top: 1.2rem; } summary { cursor: pointer; } summary h2 { display: inline; }
  @page { margin: 14mm; }
  @media print {
    :root { color-scheme: light; }
    body { margin: 0; padding: 0; max-width: none; font-size: 9pt; }
    .wide { overflow: visible; }
    table { font-size: 8pt; max-width: 100%; } thead { display: table-header-group; } tr, figure { break-inside: avoid; }
    th, td { white-space: normal; padding: 1.5pt 6pt 1.5pt 0; }
    h1 { font-size: 15pt; } h2 { font-size: 11pt; break-after: avoid; }
    .notes { font-size: 7.5pt; } .figures { grid-template-columns: repeat(3, 1fr); }
    details:not([open]) { display: none; } pre { white-space: pre-wrap; overflow: visible; }
  }
`.trim();

/**
 * Nothing runs and nothing is fetched, whatever a name or a text holds; the page and its figures bring their styles.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A page with the table and its footer; the best is bold. */
export function htmlTable(table: StudyTable): string {
  return htmlPage(table.study, `<h1>${htmlText(table.study)}</h1>\n${htmlResults(table)}`);
}

/** A page that asks for nothing from elsewhere, light or dark as the reader's system is. `body` is markup. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>${htmlText(title)}</title>
<style>
  ${STYLE}
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** What a table shows, the table, and its footer. */
export function htmlResults(table: StudyTable): string {
  const { caption, head, rows, summary } = tableGrid(table);
  const markup = htmlRows(
    head,
    [rows, summary].map((group) => group.map(htmlRow)),
  );
  return `<p>${htmlText(caption)}</p>
${markup}
<div class="notes">
${table.footer.map((sentence) => `<p>${htmlText(sentence)}</p>`).join('\n')}
</div>`;
}

/** A table of markup: headings as text, and groups of rows with a rule between them. */
export function htmlRows(head: readonly string[], groups: readonly (readonly string[])[]): string {
  const bodies = groups.filter((rows) => rows.length > 0).map((rows) => `<tbody>\n${rows.join('\n')}\n</tbody>`);
  return `<div class="wide">
<table>
<thead><tr>${head.map((text) => `<th scope="col">${htmlText(text)}</th>`).join('')}</tr></thead>
${bodies.join('\n')}
</table>
</div>`;
}

function htmlRow({ title, cells, published }: GridRow): string {
  return `<tr${published ? ' class="published"' : ''}><th scope="row">${htmlText(title)}</th>${cells.map(htmlCell).join('')}</tr>`;
}

function htmlCell(cell: EntryText | string): string {
  const name = typeof cell === 'string' ? '' : cell.bold ? 'best' : cell.underlined ? 'tie' : '';
  return `<td${name && ` class="${name}"`}>${htmlText(cellText(cell))}</td>`;
}

/** Text with the characters escaped that HTML gives a meaning. */
export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
