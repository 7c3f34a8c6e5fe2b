/** Draws a heat map: cells, axes, the best cell, and the scale on the right. */
import type { Tick } from '../charts/axis.ts';
import { BEST_CELL, SHADES, shadeColour } from '../charts/colourScale.ts';
import { SCREEN } from '../drawingArea.ts';
import { cellSide, type HeatMap } from '../charts/heatMap.ts';
import { boxes, picture, rect, short, text, type Box, type Drawing, type Shape } from '../drawing/drawing.ts';
import { ground, figureColours, type FigureColours, type FigureTheme } from './theme.ts';
import { roomyTicks, textWidth, wrapped } from './textWidth.ts';

const LEFT = 58;
/** Minimum height of the scale. */
const SCALE = 140;

export function drawHeatMap(map: HeatMap, theme: FigureTheme, sheet = SCREEN): Drawing {
  const colours = figureColours(theme);
  const room = 28 + Math.max(48 + valuesWidth(map.scale), 8 + textWidth(map.best?.text ?? '', 12));
  const cell = cellSize(map, sheet.width === null ? null : sheet.width - LEFT - room);
  const [width, height] = [cell.width * map.x.values.length, cell.height * map.y.values.length];
  const title = wrapped(map.title, Math.max(sheet.width ?? 0, LEFT + width + room) - LEFT, 13.5);
  const top = 34 + (title.length - 1) * 16;
  const tall = Math.max(height, sheet.width === null ? SCALE : 0);
  const body = [
    ...title.map((words, l) => text(LEFT, 20 + l * 16, words, { fill: colours.text, 'font-weight': 600 })),
    ...shades(map, cell, top),
    ...axes(map, cell, top, colours),
    ...bestCell(map, cell, top, colours),
    ...scaleBar(map, LEFT + width + 28, top, tall, colours),
  ];
  const size = { width: LEFT + width + room, height: top + tall + 56 };
  return picture(size.width, size.height, map.description, [ground(size.width, size.height, colours), ...body]);
}

interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** Squares on screen; on a sheet, cells that fill its width with an aspect ratio of at most 2.5. */
function cellSize(map: HeatMap, room: number | null): CellSize {
  if (room === null) {
    const side = cellSide(map, 5);
    return { width: side, height: side };
  }
  const [columns, rows] = [map.x.values.length, map.y.values.length];
  const width = Math.max(3, room / columns);
  const high = Math.min(380, Math.max(SCALE, rows * width)) / rows;
  return { width, height: Math.min(2.5 * width, Math.max(width / 2.5, high)) };
}

/** One shape per shade: a grid of 10⁴ cells takes 200 kB of SVG instead of 900 kB. */
function shades({ cells }: HeatMap, { width, height }: CellSize, top: number): Shape[] {
  const squares = Array.from({ length: SHADES }, (): Box[] => []);
  cells.forEach((row, i) =>
    row.forEach((cell, j) => {
      if (!cell) return;
      squares[cell.shade].push({ x: LEFT + j * width, y: top + (cells.length - 1 - i) * height, width, height });
    }),
  );
  return squares.flatMap((of, shade) =>
    of.length === 0 ? [] : [boxes(of, { part: 'cells', fill: shadeColour(shade), 'shape-rendering': 'crispEdges' })],
  );
}

function axes({ x, y }: HeatMap, { width, height }: CellSize, top: number, colours: FigureColours): Shape[] {
  const bottom = top + y.values.length * height;
  const along = ({ value }: Tick): number => LEFT + (value + 0.5) * width;
  const grey = { fill: colours.secondary };
  const down = y.ticks.map(({ value, text: words }) =>
    text(LEFT - 8, bottom - (value + 0.5) * height + 4, words, { part: 'y tick', ...grey, 'text-anchor': 'end' }),
  );
  const under = roomyTicks(x.ticks, along, 12).map((tick) =>
    text(along(tick), bottom + 18, tick.text, { part: 'x tick', ...grey, 'text-anchor': 'middle' }),
  );
  const dark = { fill: colours.text, 'text-anchor': 'middle' } as const;
  return [
    ...down,
    ...under,
    text(16, (top + bottom) / 2, y.name, { part: 'y title', ...dark }),
    text(LEFT + (x.values.length * width) / 2, bottom + 40, x.name, { part: 'x title', ...dark }),
  ];
}

function bestCell({ best, y }: HeatMap, { width, height }: CellSize, top: number, colours: FigureColours): Shape[] {
  if (!best) return [];
  const corner = { x: LEFT + best.column * width, y: top + (y.values.length - 1 - best.row) * height };
  const edge = { ...corner, width, height, fill: 'none' };
  return [
    rect({ ...edge, stroke: colours.surface, 'stroke-width': 4 }),
    rect({ part: 'best', ...edge, stroke: BEST_CELL, 'stroke-width': 2 }),
  ];
}

/** Width of the values at the ends of the scale. */
function valuesWidth({ best, worst }: HeatMap['scale']): number {
  return Math.max(textWidth(best.text, 12), textWidth(worst.text, 12));
}

/** The scale, with the best value at the bottom. */
function scaleBar(
  { scale, best }: HeatMap,
  left: number,
  top: number,
  height: number,
  colours: FigureColours,
): Shape[] {
  const step = height / SHADES;
  const bars = Array.from({ length: SHADES }, (_, n) => {
    const fill = shadeColour(SHADES - 1 - n);
    return rect({ x: left, y: top + n * step, width: 14, height: step + 0.5, fill });
  });
  const words = { fill: colours.secondary };
  // Right of the values next to the bar.
  const away = left + 20 + valuesWidth(scale) + 14;
  // Below the bar and its title, which may be longer.
  const below = top + Math.max(height + 20, height / 2 + textWidth(scale.title, 12) / 2 + 16);
  return [
    ...bars,
    text(left + 20, top + 10, scale.worst.text, { part: 'scale worst', ...words }),
    text(left + 20, top + height, scale.best.text, { part: 'scale best', ...words }),
    text(short(away), top + height / 2, scale.title, {
      part: 'scale title',
      ...words,
      'text-anchor': 'middle',
      upward: 'after',
    }),
    ...(best ? [text(left, below, best.text, words)] : []),
  ];
}
