/**
 * Preview of a table as TeX will set it, from the same width estimates: rules, spanner heads, numbers with aligned
 * decimal points, notes, and the right edge of the text.
 */
import { path, picture, rect, text, type Drawing, type Shape } from '../../figures/drawing/drawing.ts';
import { figureColours, type FigureColours, type FigureTheme } from '../../figures/painters/theme.ts';
import { continuedCaption, type SetTable } from './typesetTable.ts';
import { PreviewPanel } from './previewPanel.ts';
import { sizes, wrapAtHyphens } from './widths.ts';

/** Margin around the text, in points, like all lengths here. */
const MARGIN = 14;
/** Font size and line height of captions. */
const BODY = { size: 10, line: 12 };
/** Vertical space between panels, and before notes. */
const SKIP = 8;
/** Maximum number of floats drawn. */
const FLOATS = 3;

const LINE_END = { light: '#c62828', dark: '#ff7a70' };

export interface TablePreview {
  readonly drawing: Drawing;
  /** Number of further floats. */
  readonly more: number;
}

export function tablePreview(set: SetTable, theme: FigureTheme): TablePreview {
  const colours = figureColours(theme);
  const shapes: Shape[] = [];
  let y = MARGIN;
  const floats = set.floats.slice(0, FLOATS);
  floats.forEach((parts, f) => {
    if (f > 0) y += 2 * SKIP;
    const caption = f > 0 ? continuedCaption(set.grid) : set.grid.caption;
    y = paragraph(shapes, `Table 1: ${caption}`, y, set.line, { ...BODY, scale: 1 }, colours, 'middle');
    parts.forEach((part, p) => {
      const drawn = new PreviewPanel(set, part, [MARGIN, y + (p > 0 ? SKIP : 4)], colours);
      shapes.push(...drawn.shapes);
      y = drawn.bottom;
    });
  });
  const more = set.floats.length - floats.length;
  if (set.notes.length > 0 && more === 0) {
    const [, { scale, line: leading }] = sizes;
    const opening = set.inside ? '' : 'Notes to Table 1: ';
    const look = { size: 8, line: leading, scale };
    y = paragraph(shapes, opening + set.notes.join(' '), y + SKIP, set.line, look, colours, 'start');
  }
  const [width, height] = [2 * MARGIN + Math.max(set.line, set.width), y + MARGIN];
  const end = MARGIN + set.line;
  return {
    drawing: picture(width, height, `${set.grid.caption} As LaTeX will set it.`, [
      rect({ part: 'paper', width, height, fill: colours.surface }),
      ...shapes,
      path(
        [
          [end, 0],
          [end, height],
        ],
        { part: 'text end', stroke: colours.of(LINE_END), 'stroke-width': 0.8 },
      ),
    ]),
    more,
  };
}

interface Letters {
  readonly size: number;
  readonly line: number;
  /** Text width relative to 10 pt. */
  readonly scale: number;
}

/** Adds lines of text; returns the position of the next line. */
function paragraph(
  shapes: Shape[],
  words: string,
  top: number,
  width: number,
  { size, line: leading, scale }: Letters,
  colours: FigureColours,
  anchor: 'start' | 'middle',
): number {
  const lines = wrapAtHyphens(words, width / scale);
  // Captions of several lines are set flush.
  const centred = anchor === 'middle' && lines.length === 1;
  lines.forEach((one, n) => {
    const look = { fill: colours.text, 'font-size': size, 'text-anchor': centred ? 'middle' : 'start' } as const;
    shapes.push(text(MARGIN + (centred ? width / 2 : 0), top + n * leading + size, one, look));
  });
  return top + lines.length * leading;
}
