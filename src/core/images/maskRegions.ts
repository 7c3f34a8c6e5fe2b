/** A rectangle of a mask, in rows and columns from 0: the first index and the one after the last. */
export interface Region {
  readonly rows: readonly [number, number];
  readonly cols: readonly [number, number];
}

/**
 * Disjoint rectangles that cover exactly the non-zero pixels of a mask of rows × cols (row by row): runs of columns,
 * merged with equal runs in the rows below.
 */
export function maskRegions(mask: ArrayLike<number>, rows: number, cols: number): Region[] {
  const regions: Region[] = [];
  let open = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const next = new Map<string, number>();
    for (const run of runsOf(mask, row * cols, cols)) {
      const above = open.get(run.join());
      if (above === undefined) next.set(run.join(), regions.push({ rows: [row, row + 1], cols: run }) - 1);
      else {
        regions[above] = { rows: [regions[above].rows[0], row + 1], cols: run };
        next.set(run.join(), above);
      }
    }
    open = next;
  }
  return regions;
}

/** Indices of the pixels in any of the regions of an image of this width, ascending, without repetitions. */
export function regionPixels(regions: readonly Region[], width: number): Int32Array {
  const pixels = new Set<number>();
  for (const { rows, cols } of regions) {
    for (let r = rows[0]; r < rows[1]; r++) for (let c = cols[0]; c < cols[1]; c++) pixels.add(r * width + c);
  }
  return Int32Array.from(pixels).sort();
}

/** First column and the one after the last of every run of non-zero pixels in the row that begins at `from`. */
function runsOf(mask: ArrayLike<number>, from: number, cols: number): [number, number][] {
  const runs: [number, number][] = [];
  for (let col = 0; col < cols; col++) {
    if (mask[from + col] === 0) continue;
    const start = col;
    while (col < cols && mask[from + col] !== 0) col++;
    runs.push([start, col]);
  }
  return runs;
}

// Masks of pixels: 1 inside. They restrict statistics and changes; pixels outside stay.

/** Null: every pixel. */
export type Mask = Uint8Array | null;

/** The pixels of an ellipse around the centre whose axes are shares of height and width, by the pixels' centres. */
export function ellipseMask(rows: number, cols: number, height: number, width: number): Uint8Array {
  const mask = new Uint8Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const y = (2 * r + 1 - rows) / (height * rows);
      const x = (2 * c + 1 - cols) / (width * cols);
      mask[r * cols + c] = x * x + y * y <= 1 ? 1 : 0;
    }
  }
  return mask;
}

export function forEachInside(pixels: Float64Array, mask: Mask, visit: (value: number) => void): void {
  for (let i = 0; i < pixels.length; i++) if (mask === null || mask[i] === 1) visit(pixels[i]);
}

/** The pixels, with the values inside the mask changed. */
export function mapInside(
  pixels: Float64Array,
  mask: Mask,
  change: (value: number) => number,
): Float64Array<ArrayBuffer> {
  return pixels.map((value, i) => (mask === null || mask[i] === 1 ? change(value) : value));
}
