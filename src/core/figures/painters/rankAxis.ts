/** Axis of ranks with the critical difference above it, shared by both forms of the diagram. */
import type { RankDiagram } from '../rankDiagram.ts';
import { path, text, type Look, type Mark, type Shape } from '../drawing/drawing.ts';
import { roomyTicks, textWidth } from './textWidth.ts';
import type { FigureColours } from './theme.ts';

/** Distance from the top of the picture. */
export const RANK_AXIS = 74;

export type Across = (rank: number) => number;

export function rankAxis({ axis }: RankDiagram, x: Across, colours: FigureColours): Shape[] {
  const roomy = roomyTicks(axis.ticks, ({ value }) => x(value), 12);
  const ticks = roomy.flatMap(({ value, text: words }) => {
    const grey = { fill: colours.secondary, 'text-anchor': 'middle' } as const;
    const tick = stroke(x(value), RANK_AXIS - 6, x(value), RANK_AXIS, { stroke: colours.secondary });
    return [tick, text(x(value), RANK_AXIS - 12, words, grey)];
  });
  return [stroke(x(axis.from), RANK_AXIS, x(axis.to), RANK_AXIS, { stroke: colours.secondary }), ...ticks];
}

/** Bar of the critical difference above the axis; open if it is longer than the axis. */
export function criticalBar(
  { text: words, to, cut }: NonNullable<RankDiagram['difference']>,
  x: Across,
  colours: FigureColours,
  /** Width of the picture; text that would exceed it is right-aligned there. */
  width = Infinity,
): Shape[] {
  const y = 24;
  const line = { stroke: colours.text, 'stroke-width': 1.5 };
  const cap = (at: number): Shape => stroke(at, y - 4, at, y + 4, line);
  return [
    stroke(x(1), y, x(to), y, line),
    cap(x(1)),
    ...(cut ? [] : [cap(x(to))]),
    text(Math.min(x(1), Math.max(4, width - 4 - textWidth(words, 12))), y - 9, words, { fill: colours.text }),
  ];
}

export function stroke(x1: number, y1: number, x2: number, y2: number, look: Look & Mark): Shape {
  return path(
    [
      [x1, y1],
      [x2, y2],
    ],
    look,
  );
}
