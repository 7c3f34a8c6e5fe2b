/** How a table that is wider than its line is broken into panels, one below the other. */
import { headLines, type GridColumn, type Heading } from '../study/grid/gridHead.ts';

interface Column {
  readonly levels: GridColumn;
}

/** As many columns on each panel as fit, fewer where the break then stands between outer levels of the head. */
export function inPanels<T extends Column>(columns: readonly T[], fits: (columns: readonly T[]) => boolean): T[][] {
  const panels: T[][] = [];
  let start = 0;
  while (start < columns.length) {
    let end = start + 1;
    while (end < columns.length && fits(columns.slice(start, end + 1))) end++;
    if (end < columns.length) end = bestBreak(columns, start, end);
    panels.push(columns.slice(start, end));
    start = end;
  }
  return panels;
}

/** Share of the columns that fit which a break between outer levels must leave on the panel. */
const FULL_ENOUGH = 0.6;

/** The last break not after `end` between columns that differ in the outermost level possible. */
function bestBreak(columns: readonly Column[], start: number, end: number): number {
  const depth = columns[start].levels.length;
  for (let level = 0; level < depth; level++) {
    for (let at = end; at - start >= FULL_ENOUGH * (end - start); at--) {
      const [before, after] = [columns[at - 1].levels, columns[at].levels];
      if (before.slice(0, level + 1).some(({ title }, i) => title !== after[i]?.title)) return at;
    }
  }
  return end;
}

/**
 * Widths of columns below heads that stand over several of them: what a head is wider than its columns goes to the last
 * of them. `columns`: those with levels, which come first; `need`: the width of a head.
 */
export function underHeads(
  widths: readonly number[],
  columns: readonly GridColumn[],
  gap: number,
  need: (heading: Heading) => number,
): number[] {
  const wider = [...widths];
  for (const heads of headLines(columns).slice(0, -1).reverse()) {
    for (const heading of heads) {
      const { from, span } = heading;
      const have = wider.slice(from, from + span).reduce((sum, width) => sum + width, 0) + (span - 1) * gap;
      wider[from + span - 1] += Math.max(0, need(heading) - have);
    }
  }
  return wider;
}
