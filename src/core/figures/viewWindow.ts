/** The part of the plane that a scatter plot shows. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface ViewWindow {
  readonly x: Range;
  readonly y: Range;
}

/** Where the images lie on the two axes that are shown. */
export interface PlanePoints {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/** Shares of the extent left free on each side, so that faces at the edge are whole. */
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

/** `factor` times the extent, the point at the shares (`across`, `up`) of the window staying where it is. */
export function zoomed({ x, y }: ViewWindow, factor: number, across = 0.5, up = 0.5): ViewWindow {
  return { x: scaled(x, factor, across), y: scaled(y, factor, up) };
}

function scaled({ min, max }: Range, factor: number, share: number): Range {
  const fixed = min + share * (max - min);
  return { min: fixed + factor * (min - fixed), max: fixed + factor * (max - fixed) };
}

/** Moved by shares of its extent. */
export function panned({ x, y }: ViewWindow, across: number, up: number): ViewWindow {
  return { x: moved(x, across), y: moved(y, up) };
}

function moved({ min, max }: Range, share: number): Range {
  const by = share * (max - min);
  return { min: min + by, max: max + by };
}
