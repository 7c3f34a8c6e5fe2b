/** Outlines of marks: lines, boxes and circles around the origin, as segments and in the syntax of SVG paths. */
export type Point = readonly [x: number, y: number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type OutlinePart =
  | { readonly kind: 'lines'; readonly points: readonly Point[]; readonly closed: boolean }
  | { readonly kind: 'box'; readonly box: Box }
  | { readonly kind: 'circle'; readonly radius: number };

export type Outline = readonly OutlinePart[];

export type Segment =
  | { readonly kind: 'move'; readonly to: Point }
  | { readonly kind: 'line'; readonly to: Point }
  | { readonly kind: 'curve'; readonly to: Point; readonly first: Point; readonly second: Point }
  | { readonly kind: 'close' };

const CLOSE: Segment = { kind: 'close' };

export function outlineSegments(outline: Outline): Segment[] {
  return outline.flatMap((part): Segment[] => {
    switch (part.kind) {
      case 'lines':
        return lineSegments(part.points, part.closed);
      case 'box':
        return boxSegments(part.box);
      case 'circle':
        return circleSegments([0, 0], part.radius);
    }
  });
}

export function lineSegments(points: readonly Point[], closed: boolean): Segment[] {
  const steps = points.map((to, i): Segment => ({ kind: i === 0 ? 'move' : 'line', to }));
  return closed ? [...steps, CLOSE] : steps;
}

export function boxSegments({ x, y, width, height }: Box): Segment[] {
  const [right, bottom] = [x + width, y + height];
  const corners: Point[] = [
    [x, y],
    [right, y],
    [right, bottom],
    [right - width, bottom],
  ];
  return lineSegments(corners, true);
}

/** A circle, from the left end through the lower half and back. */
export function circleSegments([x, y]: Point, radius: number): Segment[] {
  const left: Point = [x - radius, y];
  const right: Point = [left[0] + 2 * radius, y];
  return [{ kind: 'move', to: left }, ...halfTurn(left, right, radius), ...halfTurn(right, left, radius)];
}

/** A counterclockwise half circle, as two curves. */
function halfTurn([x0, y0]: Point, [x1, y1]: Point, radius: number): Segment[] {
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const start = Math.atan2(y0 - cy, x0 - cx);
  const step = -Math.PI / 2;
  const reach = (4 / 3) * Math.tan(step / 4) * radius;
  const on = (angle: number, tangent: number): Point => [
    cx + radius * Math.cos(angle) - tangent * Math.sin(angle),
    cy + radius * Math.sin(angle) + tangent * Math.cos(angle),
  ];
  return [0, 1].map((i): Segment => {
    const [a, b] = [start + i * step, start + (i + 1) * step];
    return { kind: 'curve', first: on(a, reach), second: on(b, -reach), to: on(b, 0) };
  });
}

/** The outline as an SVG path, e.g. for a canvas. */
export function outlinePath(outline: Outline): string {
  return outline
    .map((part) => {
      switch (part.kind) {
        case 'lines':
          return linesPath(part.points) + (part.closed ? 'z' : '');
        case 'box':
          return boxPath(part.box);
        case 'circle': {
          const r = part.radius;
          return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0${-2 * r} 0`;
        }
      }
    })
    .join('');
}

export function boxPath({ x, y, width, height }: Box): string {
  return `M${pair([x, y])}h${width}v${height}h${-width}z`;
}

const pair = ([x, y]: Point): string => `${x}${y < 0 ? '' : ' '}${y}`;

function linesPath(points: readonly Point[]): string {
  let command = 'M';
  return points
    .map((point, i) => {
      const [x, y] = points[i - 1] ?? [];
      const before = command;
      command = i === 0 ? 'M' : point[0] === x ? 'V' : point[1] === y ? 'H' : 'L';
      if (command === 'V') return `V${point[1]}`;
      if (command === 'H') return `H${point[0]}`;
      // Further points after a move are lines.
      const plain = i > 0 && (before === 'M' || before === 'L');
      return `${plain ? (point[0] < 0 ? '' : ' ') : command}${pair(point)}`;
    })
    .join('');
}
