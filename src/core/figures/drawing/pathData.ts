/** The paths of our figures as segments: lines, curves and arcs of circles (SVG 2, section 9.3). */
import type { Point, Segment } from './drawing.ts';

/** Arguments of each command. */
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, A: 7, Z: 0 };

/** In absolute places. Throws RangeError for a command that our figures do not use. */
export function pathSegments(data: string): Segment[] {
  const tokens = data.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? [];
  const segments: Segment[] = [];
  let [x, y, startX, startY, at] = [0, 0, 0, 0, 0];
  let command = '';
  while (at < tokens.length) {
    if (/[a-zA-Z]/.test(tokens[at])) command = tokens[at++];
    const absolute = command.toUpperCase();
    const count = COUNTS[absolute];
    if (count === undefined) throw new RangeError(`A path of a figure has the command "${command}"`);
    const values = tokens.slice(at, at + count).map(Number);
    if (values.length < count || values.some(Number.isNaN))
      throw new RangeError(`A path of a figure ends within "${command}"`);
    at += count;
    const relative = command !== absolute;
    const place = (i: number): Point => [values[i] + (relative ? x : 0), values[i + 1] + (relative ? y : 0)];
    if (absolute === 'Z') {
      segments.push({ kind: 'close' });
      [x, y] = [startX, startY];
      continue;
    }
    const to: Point =
      absolute === 'H'
        ? [values[0] + (relative ? x : 0), y]
        : absolute === 'V'
          ? [x, values[0] + (relative ? y : 0)]
          : place(count - 2);
    if (absolute === 'C') segments.push({ kind: 'curve', first: place(0), second: place(2), to });
    else if (absolute === 'A') segments.push(...arc([x, y], values, to));
    else segments.push({ kind: absolute === 'M' ? 'move' : 'line', to });
    [x, y] = to;
    if (absolute === 'M') {
      [startX, startY] = to;
      // Further places after a move are lines.
      command = relative ? 'l' : 'L';
    }
  }
  return segments;
}

/** An arc of a circle as curves of a quarter at most. Throws RangeError for ellipses. */
function arc([x0, y0]: Point, [rx, ry, , large, sweep]: readonly number[], [x1, y1]: Point): Segment[] {
  if (rx !== ry) throw new RangeError('A path of a figure has an elliptic arc');
  const [dx, dy] = [x1 - x0, y1 - y0];
  const distance = Math.hypot(dx, dy);
  if (distance === 0) return [];
  const radius = Math.max(rx, distance / 2);
  const side = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, radius ** 2 - (distance / 2) ** 2));
  const [cx, cy] = [(x0 + x1) / 2 - (side * dy) / distance, (y0 + y1) / 2 + (side * dx) / distance];
  const start = Math.atan2(y0 - cy, x0 - cx);
  let turn = Math.atan2(y1 - cy, x1 - cx) - start;
  if (sweep === 1 && turn <= 0) turn += 2 * Math.PI;
  if (sweep === 0 && turn >= 0) turn -= 2 * Math.PI;
  const pieces = Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9);
  const step = turn / pieces;
  const reach = (4 / 3) * Math.tan(step / 4) * radius;
  return Array.from({ length: pieces }, (_, i): Segment => {
    const [a, b] = [start + i * step, start + (i + 1) * step];
    const on = (angle: number, tangent: number): Point => [
      cx + radius * Math.cos(angle) - tangent * Math.sin(angle),
      cy + radius * Math.sin(angle) + tangent * Math.cos(angle),
    ];
    return { kind: 'curve', first: on(a, reach), second: on(b, -reach), to: on(b, 0) };
  });
}
