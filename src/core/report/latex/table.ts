/** A table for a paper: booktabs, spanner heads, as wide as its line and no wider, notes under it. */
import { tableGrid, type TableGrid } from '../../study/grid/grid.ts';
import { headLines } from '../../study/grid/gridHead.ts';
import type { StudyTable } from '../../study/table/table.ts';
import type { TableFactor } from '../../study/table/tableFactors.ts';
import { tableLabel } from '../tableLabel.ts';
import { defaultPageOptions, isColumn, lineWidth, type PageOptions } from '../pageOptions.ts';
import { alignments } from './cells.ts';
import { latexNote } from './note.ts';
import { asItIs, COLUMN_GAP, onePanel, severalPanels, type Layout } from './layout.ts';
import { tabular, type Part } from './tabular.ts';
import { latexMathText } from './text.ts';
import { textWidth } from './widths.ts';

const POINTS_PER_MM = 72.27 / 25.4;

/** The table as one LaTeX float, or as several where a page is too short for it; then the note, if asked for. */
export function latexTable(table: StudyTable, page: PageOptions = defaultPageOptions, note = ''): string {
  const line = lineWidth(page) * POINTS_PER_MM;
  const { grid, layout } = laidOut(table, line, page);
  const alignment = alignments[page.alignment];
  const notes = { full: table.footer, short: table.essentials, none: [] }[page.notes];
  const height = heightOf(page);
  const { floats, left } = packed(partsOf(grid, layout, height), grid, layout, height);
  // Notes that no room is left for follow as text, which pages may break.
  const inside = notesHeight(notes, line) <= left;
  const label = `tab:${tableLabel(table, page)}`;
  const name = environment(page);
  return [
    `% needs ${['booktabs', ...(page.alignment === 'siunitx' ? ['siunitx'] : []), ...(name.startsWith('sideways') ? ['rotating'] : [])].map((needed) => `\\usepackage{${needed}}`).join(', ')}`,
    `% for a line of ${lineWidth(page)} mm${leftOut(table, page)}`,
    ...floats.map((parts, f) =>
      [
        `\\begin{${name}}${name.startsWith('sideways') ? '' : floats.length > 1 || parts.length > 1 ? '[tp]' : '[t]'}`,
        // Continued floats keep the number of the first.
        ...(f > 0 ? ['  \\addtocounter{table}{-1}'] : []),
        '  \\centering\\sloppy',
        `  \\caption{${latexMathText(f > 0 ? grid.caption.replace(/\.$/, ' (continued).') : grid.caption)}}`,
        ...(f === 0 ? [`  \\label{${label}}`] : []),
        `  ${layout.size.command}\\setlength{\\tabcolsep}{${COLUMN_GAP / 2}pt}`,
        ...(page.alignment === 'siunitx' ? ['  \\sisetup{detect-weight=true, detect-inline-weight=math}'] : []),
        ...parts.flatMap((part, p) => [
          ...(p > 0 ? ['', '  \\medskip'] : []),
          ...tabular(grid, layout, part, alignment).map((text) => `  ${text}`),
        ]),
        ...(inside && f === floats.length - 1 ? notesInside(notes) : []),
        `\\end{${name}}`,
        '',
      ].join('\n'),
    ),
    ...(inside ? [] : notesAfter(notes, label)),
    ...(page.note ? latexNote(note) : []),
  ].join('\n');
}

function laidOut(table: StudyTable, line: number, page: PageOptions): { grid: TableGrid; layout: Layout } {
  const grid = tableGrid(table);
  if (page.fit === 'none') return { grid, layout: asItIs(grid, page) };
  const whole = onePanel(grid, line, page);
  if (whole) return { grid, layout: whole };
  if (page.fit === 'auto') {
    const turned = tableGrid(transposed(table, grid));
    const layout = onePanel(turned, line, page);
    if (layout) return { grid: turned, layout };
  }
  return { grid, layout: severalPanels(grid, line, page) };
}

/** The same table with what runs across its columns down its rows. */
function transposed(table: StudyTable, { columns }: TableGrid): StudyTable {
  const across = (columns[0] ?? []).map(({ factor }) => factor).filter((factor) => factor !== 'selection');
  const rows: readonly TableFactor[] = across.length > 0 ? across : table.options.rows;
  return { ...table, options: { ...table.options, rows: [...rows] } };
}

/** What a column has no room for by default, and how to ask for it; empty where nothing of it is missing. */
function leftOut({ options, rows }: StudyTable, page: PageOptions): string {
  if (!isColumn(page)) return '';
  const flags = [
    ...(page.notes === 'short' ? ['--notes full'] : []),
    ...(page.shapes === 'none' ? ['--shapes auto'] : []),
    ...(!options.standings && rows.some(({ tally }) => tally !== undefined) ? ['--standings'] : []),
  ];
  return flags.length === 0 ? '' : `; ${flags.join(' ')} adds what is left out`;
}

function environment(page: PageOptions): string {
  if (page.width === 'landscape') return 'sidewaystable*';
  return isColumn(page) ? 'table' : 'table*';
}

/** Of a page in points, less what caption and spaces take: 240 mm upright, 150 mm on its side. */
function heightOf({ width }: PageOptions): number {
  return (width === 'landscape' ? 150 : 225) * POINTS_PER_MM - 45;
}

/** Panels, cut between rows where one alone is higher than a page. */
function partsOf(grid: TableGrid, layout: Layout, page: number): Part[] {
  return layout.panels.flatMap((columns) => {
    const parts: Part[] = [];
    let from = 0;
    while (from < grid.rows.length) {
      let to = from + 1;
      while (to < grid.rows.length && partHeight(grid, layout, { columns, from, to: to + 1 }) <= page) to++;
      parts.push({ columns, from, to });
      from = to;
    }
    return parts;
  });
}

function partHeight({ rows, summary }: TableGrid, layout: Layout, { columns, from, to }: Part): number {
  const { size, shapes, titles, headTitle } = layout;
  const entries = columns.filter(({ plain }) => !plain);
  const spanners = headLines(entries.map(({ levels }) => levels)).slice(0, -1);
  const tallest = (titles: readonly (readonly string[])[]): number =>
    Math.max(1, ...titles.map(({ length }) => length));
  const head =
    tallest([...columns.map((column) => headTitle(column.title, [column])), layout.heading]) +
    spanners.reduce(
      (sum, line) =>
        sum + 0.8 + tallest(line.map(({ title, from, span }) => headTitle(title, entries.slice(from, from + span)))),
      0,
    );
  const lines = titles.slice(from, to).reduce((sum, texts) => sum + texts.length + (shapes === 'line' ? 1 : 0), 0);
  return (head + lines + (to === rows.length ? summary.length : 0) + 2.5) * size.line * 1.08;
}

/** As many parts on each float as a page has room for, and what is left of the last page. */
function packed(
  parts: readonly Part[],
  grid: TableGrid,
  layout: Layout,
  page: number,
): { floats: Part[][]; left: number } {
  const floats: Part[][] = [[]];
  let height = 0;
  for (const part of parts) {
    const own = partHeight(grid, layout, part);
    if (height + own > page && floats[floats.length - 1].length > 0) {
      floats.push([]);
      height = 0;
    }
    floats[floats.length - 1].push(part);
    height += own;
  }
  return { floats, left: page - height };
}

function notesHeight(notes: readonly string[], line: number): number {
  return notes.length === 0 ? 0 : (Math.ceil((0.9 * textWidth(notes.join(' '))) / line) + 1) * 9.5;
}

function notesInside(notes: readonly string[]): string[] {
  if (notes.length === 0) return [];
  return [
    '',
    '  \\smallskip',
    '  \\begin{minipage}{\\linewidth}\\footnotesize\\raggedright',
    ...notes.map((sentence) => `    ${latexMathText(sentence)}`),
    '  \\end{minipage}',
  ];
}

function notesAfter(notes: readonly string[], label: string): string[] {
  return [`{\\footnotesize\\noindent Notes to Table~\\ref{${label}}: ${notes.map(latexMathText).join(' ')}\\par}`, ''];
}
