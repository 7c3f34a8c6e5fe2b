import { FormatError } from '../formatError.ts';

/** Most pixels an image file may have: those of face databases have a thousand times fewer. */
export const MAX_PIXELS = 50_000_000;

/** Throws FormatError for larger images, which would take gigabytes. */
export function requireFewPixels(rows: number, cols: number): void {
  if (rows * cols > MAX_PIXELS) {
    throw new FormatError(`expected at most ${MAX_PIXELS} pixels, found ${rows} × ${cols}`);
  }
}
