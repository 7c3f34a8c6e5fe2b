/** Masks of pixels: 1 inside. What is counted and what is changed can be confined to them; pixels outside stay. */

/** Null: every pixel. */
export type Mask = Uint8Array | null;

/**
 * The pixels of an ellipse around the centre whose axes are shares of height and width; a pixel counts by its centre.
 */
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

/** The pixels with the values inside changed. */
export function mapInside(
  pixels: Float64Array,
  mask: Mask,
  change: (value: number) => number,
): Float64Array<ArrayBuffer> {
  return pixels.map((value, i) => (mask === null || mask[i] === 1 ? change(value) : value));
}
