/** Images whose lower part is missing: a reader filled it with one grey value. */

export interface TruncatedImage {
  readonly image: number;
  /** Last rows that hold one grey value. */
  readonly rows: number;
}

interface Tail {
  /** First and last rows of the image that hold one grey value, the same in all of them. */
  readonly top: number;
  readonly bottom: number;
}

/** Rows of one grey value at either end. */
export function tailOf(pixels: ArrayLike<number>, rows: number, cols: number): Tail {
  const run = (from: number, step: number): number => {
    const value = pixels[from * cols];
    let length = 0;
    for (let r = from; r >= 0 && r < rows; r += step, length++) {
      for (let c = 0; c < cols; c++) if (pixels[r * cols + c] !== value) return length;
    }
    return length;
  };
  return { top: run(0, 1), bottom: run(rows - 1, -1) };
}

/**
 * Images that end in more rows of one value than is usual: a tenth of the rows above what 95 % of the images have, or a
 * quarter of them above what half of the images have. A margin that is at least half as high at the top (digits on black)
 * is no sign of truncation; feature vectors have no lower part.
 */
export function truncatedImages(tails: readonly Tail[], rows: number, cols: number): TruncatedImage[] {
  if (cols < 2) return [];
  const sorted = tails.map(({ bottom }) => bottom).sort((a, b) => a - b);
  const usual = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const least = Math.min(usual(0.95) + Math.max(2, 0.1 * rows), usual(0.5) + Math.max(2, 0.25 * rows));
  return tails.flatMap(({ top, bottom }, image) =>
    bottom >= least && bottom < rows && top < bottom / 2 ? [{ image, rows: bottom }] : [],
  );
}
