/** Errors of a bilinear method over its two latent dimensions as a figure: bright is low, the best is outlined. */
import type { Curve } from '../study/table/curve.ts';
import type { StudyTable } from '../study/table/table.ts';
import { heatGrid, labelledTicks, type HeatGrid } from './heatGrid.ts';
import { meanTitle, nearBestMaximum } from './measureAxis.ts';
import { element, picture, short, text } from './svg.ts';
import { figureColours, type FigureColours, type FigureTheme } from './theme.ts';
import { errorColour } from './viridis.ts';

/** Colours of the scale; more could not be told apart. */
const SHADES = 64;
const LEFT = 58;
const TOP = 34;

/** The grid of one curve over (q_c, q_r). Throws RangeError for a curve over another number of dimensions. */
export function heatMapFigure(table: StudyTable, curve: Curve, range: 'full' | 'near', theme: FigureTheme): string {
  const colours = figureColours(theme);
  const grid = heatGrid(curve);
  const greatest = range === 'near' ? Math.min(grid.greatest, nearBestMaximum(grid.least)) : grid.greatest;
  const side = Math.max(5, Math.min(26, Math.floor(520 / grid.qr.length), Math.floor(380 / grid.qc.length)));
  const [width, height] = [side * grid.qr.length, side * grid.qc.length];
  const condition = table.conditions.find(({ key }) => key === curve.condition)?.title ?? curve.condition;
  const title = `${curve.label}, ${condition}, ${table.dataset}`;
  const body = [
    text(LEFT, 20, title, { fill: colours.text, 'font-weight': 600 }),
    ...shades(grid, greatest, side),
    axisLabels(grid, curve.latentNames, side, colours),
    bestCell(grid, side, colours),
    colourBar(grid, greatest, meanTitle(table.measure), LEFT + width + 28, Math.max(height, 140), colours),
  ];
  const [full, tall] = [LEFT + width + 150, TOP + Math.max(height, 140) + 56];
  const ground = element('rect', { width: full, height: tall, fill: colours.surface });
  return picture(full, tall, `${meanTitle(table.measure)} of ${title}`, ground + body.join(''));
}

/** One path a colour: a grid of 10⁴ cells takes 200 kB instead of 900. */
function shades({ cells, least }: HeatGrid, greatest: number, side: number): string[] {
  const extent = greatest - least || 1;
  const squares = Array.from({ length: SHADES }, () => '');
  cells.forEach((row, i) =>
    row.forEach((cell, j) => {
      if (!cell) return;
      const shade = Math.round(Math.min(1, (cell.mean - least) / extent) * (SHADES - 1));
      const y = TOP + (cells.length - 1 - i) * side;
      squares[shade] += `M${short(LEFT + j * side)} ${short(y)}h${short(side)}v${short(side)}h${short(-side)}z`;
    }),
  );
  return squares.flatMap((d, shade) =>
    d === '' ? [] : [element('path', { d, fill: colourOf(shade), 'shape-rendering': 'crispEdges' })],
  );
}

function colourOf(shade: number): string {
  return `rgb(${errorColour(shade / (SHADES - 1)).join(' ')})`;
}

function axisLabels({ qc, qr }: HeatGrid, names: readonly string[], side: number, colours: FigureColours): string {
  const bottom = TOP + qc.length * side;
  const grey = { fill: colours.secondary };
  const down = labelledTicks(qc.length, 12).map((i) =>
    text(LEFT - 8, bottom - (i + 0.5) * side + 4, String(qc[i]), { ...grey, 'text-anchor': 'end' }),
  );
  const along = labelledTicks(qr.length, 16).map((j) =>
    text(LEFT + (j + 0.5) * side, bottom + 18, String(qr[j]), { ...grey, 'text-anchor': 'middle' }),
  );
  const dark = { fill: colours.text, 'text-anchor': 'middle' };
  return [
    ...down,
    ...along,
    text(16, (TOP + bottom) / 2, names[0], dark),
    text(LEFT + (qr.length * side) / 2, bottom + 40, names[1], dark),
  ].join('');
}

function bestCell({ best, qc }: HeatGrid, side: number, colours: FigureColours): string {
  if (!best) return '';
  const at = { x: LEFT + best.j * side, y: TOP + (qc.length - 1 - best.i) * side, width: side, height: side };
  const edge = { ...at, fill: 'none', 'stroke-width': 2 };
  return (
    element('rect', { ...edge, stroke: colours.surface, 'stroke-width': 4 }) +
    element('rect', { ...edge, stroke: colours.text })
  );
}

function colourBar(
  { least, best, qc, qr }: HeatGrid,
  greatest: number,
  title: string,
  left: number,
  height: number,
  colours: FigureColours,
): string {
  const step = height / SHADES;
  const bars = Array.from({ length: SHADES }, (_, shade) =>
    element('rect', {
      x: left,
      y: TOP + shade * step,
      width: 14,
      height: step + 0.5,
      fill: colourOf(SHADES - 1 - shade),
    }),
  );
  const words = { fill: colours.secondary };
  return [
    ...bars,
    text(left + 20, TOP + 10, greatest.toFixed(1), words),
    text(left + 20, TOP + height, least.toFixed(1), words),
    text(0, 0, title, {
      ...words,
      'text-anchor': 'middle',
      transform: `translate(${left + 56} ${TOP + height / 2}) rotate(-90)`,
    }),
    best ? text(left, TOP + height + 20, `Least: (${qc[best.i]}, ${qr[best.j]})`, words) : '',
  ].join('');
}
