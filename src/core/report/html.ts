/** Self-contained HTML pages for screen and paper. */
import { FAMILIES } from '../figures/drawing/printStyle.ts';

/**
 * A4 with margins in mm; line width, font size of tables and gap between columns in points. Row titles with more than
 * `title` characters are wrapped.
 */
export const PAPER = { margin: 14, line: ((210 - 2 * 14) / 25.4) * 72, size: 8, gap: 6, title: 16 } as const;

const STYLE = `
  :root { color-scheme: light dark; --text: light-dark(#1c1c1a, #e8e8e6); --quiet: light-dark(#6b6b66, #9a9c9f); --line: light-dark(#e4e4e0, #2e3136); }
  body { font: 15px/1.5 ${FAMILIES.screen}; font-feature-settings: 'calt' 0; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: var(--text); background: light-dark(#fff, #1e2024); }
  h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; } h3 { font-size: 1rem; }
  table { border-collapse: collapse; border-block: 2px solid; font-variant-numeric: tabular-nums; }
  th, td { padding: 0.3rem 0.9rem 0.3rem 0; text-align: left; white-space: nowrap; }
  thead th { vertical-align: bottom; } thead tr:last-child th, thead th[rowspan] { border-bottom: 1px solid; }
  th.over { position: relative; text-align: center; }
  th.over::after { content: ''; position: absolute; inset: auto 0.9rem 0 0; border-bottom: 1px solid var(--quiet); }
  tbody:has(+ tbody) tr:last-child > * { border-bottom: 1px solid; }
  tbody th { font-weight: normal; } tbody > tr > * { vertical-align: top; }
  td.long { white-space: normal; overflow-wrap: anywhere; min-width: 14rem; }
  .verdict { font-size: 1.1rem; margin: 0.4rem 0; }
  .best { font-weight: bold; }
  td small { display: block; color: var(--quiet); font-weight: normal; font-size: 0.87em; }
  .tie { text-decoration: underline; text-underline-offset: 0.2em; }
  .wide { overflow-x: auto; } .panel + .panel { margin-top: 1.2rem; }
  .panel thead th, .panel tbody th { white-space: normal; } .panel tbody th { max-width: ${PAPER.title}em; }
  .notes { font-size: 0.87rem; color: var(--quiet); }
  .notes p { margin: 0.2rem 0; }
  figure { margin: 1rem 0 2rem; } figure svg { max-width: 100%; height: auto; } figcaption { color: var(--quiet); font-size: 0.87rem; }
  pre { overflow-x: auto; padding: 0.8rem; border: 1px solid var(--line); border-radius: 6px; font-size: 0.8rem; }
  p, dd { max-width: 92ch; } dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1.2rem; } dd { margin: 0; overflow-wrap: anywhere; }
  .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 0 1.5rem; align-items: end; }
  .figures figure { margin: 0.5rem 0; }
  tr.published td { font-style: italic; }
  details { margin-top: 1.2rem; } summary { cursor: pointer; } summary > * { display: inline; }
  @page { margin: ${PAPER.margin}mm; }
  @media print {
    :root { color-scheme: light; }
    body { margin: 0; padding: 0; max-width: none; font-size: 9pt; }
    .wide { overflow: visible; }
    table { font-size: ${PAPER.size}pt; max-width: 100%; } thead { display: table-header-group; } tr, figure, dl, .panel { break-inside: avoid; }
    figure { margin: 4pt 0 10pt; } figure svg { max-height: 225mm; } figcaption { font-size: 7.5pt; } p, .notes p { max-width: none; }
    th, td { white-space: normal; padding: 1.5pt ${PAPER.gap}pt 1.5pt 0; } .panel td { white-space: nowrap; }
    th.over::after { right: ${PAPER.gap}pt; }
    h1 { font-size: 15pt; } h2 { font-size: 11pt; } h2, h2 + p { break-after: avoid; }
    h1 + p, .verdict { margin: 3pt 0; } .verdict { font-size: 10pt; }
    .notes { font-size: 7.5pt; } .figures { grid-template-columns: repeat(2, 1fr); }
    details:not([open]) { display: none; } pre { white-space: pre-wrap; overflow: visible; }
  }
`.trim();

/** No scripts run and nothing is fetched, whatever names or texts contain; styles and images are embedded. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A self-contained page that follows the reader's light or dark theme. `body` is markup. */
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

/** A table of markup: headings, and groups of rows separated by rules. */
export function htmlRows(head: readonly string[], groups: readonly (readonly string[])[]): string {
  return `<div class="wide">
<table>
<thead><tr>${head.map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
${htmlBodies(groups)}
</table>
</div>`;
}

/** Groups of rows separated by rules; empty ones are left out. */
export function htmlBodies(groups: readonly (readonly string[])[]): string {
  return groups
    .filter((rows) => rows.length > 0)
    .map((rows) => `<tbody>\n${rows.join('\n')}\n</tbody>`)
    .join('\n');
}

/** Escapes the special characters of HTML. */
export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
