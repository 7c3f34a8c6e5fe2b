/** Layout of a scatter plot with faces, in pixels, shared by screen, PNG and SVG. */
import { tickText, ticksOf } from './charts/axis.ts';

/** The visible part of the plane along one axis. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface ViewWindow {
  readonly x: Range;
  readonly y: Range;
}

/** Coordinates of the images on the two plotted axes. */
export interface PlanePoints {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/** Margin on each side as a share of the extent, to show faces at the edge whole. */
const MARGIN = 0.06;

export function fittedWindow({ x, y }: PlanePoints): ViewWindow {
  return { x: fitted(x), y: fitted(y) };
}

function fitted(values: ArrayLike<number>): Range {
  let [min, max] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    min = Math.min(min, values[i]);
    max = Math.max(max, values[i]);
  }
  if (!(max >= min)) return { min: -1, max: 1 };
  const margin = MARGIN * (max - min || 1);
  return { min: min - margin, max: max + margin };
}

/** Scales the extent by `factor`; the point at the shares (`across`, `up`) of the window stays fixed. */
export function zoomed({ x, y }: ViewWindow, factor: number, across = 0.5, up = 0.5): ViewWindow {
  return { x: scaled(x, factor, across), y: scaled(y, factor, up) };
}

function scaled({ min, max }: Range, factor: number, share: number): Range {
  const fixed = min + share * (max - min);
  return { min: fixed + factor * (min - fixed), max: fixed + factor * (max - fixed) };
}

/** Moves the window by shares of its extent. */
export function panned({ x, y }: ViewWindow, across: number, up: number): ViewWindow {
  return { x: moved(x, across), y: moved(y, up) };
}

function moved({ min, max }: Range, share: number): Range {
  const by = share * (max - min);
  return { min: min + by, max: max + by };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

export interface PlacedTick {
  /** Pixels from the left or the top. */
  readonly at: number;
  readonly text: string;
}

/** An image of the embedding, by its index. */
export interface Placed {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

export interface ScatterScene extends Size {
  readonly plot: Box;
  readonly xTicks: readonly PlacedTick[];
  readonly yTicks: readonly PlacedTick[];
  /** Points inside the plot, without those that show a face. */
  readonly dots: readonly Placed[];
  /** Centres of faces, without overlaps. */
  readonly faces: readonly Placed[];
  readonly face: Size;
}

const MARGINS = { left: 52, right: 12, top: 10, bottom: 42 };
/** Approximate distance between ticks, in pixels. */
const TICK_GAP = 80;

/** `face`: the size of a face in pixels; null for dots only. */
export function scatterScene(points: PlanePoints, window: ViewWindow, size: Size, face: Size | null): ScatterScene {
  const plot = plotBox(size);
  const visible = placedPoints(points, window, plot);
  const faces = face ? thinned(visible, face, plot) : [];
  const withFace = new Set(faces.map(({ index }) => index));
  const { x, y } = window;
  return {
    ...size,
    plot,
    xTicks: ticksAlong(x, plot.width, (value) => toX(value, window, plot)),
    yTicks: ticksAlong(y, plot.height, (value) => toY(value, window, plot)),
    dots: visible.filter(({ index }) => !withFace.has(index)),
    faces,
    face: face ?? { width: 0, height: 0 },
  };
}

/** Ticks as in all figures; their number depends on the length of the axis. */
function ticksAlong({ min, max }: Range, pixels: number, place: (value: number) => number): PlacedTick[] {
  const values = ticksOf({ kind: 'linear', from: min, to: max }, pixels / TICK_GAP);
  return values.map((value) => ({ at: place(value), text: tickText(value) }));
}

/** The box inside the axes. */
export function plotBox({ width, height }: Size): Box {
  const { left, right, top, bottom } = MARGINS;
  return { left, top, width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) };
}

function placedPoints({ x, y }: PlanePoints, window: ViewWindow, plot: Box): Placed[] {
  const placed: Placed[] = [];
  for (let index = 0; index < x.length; index++) {
    const point = { index, x: toX(x[index], window, plot), y: toY(y[index], window, plot) };
    if (within(point, plot, 0, 0)) placed.push(point);
  }
  return placed;
}

function toX(value: number, { x }: ViewWindow, plot: Box): number {
  return plot.left + (plot.width * (value - x.min)) / (x.max - x.min);
}

function toY(value: number, { y }: ViewWindow, plot: Box): number {
  return plot.top + (plot.height * (y.max - value)) / (y.max - y.min);
}

function within({ x, y }: Placed, plot: Box, marginX: number, marginY: number): boolean {
  return (
    x >= plot.left + marginX &&
    x <= plot.left + plot.width - marginX &&
    y >= plot.top + marginY &&
    y <= plot.top + plot.height - marginY
  );
}

/**
 * The points that show a face: only whole faces, without overlaps. Points are tried in the order of the fractional
 * parts of their indices times the golden ratio: successive frames of a sequence do not displace each other, and the
 * choice does not change while panning.
 */
export function thinned(points: readonly Placed[], face: Size, plot: Box): Placed[] {
  const golden = (Math.sqrt(5) - 1) / 2;
  const rank = (index: number): number => (index * golden) % 1;
  const cells = new Map<string, Placed>();
  const chosen: Placed[] = [];
  for (const point of [...points].sort((a, b) => rank(a.index) - rank(b.index))) {
    if (!within(point, plot, face.width / 2, face.height / 2)) continue;
    const [column, row] = [Math.floor(point.x / face.width), Math.floor(point.y / face.height)];
    if (overlaps(point, column, row)) continue;
    // Two faces in one cell would overlap, so a cell holds at most one.
    cells.set(`${column},${row}`, point);
    chosen.push(point);
  }
  return chosen;

  function overlaps(point: Placed, column: number, row: number): boolean {
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 1; r++) {
        const other = cells.get(`${c},${r}`);
        if (other && Math.abs(other.x - point.x) < face.width && Math.abs(other.y - point.y) < face.height) return true;
      }
    }
    return false;
  }
}

/** The image at a point of the plot: the face there, otherwise the nearest point within `reach` pixels, or null. */
export function imageAt(scene: ScatterScene, x: number, y: number, reach = 12): number | null {
  const { width, height } = scene.face;
  const face = scene.faces.find((p) => Math.abs(p.x - x) <= width / 2 && Math.abs(p.y - y) <= height / 2);
  if (face) return face.index;
  let nearest: number | null = null;
  let least = reach * reach;
  for (const dot of scene.dots) {
    const distance = (dot.x - x) ** 2 + (dot.y - y) ** 2;
    if (distance <= least) [nearest, least] = [dot.index, distance];
  }
  return nearest;
}

/** The next image from `index` in a direction on screen: the nearest within 45° of it, or null. */
export function imageTowards(scene: ScatterScene, index: number, dx: number, dy: number): number | null {
  const all = [...scene.dots, ...scene.faces];
  const from = all.find((point) => point.index === index);
  if (!from) return all.length > 0 ? Math.min(...all.map((point) => point.index)) : null;
  let nearest: number | null = null;
  let least = Infinity;
  for (const point of all) {
    const along = (point.x - from.x) * dx + (point.y - from.y) * dy;
    const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx);
    if (point.index === index || along <= 0 || aside > along) continue;
    const distance = along * along + aside * aside;
    if (distance < least) [nearest, least] = [point.index, distance];
  }
  return nearest;
}

/** The images within a polygon (corners in pixels), ascending; none for fewer than three corners. */
export function imagesWithin(
  { dots, faces }: ScatterScene,
  corners: readonly { readonly x: number; readonly y: number }[],
): number[] {
  if (corners.length < 3) return [];
  const inside = ({ x, y }: Placed): boolean => {
    let odd = false;
    corners.forEach((a, n) => {
      const b = corners[(n + 1) % corners.length];
      if (a.y > y !== b.y > y && x < a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y)) odd = !odd;
    });
    return odd;
  };
  return [...dots, ...faces]
    .filter(inside)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}
