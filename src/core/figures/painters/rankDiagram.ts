/** Draws average ranks: the axis, a stem from each rank to its method, bars over groups, the critical difference. */
import { placesOn } from '../charts/axis.ts';
import type { RankDiagram, RankedMethod } from '../rankDiagram.ts';
import { SCREEN } from '../drawingArea.ts';
import { path, picture, text, type Drawing, type Shape } from '../drawing/drawing.ts';
import { marker } from './marker.ts';
import { criticalBar, RANK_AXIS, rankAxis, stroke, type Across } from './rankAxis.ts';
import { ground, figureColours, type FigureColours, type FigureTheme } from './theme.ts';
import { textWidth, wrapped } from './textWidth.ts';

// Average ranks in rows, for pages too narrow for names on both sides: one row per method with its marker at its rank.
// Vertical bars on the right join methods that the test does not separate.

const NARROW_ROW = 18;
const NARROW_BAR = 9;

/** `width`: units of the sheet; the picture may be wider. */
function drawRankRows(diagram: RankDiagram, theme: FigureTheme, plate: boolean, width: number): Drawing {
  const colours = figureColours(theme);
  const { methods, axis, groups, difference, note } = diagram;
  const left = 16 + Math.max(40, ...methods.map((method) => textWidth(method.text, 12)));
  const columns = barColumns(groups);
  const bars = columns.length === 0 ? 0 : Math.max(...columns) + 1;
  const across = Math.max(60, width - left - 24 - bars * NARROW_BAR);
  const place = placesOn(axis);
  const x: Across = (rank) => left + 8 + across * (axis.from === axis.to ? 0 : place(rank));
  const y = (row: number): number => RANK_AXIS + 18 + row * NARROW_ROW;
  const whole = left + 24 + across + bars * NARROW_BAR;
  const notes = wrapped(note, whole - 16, 12);
  const bottom = y(methods.length - 1) + 12;
  const height = bottom + 12 + notes.length * 16;
  const body = [
    ...(plate ? [ground(whole, height, colours)] : []),
    ...rankAxis(diagram, x, colours),
    ...(difference ? criticalBar(difference, x, colours, whole) : []),
    ...methods.flatMap((method, row) => [
      stroke(left, y(row), x(axis.to), y(row), { stroke: colours.hairline }),
      text(left - 8, y(row) + 4, method.text, { fill: colours.text, 'text-anchor': 'end' }),
      ...(method.appearance ? [marker(method.appearance, [x(method.rank), y(row)], 0.9, colours)] : []),
    ]),
    ...groups.map((group, g) => {
      const rows = methods.flatMap(({ rank }, row) => (rank >= group.from && rank <= group.to ? [row] : []));
      const barX = x(axis.to) + 12 + columns[g] * NARROW_BAR;
      const [from, to] = [y(Math.min(...rows)) - 5, y(Math.max(...rows)) + 5];
      return stroke(barX, from, barX, to, { part: 'group', stroke: colours.text, 'stroke-width': 4 });
    }),
    ...notes.map((line, l) => text(8, bottom + 14 + l * 16, line, { fill: colours.secondary })),
  ];
  return picture(whole, height, diagram.description, body);
}

/** Bars without a common rank share a column. */
function barColumns(groups: RankDiagram['groups']): number[] {
  const ends: number[] = [];
  return groups.map(({ from, to }) => {
    const free = ends.findIndex((end) => end < from);
    const column = free < 0 ? ends.length : free;
    ends[column] = to;
    return column;
  });
}

const AXIS = { width: 420, y: RANK_AXIS };
const ROW = 22;
const BAR = 10;
/** A shorter axis is drawn in the form with rows. */
const LEAST_AXIS = 160;

/** The same picture on the page and for papers. `plate`: whether to draw a background; pages have their own. */
export function drawRankDiagram(diagram: RankDiagram, theme: FigureTheme, plate = true, sheet = SCREEN): Drawing {
  const colours = figureColours(theme);
  const { methods, axis, groups, difference, note } = diagram;
  const side = 54 + Math.max(40, ...methods.map((method) => textWidth(method.text, 12)));
  const across = sheet.width === null ? AXIS.width : sheet.width - 2 * side;
  if (across < LEAST_AXIS) return drawRankRows(diagram, theme, plate, sheet.width!);
  const place = placesOn(axis);
  const x: Across = (rank) => side + across * (axis.from === axis.to ? 0 : place(rank));
  const firstRow = AXIS.y + 20 + groups.length * BAR;
  const rows = Math.max(0, ...methods.map(({ row }) => row + 1));
  const width = 2 * side + across;
  const notes = wrapped(note, sheet.width === null ? Infinity : width - 16, 12);
  const height = firstRow + ROW * rows + 34 + (notes.length - 1) * 16;
  const body = [
    ...(plate ? [ground(width, height, colours)] : []),
    ...rankAxis(diagram, x, colours),
    ...(difference ? criticalBar(difference, x, colours) : []),
    ...methods.flatMap((method) => stem(method, firstRow + ROW * method.row, { side, across }, x, colours)),
    ...groups.map(({ from, to }, g) => {
      const y = AXIS.y + 12 + g * BAR;
      return stroke(x(from) - 4, y, x(to) + 4, y, { stroke: colours.text, 'stroke-width': 4 });
    }),
    ...notes.map((line, l) =>
      text(width / 2, height - 12 - (notes.length - 1 - l) * 16, line, {
        fill: colours.secondary,
        'text-anchor': 'middle',
      }),
    ),
  ];
  return picture(width, height, diagram.description, body);
}

function stem(
  method: RankedMethod,
  y: number,
  { side, across }: { readonly side: number; readonly across: number },
  x: Across,
  colours: FigureColours,
): Shape[] {
  const rankX = x(method.rank);
  const left = method.side === 'left';
  const [end, away] = left ? [side - 24, -1] : [side + across + 24, 1];
  const bent = [
    [rankX, AXIS.y],
    [rankX, y],
    [end, y],
  ] as const;
  return [
    path(bent, { fill: 'none', stroke: colours.secondary }),
    ...(method.appearance ? [marker(method.appearance, [end + 8 * away, y], 0.9, colours)] : []),
    text(end + 18 * away, y + 4, method.text, { fill: colours.text, 'text-anchor': left ? 'end' : 'start' }),
  ];
}
