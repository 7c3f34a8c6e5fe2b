import { FormatError } from '../formatError.ts';

/** Maximum pixels of an image file; images of face databases have a thousandth of it. */
export const MAX_PIXELS = 50_000_000;

/** Throws FormatError for larger images, which would take gigabytes. */
export function requireFewPixels(rows: number, cols: number): void {
  if (rows * cols > MAX_PIXELS) {
    throw new FormatError(`expected at most ${MAX_PIXELS} pixels, found ${rows} × ${cols}`);
  }
}
