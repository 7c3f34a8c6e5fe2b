/** Fits a table into the line width: font size, position of the shapes, panels one below the other. */
import type { TableGrid } from '../../study/table/grid.ts';
import { setColumns, shapePlaces, type SetColumn, type ShapePlace, inPanels, underHeads } from '../tableLayout.ts';
import type { PageOptions } from '../pageOptions.ts';
import { ASIDE_GAP, columnWidth, longestWord, sizes, textWidth, type TypeSize, wrapAtHyphens } from './widths.ts';

/** Gap between columns, in points: twice \tabcolsep. */
export const COLUMN_GAP = 8;
/** Share of the line that row titles may use before they are wrapped. */
const TITLE_SHARE = 0.36;
/** Safety margin of the width estimate, in points, for other versions of TeX and fonts. */
const SLACK = 3;

export interface Layout {
  readonly size: TypeSize;
  readonly shapes: ShapePlace;
  /** Lines of each row title, and of their heading. */
  readonly titles: readonly (readonly string[])[];
  readonly heading: readonly string[];
  readonly panels: readonly (readonly SetColumn[])[];
  /** Lines of a column heading. */
  readonly headTitle: (title: string, columns: readonly SetColumn[]) => readonly string[];
  readonly widths: (columns: readonly SetColumn[]) => PanelWidths;
}

/** Estimated widths in points: of the row titles, and of the columns without the gap before each. */
export interface PanelWidths {
  readonly first: number;
  readonly columns: readonly number[];
}

/** Width of a panel including gaps. */
export function panelWidth({ first, columns }: PanelWidths): number {
  return columns.reduce((sum, width) => sum + COLUMN_GAP + width, first);
}

/** A single panel at the largest size that fits; null if none fits. */
export function onePanel(grid: TableGrid, line: number, page: PageOptions): Layout | null {
  for (const size of sizes.slice(0, 2)) {
    for (const shapes of placesOf(grid, page)) {
      const frame = frameOf(grid, size, shapes, line);
      if (panelWidth(frame.widths(frame.columns)) <= line - SLACK) return layout(frame, [frame.columns]);
    }
  }
  return null;
}

/** A single panel, regardless of its width. */
export function asItIs(grid: TableGrid, page: PageOptions): Layout {
  const frame = frameOf(grid, sizes[0], placesOf(grid, page)[0], Number.POSITIVE_INFINITY);
  return layout(frame, [frame.columns]);
}

/** Several panels that each fit, split between spanning heads if possible. */
export function severalPanels(grid: TableGrid, line: number, page: PageOptions): Layout {
  const places = placesOf(grid, page);
  const shapes = places[places.length - 1];
  const [smaller, smallest] = sizes.slice(1).map((size) => {
    const frame = frameOf(grid, size, shapes, line);
    const fits = (columns: readonly SetColumn[]): boolean => panelWidth(frame.widths(columns)) <= line - SLACK;
    const panels = inPanels(frame.columns, fits);
    return { set: layout(frame, panels), fits: panels.every(fits) };
  });
  return (smaller.fits ? smaller : smallest).set;
}

function placesOf(grid: TableGrid, { shapes }: PageOptions): readonly ShapePlace[] {
  return shapes === 'auto' ? shapePlaces(grid) : [shapes];
}

interface Frame extends Omit<Layout, 'panels'> {
  readonly columns: readonly SetColumn[];
}

function frameOf(grid: TableGrid, size: TypeSize, shapes: ShapePlace, line: number): Frame {
  const { scale } = size;
  const columns = setColumns(grid, shapes);
  const limit = (TITLE_SHARE * line) / scale;
  const { groups } = grid;
  const titles = [...(groups?.rows ?? grid.rows), ...grid.summary].map(({ title }) => wrapAtHyphens(title, limit));
  const heading = wrapAtHyphens(groups?.heading ?? grid.head[0], Math.max(limit / 2, longestLine(titles)));
  const first = scale * longestLine([...titles, heading]);
  const room = (line - first - COLUMN_GAP - SLACK) / scale;
  const widthOf = (column: SetColumn): number => {
    const { number, aside } = columnWidth(column, shapes);
    const content = scale * (number + aside) + (aside > 0 ? ASIDE_GAP : 0);
    const word = column.plain ? textWidth(column.title) : longestWord(column.title);
    return Math.max(content, scale * Math.min(word, room));
  };
  const over = (spanned: readonly SetColumn[]): number =>
    spanned.reduce((sum, column) => sum + widthOf(column), 0) + (spanned.length - 1) * COLUMN_GAP;
  const headTitle = (title: string, spanned: readonly SetColumn[]): string[] =>
    spanned.every(({ plain }) => plain)
      ? [title]
      : wrapAtHyphens(title, Math.min(Math.max(over(spanned) / scale, longestWord(title)), room));
  const widths = (panel: readonly SetColumn[]): PanelWidths => {
    const least = panel.map((column) =>
      Math.max(widthOf(column), scale * longestLine([headTitle(column.title, [column])])),
    );
    const entries = panel.filter(({ plain }) => !plain);
    const levels = entries.map((column) => column.levels);
    const headed = underHeads(least, levels, COLUMN_GAP, ({ title, from, span }) => {
      return scale * longestLine([headTitle(title, entries.slice(from, from + span))]);
    });
    return { first, columns: headed };
  };
  return { columns, size, shapes, titles, heading, headTitle, widths };
}

function layout({ size, shapes, titles, heading, headTitle, widths }: Frame, panels: Layout['panels']): Layout {
  return { size, shapes, titles, heading, headTitle, widths, panels };
}

function longestLine(texts: readonly (readonly string[])[]): number {
  return Math.max(0, ...texts.flat().map(textWidth));
}
