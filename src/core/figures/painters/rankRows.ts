/**
 * Average ranks in rows, for pages that are too narrow for names on both sides: a row per method with its marker at its
 * rank, and upright bars right of them over the methods that the test does not tell apart.
 */
import { placesOn } from '../charts/axis.ts';
import type { RankDiagram } from '../rankDiagram.ts';
import { picture, text, type Drawing } from '../drawing/drawing.ts';
import { marker } from './marker.ts';
import { criticalBar, RANK_AXIS, rankAxis, stroke, type Across } from './rankAxis.ts';
import { ground, figureColours, type FigureTheme } from './theme.ts';
import { textWidth, wrapped } from './textWidth.ts';

const ROW = 18;
const BAR = 9;

/** `width`: units of the sheet; a picture that needs more is wider. */
export function drawRankRows(diagram: RankDiagram, theme: FigureTheme, plate: boolean, width: number): Drawing {
  const colours = figureColours(theme);
  const { methods, axis, groups, difference, note } = diagram;
  const left = 16 + Math.max(40, ...methods.map((method) => textWidth(method.text, 12)));
  const columns = barColumns(groups);
  const bars = columns.length === 0 ? 0 : Math.max(...columns) + 1;
  const across = Math.max(60, width - left - 24 - bars * BAR);
  const place = placesOn(axis);
  const x: Across = (rank) => left + 8 + across * (axis.from === axis.to ? 0 : place(rank));
  const y = (row: number): number => RANK_AXIS + 18 + row * ROW;
  const whole = left + 24 + across + bars * BAR;
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
      ...(method.appearance ? marker(method.appearance, [x(method.rank), y(row)], 0.9, colours) : []),
    ]),
    ...groups.map((group, g) => {
      const rows = methods.flatMap(({ rank }, row) => (rank >= group.from && rank <= group.to ? [row] : []));
      const at = x(axis.to) + 12 + columns[g] * BAR;
      const [from, to] = [y(Math.min(...rows)) - 5, y(Math.max(...rows)) + 5];
      return stroke(at, from, at, to, { part: 'group', stroke: colours.text, 'stroke-width': 4 });
    }),
    ...notes.map((line, l) => text(8, bottom + 14 + l * 16, line, { fill: colours.secondary })),
  ];
  return picture(whole, height, diagram.description, body);
}

/** Bars that share no rank stand above each other. */
function barColumns(groups: RankDiagram['groups']): number[] {
  const ends: number[] = [];
  return groups.map(({ from, to }) => {
    const free = ends.findIndex((end) => end < from);
    const column = free < 0 ? ends.length : free;
    ends[column] = to;
    return column;
  });
}
