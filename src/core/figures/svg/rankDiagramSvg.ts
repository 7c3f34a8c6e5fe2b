/**
 * Draws average ranks as SVG: the axis, a stem from each rank to its method, bars over groups, the critical difference.
 */
import { placeOn } from '../axis.ts';
import type { RankDiagram, RankedMethod } from '../rankDiagram.ts';
import { marker } from './markers.ts';
import { element, path, picture, text } from './svg.ts';
import { textWidth } from './textWidth.ts';
import { figureColours, type FigureColours, type FigureTheme } from './theme.ts';

const AXIS = { width: 420, y: 74 };
const ROW = 22;
const BAR = 10;

type Across = (rank: number) => number;

/** The same picture on the page and for papers. `plate`: whether a ground is drawn, which the page has itself. */
export function rankDiagramSvg(diagram: RankDiagram, theme: FigureTheme, plate = true): string {
  const colours = figureColours(theme);
  const { methods, axis, groups, difference, note } = diagram;
  const side = 54 + Math.max(40, ...methods.map((method) => textWidth(method.text, 12)));
  const x: Across = (rank) => side + AXIS.width * (axis.from === axis.to ? 0 : placeOn(axis, rank));
  const firstRow = AXIS.y + 20 + groups.length * BAR;
  const rows = Math.max(0, ...methods.map(({ row }) => row + 1));
  const height = firstRow + ROW * rows + 34;
  const width = 2 * side + AXIS.width;
  const body = [
    plate ? element('rect', { width, height, fill: colours.surface }) : '',
    rankAxis(diagram, x, colours),
    difference ? criticalBar(difference, x, colours) : '',
    ...methods.map((method) => stem(method, firstRow + ROW * method.row, side, x, colours)),
    ...groups.map(({ from, to }, g) => {
      const y = AXIS.y + 12 + g * BAR;
      return stroke(x(from) - 4, y, x(to) + 4, y, { stroke: colours.text, 'stroke-width': 4 });
    }),
    text(width / 2, height - 12, note, { fill: colours.secondary, 'text-anchor': 'middle' }),
  ];
  return picture(width, height, diagram.description, body.join(''));
}

function stem(method: RankedMethod, y: number, side: number, x: Across, colours: FigureColours): string {
  const at = x(method.rank);
  const left = method.side === 'left';
  const [end, away] = left ? [side - 24, -1] : [side + AXIS.width + 24, 1];
  const d = path([
    [at, AXIS.y],
    [at, y],
    [end, y],
  ]);
  return [
    element('path', { d, fill: 'none', stroke: colours.secondary }),
    method.appearance ? marker(method.appearance, [end + 8 * away, y], 0.9, colours) : '',
    text(end + 18 * away, y + 4, method.text, { fill: colours.text, 'text-anchor': left ? 'end' : 'start' }),
  ].join('');
}

function rankAxis({ axis }: RankDiagram, x: Across, colours: FigureColours): string {
  const ticks = axis.ticks.map(({ value, text: words }) => {
    const grey = { fill: colours.secondary, 'text-anchor': 'middle' };
    const tick = stroke(x(value), AXIS.y - 6, x(value), AXIS.y, { stroke: colours.secondary });
    return tick + text(x(value), AXIS.y - 12, words, grey);
  });
  return stroke(x(axis.from), AXIS.y, x(axis.to), AXIS.y, { stroke: colours.secondary }) + ticks.join('');
}

/** The critical difference as a length, above the axis; open where it is longer than the axis. */
function criticalBar(
  { text: words, to, cut }: NonNullable<RankDiagram['difference']>,
  x: Across,
  colours: FigureColours,
): string {
  const y = 24;
  const line = { stroke: colours.text, 'stroke-width': 1.5 };
  const cap = (at: number): string => stroke(at, y - 4, at, y + 4, line);
  return [
    stroke(x(1), y, x(to), y, line),
    cap(x(1)),
    cut ? '' : cap(x(to)),
    text(x(1), y - 9, words, { fill: colours.text }),
  ].join('');
}

function stroke(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  look: Readonly<Record<string, string | number>>,
): string {
  const ends: [number, number][] = [
    [x1, y1],
    [x2, y2],
  ];
  return element('path', { d: path(ends), ...look });
}
