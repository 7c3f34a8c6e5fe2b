/** Preview of one panel of a table as TeX will set it, from its top rule to its bottom rule. */
import { line, path, text, textOf, type Point, type Shape } from '../../figures/drawing/drawing.ts';
import type { FigureColours } from '../../figures/painters/theme.ts';
import type { EntryText } from '../../study/table/entry.ts';
import { headLines } from '../../study/table/gridHead.ts';
import type { SetColumn } from '../tableLayout.ts';
import { ASIDE_GAP, columnWidth, MARK, PLUS_MINUS, textWidth } from './widths.ts';
import { COLUMN_GAP, panelWidth } from './layout.ts';
import type { SetTable } from './typesetTable.ts';
import { startsGroup, type Part } from './tabular.ts';

/** Rules of booktabs, and the space above and below them. */
const HEAVY = 0.8;
const LIGHT = 0.5;
const RULE_GAP = 3;
/** Trimming of rules over several columns at both ends. */
const TRIM = 4;

/** One panel, from its top rule to its bottom rule. */
export class PreviewPanel {
  readonly shapes: Shape[] = [];
  bottom: number;
  private readonly set: SetTable;
  private readonly part: Part;
  private readonly colours: FigureColours;
  private readonly size: number;
  private readonly leading: number;
  private readonly left: number;
  private readonly right: number;
  /** Left edges and widths of the columns. */
  private readonly places: readonly { readonly x: number; readonly width: number }[];

  /** `margin`: left edge of the text. */
  constructor(set: SetTable, part: Part, [margin, top]: Point, colours: FigureColours) {
    const { layout, line: available } = set;
    [this.set, this.part, this.colours] = [set, part, colours];
    const widths = layout.widths(part.columns);
    this.size = 10 * layout.size.scale;
    this.leading = layout.size.line * 1.08;
    // Panels wider than the line start at its left edge.
    this.left = margin + Math.max(0, (available - panelWidth(widths)) / 2);
    this.right = this.left + panelWidth(widths);
    let x = this.left + widths.first;
    this.places = widths.columns.map((width) => {
      x += COLUMN_GAP + width;
      return { x: x - width, width };
    });
    this.bottom = top;
    this.rule(HEAVY);
    this.head();
    this.rule(LIGHT);
    for (let row = part.from; row < part.to; row++) this.row(row);
    if (part.to === set.grid.rows.length && set.grid.summary.length > 0) {
      this.rule(LIGHT);
      set.grid.summary.forEach((_, s) => this.summary(s));
    }
    this.rule(HEAVY);
  }

  private rule(width: number): void {
    const look = { stroke: this.colours.text, 'stroke-width': width };
    this.bottom += RULE_GAP;
    this.shapes.push(line([this.left, this.bottom], [this.right, this.bottom], look));
    this.bottom += RULE_GAP;
  }

  /** Writes lines of text, from a baseline downwards. */
  private write(words: readonly string[], x: number, y: number, anchor: 'start' | 'middle' | 'end', size = this.size) {
    const look = { fill: this.colours.text, 'font-size': size, 'text-anchor': anchor } as const;
    words.forEach((one, n) => this.shapes.push(text(x, y + n * this.leading, one, look)));
  }

  private head(): void {
    const { columns } = this.part;
    const { headTitle, heading } = this.set.layout;
    const entries = columns.filter(({ plain }) => !plain);
    const spanners = headLines(entries.map(({ levels }) => levels)).slice(0, -1);
    for (const spans of spanners) {
      const titles = spans.map(({ title, from, span }) => headTitle(title, entries.slice(from, from + span)));
      const last = this.bottom + Math.max(...titles.map(({ length }) => length)) * this.leading - 2;
      spans.forEach(({ from, span }, s) => {
        const [start, end] = [this.places[from].x, this.places[from + span - 1]];
        const stop = end.x + end.width;
        this.write(titles[s], (start + stop) / 2, last - (titles[s].length - 1) * this.leading, 'middle');
        const rule = { part: 'spanner', stroke: this.colours.text, 'stroke-width': 0.4 };
        const y = last + RULE_GAP + 1;
        this.shapes.push(
          path(
            [
              [start - COLUMN_GAP / 2 + TRIM, y],
              [stop + COLUMN_GAP / 2 - TRIM, y],
            ],
            rule,
          ),
        );
      });
      this.bottom = last + 2 * RULE_GAP;
    }
    const titles = columns.map((column) => headTitle(column.title, [column]));
    const last = this.bottom + Math.max(heading.length, ...titles.map(({ length }) => length)) * this.leading - 2;
    this.write(heading, this.left, last - (heading.length - 1) * this.leading, 'start');
    titles.forEach((words, c) => {
      const { x, width } = this.places[c];
      this.write(words, x + width / 2, last - (words.length - 1) * this.leading, 'middle');
    });
    this.bottom = last;
  }

  private row(row: number): void {
    const { grid, layout } = this.set;
    if (startsGroup(grid, row, this.part.from)) this.groupHead(grid.groups!.rows[row].group, row > this.part.from);
    const base = this.bottom + this.leading - 2;
    this.write(layout.titles[row], this.left, base, 'start');
    const below = layout.shapes === 'line' && this.part.columns.some(({ asides }) => asides[row] !== '');
    this.part.columns.forEach((column, c) => this.cell(column, row, c, base));
    this.bottom += Math.max(layout.titles[row].length, below ? 2 : 1) * this.leading;
  }

  private groupHead(group: string, after: boolean): void {
    if (after) this.bottom += this.leading / 2;
    const look = { fill: this.colours.text, 'font-size': this.size, 'text-anchor': 'start' } as const;
    this.shapes.push(textOf(this.left, this.bottom + this.leading - 2, [{ text: group, symbol: 'letter' }], look));
    this.bottom += this.leading;
  }

  private cell(column: SetColumn, row: number, c: number, y: number): void {
    const { size, shapes } = this.set.layout;
    const { x, width } = this.places[c];
    const widths = columnWidth(column, shapes);
    const beside = widths.aside > 0;
    const end = beside ? x + size.scale * widths.number : x + width;
    const cell = column.cells[row];
    if (typeof cell === 'string') this.write([cell], end, y, 'end');
    else if (cell.mean === null) this.write([cell.instead], end, y, 'end');
    else this.number(cell, column, end, y);
    const aside = column.asides[row];
    if (aside === '') return;
    if (beside) this.write([aside], end + ASIDE_GAP, y, 'start');
    else this.write([aside], end - (column.marked ? MARK * size.scale : 0), y + this.leading - 2, 'end', 7);
  }

  /** Mean, ± and deviation end at the same places in every row of a column. */
  private number({ mean, std, mark, bold, underlined }: EntryText, column: SetColumn, end: number, y: number): void {
    const { scale } = this.set.layout.size;
    const edge = end - (column.marked ? MARK * scale : 0);
    const deviation = widest(column.cells) * scale;
    const sign = column.std > 0 ? PLUS_MINUS * scale : 0;
    const look = { fill: this.colours.text, 'font-size': this.size, 'text-anchor': 'end' } as const;
    const x = edge - deviation - sign;
    this.shapes.push(text(x, y, mean!, { ...look, part: 'mean', ...(bold && { 'font-weight': 600 }) }));
    if (underlined) {
      const under = { stroke: this.colours.text, 'stroke-width': 0.4 };
      this.shapes.push(line([x - textWidth(mean!) * scale, y + 1.5], [x, y + 1.5], under));
    }
    if (std !== null) {
      this.shapes.push(text(edge - deviation - sign / 2, y, '±', { ...look, 'text-anchor': 'middle' }));
      this.shapes.push(text(edge, y, std, look));
    }
    if (mark !== '') {
      const raised = { ...look, part: 'mark', 'text-anchor': 'start', 'font-size': 0.8 * this.size } as const;
      this.shapes.push(text(edge + 0.5, y - 2.5, mark, raised));
    }
  }

  private summary(index: number): void {
    const { grid, layout } = this.set;
    const { published } = grid.summary[index];
    const base = this.bottom + this.leading - 2;
    const titles = layout.titles[grid.rows.length + index];
    this.write(titles, this.left, base, 'start');
    this.part.columns.forEach(({ summary }, c) => {
      const { x, width } = this.places[c];
      const look = { fill: this.colours.text, 'font-size': this.size, 'text-anchor': 'middle' } as const;
      // Published numbers are in italics.
      const run = { text: summary[index], ...(published && { symbol: 'letter' as const }) };
      this.shapes.push(textOf(x + width / 2, base, [run], look));
    });
    this.bottom += this.leading * Math.max(1, titles.length);
  }
}

/** Maximum width of the deviations, whose decimal points are narrower than digits. */
function widest(cells: SetColumn['cells']): number {
  return Math.max(0, ...cells.map((cell) => (typeof cell === 'string' ? 0 : textWidth(cell.std ?? ''))));
}
