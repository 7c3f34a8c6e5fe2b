/** The table of a study as HTML with spanning heads; on paper it is split into panels if it is too wide. */
import { cellText, type EntryText } from '../study/table/entry.ts';
import { tableGrid, type GridRow, type TableGrid } from '../study/table/grid.ts';
import { headLines } from '../study/table/gridHead.ts';
import type { StudyTable } from '../study/table/table.ts';
import { textWidth } from '../figures/painters/textWidth.ts';
import { setColumns, shapePlaces, type SetColumn, type ShapePlace, inPanels, underHeads } from './tableLayout.ts';
import { htmlBodies, htmlPage, htmlText, PAPER } from './html.ts';
import { withTies } from './latex/text.ts';

/** A page with the table and its footer; the best values are bold. */
export function htmlTable(table: StudyTable): string {
  const grid = tableGrid(table);
  const whole = htmlPanel(grid, setColumns(grid, 'column'), 'column');
  return htmlPage(table.study, `<h1>${htmlText(table.study)}</h1>\n${captioned(table, grid, whole)}`);
}

/** The table in panels that fit on paper, with its caption and footer. */
export function htmlResults(table: StudyTable): string {
  const grid = tableGrid(table);
  const { panels, shapes } = onPaper(grid);
  const parts = panels.map((columns) => htmlPanel(grid, columns, shapes, 'wide panel'));
  return captioned(table, grid, parts.join('\n'));
}

function captioned({ footer }: StudyTable, { caption }: TableGrid, markup: string): string {
  return `<p>${htmlText(caption)}</p>
${markup}
<div class="notes">
${footer.map((sentence) => `<p>${htmlText(sentence)}</p>`).join('\n')}
</div>`;
}

/**
 * Panels that fit the width of paper. Latent shapes are below their numbers unless a single panel has room for them on
 * the line.
 */
function onPaper(grid: TableGrid): { panels: readonly (readonly SetColumn[])[]; shapes: ShapePlace } {
  const places = shapePlaces(grid);
  const whole = places.find((shapes) => panelWidth(grid, setColumns(grid, shapes), shapes) <= PAPER.line);
  if (whole) return { panels: [setColumns(grid, whole)], shapes: whole };
  const shapes = places[places.length - 1];
  const fits = (columns: readonly SetColumn[]): boolean => panelWidth(grid, columns, shapes) <= PAPER.line;
  return { panels: inPanels(setColumns(grid, shapes), fits), shapes };
}

/** Estimated width in points. */
function panelWidth({ head, rows, summary }: TableGrid, columns: readonly SetColumn[], shapes: ShapePlace): number {
  const { size, gap, title: most } = PAPER;
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => textWidth(text, size)));
  const words = (text: string): number => widest(withTies(text).split(' '));
  const titles = [head[0], ...[...rows, ...summary].map(({ title }) => title)];
  const first = Math.max(...titles.map((title) => Math.max(words(title), Math.min(widest([title]), most * size))));
  const widths = columns.map((column) => {
    const cells = column.cells.map((_, row) => cellLines(column, row, shapes));
    return gap + Math.max(words(column.title), widest([...cells.flat(), ...column.summary]));
  });
  const levels = columns.filter(({ plain }) => !plain).map((column) => column.levels);
  const headed = underHeads(widths, levels, 0, ({ title }) => gap + words(title));
  return first + headed.reduce((sum, width) => sum + width, 0);
}

/** Lines of a cell. */
function cellLines({ cells, asides, mean, std }: SetColumn, row: number, shapes: ShapePlace): string[] {
  const cell = cells[row];
  if (typeof cell === 'string' || cell.mean === null) return [cellText(cell)];
  if (shapes !== 'line') return [cellText(cell)];
  const padded = {
    ...cell,
    mean: cell.mean.padStart(mean, FIGURE_SPACE),
    std: cell.std?.padStart(std, FIGURE_SPACE) ?? null,
  };
  return [cellText({ ...padded, shape: '', count: '' }), asides[row]].filter((line) => line !== '');
}

/** As wide as a digit; aligns decimal points. */
const FIGURE_SPACE = '\u2007';

function htmlPanel(grid: TableGrid, columns: readonly SetColumn[], shapes: ShapePlace, look = 'wide'): string {
  const rows = grid.rows.map((row, r) => htmlRow(row, columns, (column) => htmlCell(column, r, shapes)));
  const summary = grid.summary.map((row, s) =>
    htmlRow(row, columns, (column) => `<td>${htmlText(column.summary[s])}</td>`),
  );
  return `<div class="${look}">
<table>
<thead>
${headRows(grid.head[0], columns).join('\n')}
</thead>
${htmlBodies([rows, summary])}
</table>
</div>`;
}

/** One row per level; headings of row titles and standings span all of them. */
function headRows(corner: string, columns: readonly SetColumn[]): string[] {
  const levels = columns.filter(({ plain }) => !plain).map((column) => column.levels);
  const levelLines = headLines(levels);
  // A table with all factors in its rows has one column without levels.
  const lines =
    levelLines.length > 0 ? levelLines : [levels.map((_, from) => ({ title: columns[from].title, from, span: 1 }))];
  const reach = lines.length > 1 ? ` rowspan="${lines.length}"` : '';
  return lines.map((line, l) => {
    const heads = line.map(({ title, span }) =>
      l < lines.length - 1
        ? `<th scope="colgroup" colspan="${span}" class="over">${headText(title)}</th>`
        : `<th scope="col">${headText(title)}</th>`,
    );
    const whole = (title: string): string => `<th scope="col"${reach}>${headText(title)}</th>`;
    const plain = columns.filter((column) => column.plain).map(({ title }) => whole(title));
    return `<tr>${[...(l === 0 ? [whole(corner)] : []), ...heads, ...(l === 0 ? plain : [])].join('')}</tr>`;
  });
}

/** Keeps statements such as "k = 2" on one line. */
function headText(title: string): string {
  return htmlText(withTies(title));
}

function htmlRow(
  { title, published }: GridRow,
  columns: readonly SetColumn[],
  cellOf: (column: SetColumn) => string,
): string {
  const look = published ? ' class="published"' : '';
  return `<tr${look}><th scope="row">${htmlText(title)}</th>${columns.map(cellOf).join('')}</tr>`;
}

function htmlCell(column: SetColumn, row: number, shapes: ShapePlace): string {
  const name = emphasis(column.cells[row]);
  const [text, below] = cellLines(column, row, shapes).map(htmlText);
  const second = below === undefined ? '' : `<small>${below}</small>`;
  return `<td${name && ` class="${name}"`}>${text}${second}</td>`;
}

function emphasis(cell: EntryText | string): string {
  return typeof cell === 'string' ? '' : cell.bold ? 'best' : cell.underlined ? 'tie' : '';
}
