/** Images whose lower part is missing: a reader filled it with one grey value. */

export interface TruncatedImage {
  readonly image: number;
  /** Last rows that hold one grey value. */
  readonly rows: number;
}

interface Tail {
  /** Last rows of the image that hold one grey value, the same in all of them. */
  readonly bottom: number;
  /** Whether the first row holds that value too. */
  readonly framed: boolean;
}

/** Rows of one grey value at the end. */
export function tailOf(pixels: ArrayLike<number>, rows: number, cols: number): Tail {
  const value = pixels[(rows - 1) * cols];
  const isFlat = (r: number): boolean => {
    for (let c = 0; c < cols; c++) if (pixels[r * cols + c] !== value) return false;
    return true;
  };
  let bottom = 0;
  while (bottom < rows && isFlat(rows - 1 - bottom)) bottom++;
  return { bottom, framed: isFlat(0) };
}

/**
 * Images that end in more rows of one value than is usual: a tenth of the rows above what 95 % of the images have, or a
 * quarter of them above what half of the images have. A margin that is there at the top too (digits on black) is no
 * sign of truncation; feature vectors have no lower part.
 */
export function truncatedImages(tails: readonly Tail[], rows: number, cols: number): TruncatedImage[] {
  if (cols < 2) return [];
  const sorted = tails.map(({ bottom }) => bottom).sort((a, b) => a - b);
  const usual = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const least = Math.min(usual(0.95) + Math.max(2, 0.1 * rows), usual(0.5) + Math.max(2, 0.25 * rows));
  return tails.flatMap(({ bottom, framed }, image) =>
    bottom >= least && bottom < rows && !framed ? [{ image, rows: bottom }] : [],
  );
}
