/** Draws a heat map as SVG: cells, axes, the best cell, and the scale at the right. */
import { BEST_CELL, SHADES, shadeColour } from '../heatColour.ts';
import { cellSide, type HeatMap } from '../heatMap.ts';
import { element, picture, short, text } from './svg.ts';
import { textWidth } from './textWidth.ts';
import { figureColours, type FigureColours, type FigureTheme } from './theme.ts';

const LEFT = 58;
const TOP = 34;
/** Height of the scale where the map is lower. */
const SCALE = 140;

export function heatMapSvg(map: HeatMap, theme: FigureTheme): string {
  const colours = figureColours(theme);
  const side = cellSide(map, 5);
  const [width, height] = [side * map.x.values.length, side * map.y.values.length];
  const tall = Math.max(height, SCALE);
  const body = [
    text(LEFT, 20, map.title, { fill: colours.text, 'font-weight': 600 }),
    ...shades(map, side),
    axes(map, side, colours),
    bestCell(map, side, colours),
    scaleBar(map, LEFT + width + 28, tall, colours),
  ];
  const room = 28 + Math.max(48 + valuesWidth(map.scale), 8 + textWidth(map.best?.text ?? '', 12));
  const size = { width: Math.max(LEFT + width + room, LEFT + textWidth(map.title, 13)), height: TOP + tall + 56 };
  const ground = element('rect', { ...size, fill: colours.surface });
  return picture(size.width, size.height, map.description, ground + body.join(''));
}

/** One path per shade: a grid of 10⁴ cells takes 200 kB instead of 900. */
function shades({ cells }: HeatMap, side: number): string[] {
  const squares = Array.from({ length: SHADES }, () => '');
  cells.forEach((row, i) =>
    row.forEach((cell, j) => {
      if (!cell) return;
      const y = TOP + (cells.length - 1 - i) * side;
      squares[cell.shade] += `M${short(LEFT + j * side)} ${short(y)}h${short(side)}v${short(side)}h${short(-side)}z`;
    }),
  );
  return squares.flatMap((d, shade) =>
    d === '' ? [] : [element('path', { class: 'cells', d, fill: shadeColour(shade), 'shape-rendering': 'crispEdges' })],
  );
}

function axes({ x, y }: HeatMap, side: number, colours: FigureColours): string {
  const bottom = TOP + y.values.length * side;
  const grey = { fill: colours.secondary };
  const down = y.ticks.map(({ value, text: words }) =>
    text(LEFT - 8, bottom - (value + 0.5) * side + 4, words, { class: 'y tick', ...grey, 'text-anchor': 'end' }),
  );
  const along = x.ticks.map(({ value, text: words }) =>
    text(LEFT + (value + 0.5) * side, bottom + 18, words, { class: 'x tick', ...grey, 'text-anchor': 'middle' }),
  );
  const dark = { fill: colours.text, 'text-anchor': 'middle' };
  return [
    ...down,
    ...along,
    text(16, (TOP + bottom) / 2, y.name, { class: 'y title', ...dark }),
    text(LEFT + (x.values.length * side) / 2, bottom + 40, x.name, { class: 'x title', ...dark }),
  ].join('');
}

function bestCell({ best, y }: HeatMap, side: number, colours: FigureColours): string {
  if (!best) return '';
  const at = { x: LEFT + best.column * side, y: TOP + (y.values.length - 1 - best.row) * side };
  const edge = { ...at, width: side, height: side, fill: 'none' };
  return (
    element('rect', { ...edge, stroke: colours.surface, 'stroke-width': 4 }) +
    element('rect', { class: 'best', ...edge, stroke: BEST_CELL, 'stroke-width': 2 })
  );
}

/** Of the values at the ends of the scale. */
function valuesWidth({ best, worst }: HeatMap['scale']): number {
  return Math.max(textWidth(best.text, 12), textWidth(worst.text, 12));
}

/** The best at the bottom. */
function scaleBar({ scale, best }: HeatMap, left: number, height: number, colours: FigureColours): string {
  const step = height / SHADES;
  const bars = Array.from({ length: SHADES }, (_, n) => {
    const fill = shadeColour(SHADES - 1 - n);
    return element('rect', { x: left, y: TOP + n * step, width: 14, height: step + 0.5, fill });
  });
  const words = { fill: colours.secondary };
  // Right of the values, which stand next to the bar.
  const away = left + 20 + valuesWidth(scale) + 14;
  const turned = { 'text-anchor': 'middle', transform: `translate(${short(away)} ${TOP + height / 2}) rotate(-90)` };
  return [
    ...bars,
    text(left + 20, TOP + 10, scale.worst.text, { class: 'scale worst', ...words }),
    text(left + 20, TOP + height, scale.best.text, { class: 'scale best', ...words }),
    text(0, 0, scale.title, { class: 'scale title', ...words, ...turned }),
    best ? text(left, TOP + height + 20, best.text, words) : '',
  ].join('');
}
