/** One panel of a table as a table of Word: rules as in booktabs, merged heads that every page repeats. */
import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlignTable,
  WidthType,
  type IBorderOptions,
  type ParagraphChild,
} from 'docx';
import { COLUMN_GAP, type Layout } from '../../../core/report/latex/layout.ts';
import { startsGroup } from '../../../core/report/latex/tabular.ts';
import { ASIDE_GAP, columnWidth } from '../../../core/report/latex/widths.ts';
import { hasAsides, type SetColumn } from '../../../core/report/tableLayout.ts';
import type { EntryText } from '../../../core/study/table/entry.ts';
import type { TableGrid } from '../../../core/study/table/grid.ts';
import { headLines } from '../../../core/study/table/gridHead.ts';
import { textRuns } from './wordMath.ts';

/** Styles of paragraphs in tables: cells, and the shapes below numbers. */
export const CELL_STYLE = 'TableText';
export const SHAPE_STYLE = 'TableShapes';

/** Tables of at most as many rows stay on one page. */
const WHOLE_ROWS = 30;
const TWIPS_PER_POINT = 20;
/** As wide as a digit; aligns decimal points. */
const FIGURE_SPACE = '\u2007';

const HEAVY: IBorderOptions = { style: BorderStyle.SINGLE, size: 8, color: '000000' };
const LIGHT: IBorderOptions = { style: BorderStyle.SINGLE, size: 4, color: '000000' };
const NONE: IBorderOptions = { style: BorderStyle.NONE, size: 0, color: 'auto' };

interface Cell {
  readonly paragraphs: readonly Paragraph[];
  /** @default 1 */
  readonly span?: number;
}

interface Line {
  readonly cells: readonly Cell[];
  readonly head?: true;
  readonly above?: IBorderOptions;
}

/** The panel with these columns. */
export function wordTable(grid: TableGrid, layout: Layout, columns: readonly SetColumn[]): Table {
  const { first, columns: inner } = layout.widths(columns);
  const widths = [first + COLUMN_GAP, ...inner.map((width) => width + COLUMN_GAP)].map((points) =>
    Math.ceil(points * TWIPS_PER_POINT),
  );
  const lines = [...headRows(grid, columns), ...bodyRows(grid, layout, columns, inner)];
  const margin = (COLUMN_GAP / 2) * TWIPS_PER_POINT;
  return new Table({
    rows: lines.map(({ cells, head = false, above = NONE }, at) => {
      const last = at === lines.length - 1;
      return new TableRow({
        tableHeader: head,
        cantSplit: true,
        keepNext: !last && (head || lines.length <= WHOLE_ROWS),
        children: cells.map(
          ({ paragraphs, span = 1 }) =>
            new TableCell({
              children: paragraphs,
              columnSpan: span,
              verticalAlign: head ? VerticalAlignTable.BOTTOM : VerticalAlignTable.TOP,
              borders: { top: above, bottom: last ? HEAVY : NONE, left: NONE, right: NONE },
            }),
        ),
      });
    }),
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    columnWidths: widths,
    margins: { left: margin, right: margin, top: 10, bottom: 10 },
    borders: { top: NONE, bottom: NONE, left: NONE, right: NONE, insideHorizontal: NONE, insideVertical: NONE },
    layout: TableLayoutType.FIXED,
    alignment: AlignmentType.CENTER,
  });
}

/** One row per level: spanning titles over rules that the gaps between columns part, then the titles of the columns. */
function headRows({ groups, head }: TableGrid, columns: readonly SetColumn[]): Line[] {
  const entries = columns.filter(({ plain }) => !plain);
  const empty = { paragraphs: [centred([])] };
  const upper = headLines(entries.map(({ levels }) => levels))
    .slice(0, -1)
    .map((line) => [
      empty,
      ...line.map(({ title, span }) => ({ paragraphs: [centred(textRuns(title), LIGHT)], span })),
      ...columns.slice(entries.length).map(() => empty),
    ]);
  const titles = [
    { paragraphs: [leftAligned(textRuns(groups?.heading ?? head[0]))] },
    ...columns.map(({ title }) => ({ paragraphs: [centred(textRuns(title))] })),
  ];
  return [...upper, titles].map((cells, l) => ({ cells, head: true, ...(l === 0 && { above: HEAVY }) }));
}

function bodyRows(grid: TableGrid, layout: Layout, columns: readonly SetColumn[], widths: readonly number[]): Line[] {
  const { rows, groups, summary } = grid;
  const body = rows.flatMap(({ title }, r): Line[] => {
    const cells = [
      { paragraphs: [leftAligned(textRuns(groups?.rows[r].title ?? title))] },
      ...columns.map((column, c) => ({ paragraphs: entryParagraphs(column, r, layout, widths[c]) })),
    ];
    if (!startsGroup(grid, r, 0)) return [{ cells }];
    const group = { paragraphs: [leftAligned(textRuns(groups!.rows[r].group, true))], span: columns.length + 1 };
    return [{ cells: [group] }, { cells }];
  });
  const facts = summary.map(({ title, published = false }, s): Line => {
    const cells = columns.map((column) => ({ paragraphs: [centred(textRuns(column.summary[s], published))] }));
    return { cells: [{ paragraphs: [leftAligned(textRuns(title))] }, ...cells] };
  });
  return [body, facts].flatMap((lines) => lines.map((line, l) => (l === 0 ? { ...line, above: LIGHT } : line)));
}

/** A number with its deviation and mark, the shape beside or below it; texts are centred. */
function entryParagraphs(column: SetColumn, row: number, { shapes, size }: Layout, width: number): Paragraph[] {
  const cell = column.cells[row];
  if (typeof cell === 'string') return [centred(textRuns(cell))];
  if (cell.mean === null) return [centred(textRuns(cell.instead))];
  const { number, aside } = columnWidth(column, shapes);
  const content = size.scale * (number + aside) + (aside > 0 ? ASIDE_GAP : 0);
  // Numbers start at one place, as a block in the middle of their column: padded with figure spaces they are aligned.
  const indent = Math.max(0, Math.round(((width - content) / 2) * TWIPS_PER_POINT));
  const paragraph = (style: string, children: ParagraphChild[]): Paragraph =>
    new Paragraph({ style, indent: { left: indent }, children });
  const text = column.asides[row];
  const beside = shapes !== 'line' && hasAsides(column) && text !== '';
  return [
    paragraph(CELL_STYLE, [...numberRuns(cell, column), ...(beside ? [new TextRun(`\u00a0${text}`)] : [])]),
    ...(shapes === 'line' && text !== '' ? [paragraph(SHAPE_STYLE, [new TextRun(text)])] : []),
  ];
}

function numberRuns(cell: EntryText, { mean: longest, std: longestStd, marked }: SetColumn): TextRun[] {
  const { mean, std, mark, bold, underlined } = cell;
  const blank = (digits: number): string => FIGURE_SPACE.repeat(digits);
  const superscript = marked ? [new TextRun({ text: mark === '' ? FIGURE_SPACE : mark, superScript: true })] : [];
  const number = new TextRun({ text: mean!, bold, ...(underlined && { underline: {} }) });
  const padded = [...(mean!.length < longest ? [new TextRun(blank(longest - mean!.length))] : []), number];
  if (longestStd === 0) return [...padded, ...superscript];
  // Without a deviation, the mark is at the number, and the place of the deviation is left blank.
  return std === null
    ? [...padded, ...superscript, new TextRun(`\u00a0${FIGURE_SPACE}\u00a0${blank(longestStd)}`)]
    : [...padded, new TextRun(`\u00a0±\u00a0${std.padStart(longestStd, FIGURE_SPACE)}`), ...superscript];
}

function leftAligned(children: ParagraphChild[]): Paragraph {
  return new Paragraph({ style: CELL_STYLE, children });
}

/** `rule`: a line below the text, as wide as the text of the cell may be. */
function centred(children: ParagraphChild[], rule?: IBorderOptions): Paragraph {
  return new Paragraph({
    style: CELL_STYLE,
    alignment: AlignmentType.CENTER,
    children,
    ...(rule && { border: { bottom: { ...rule, space: 1 } }, spacing: { after: 20 } }),
  });
}
