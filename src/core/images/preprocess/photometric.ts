/** Changes of grey values. A mask (1 inside) confines what is counted and what is changed; pixels outside stay. */

export type Mask = Uint8Array | null;

/**
 * Histogram equalisation: v → 255 (H(v) − H₀)/(n − H₀), rounded, with H the number of pixels up to v and H₀ that of the
 * least value. Values are taken as whole numbers of 0 … 255; an image of one value stays as it is.
 */
export function equalise(pixels: Float64Array, mask: Mask): Float64Array {
  const level = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));
  const histogram = new Float64Array(256);
  let count = 0;
  forEachInside(pixels, mask, (value) => {
    histogram[level(value)]++;
    count++;
  });
  let sum = 0;
  const cumulative = histogram.map((own) => (sum += own));
  const least = histogram.find((own) => own > 0) ?? 0;
  if (count === least) return pixels;
  const range = count - least;
  return mapInside(pixels, mask, (value) => Math.round((255 * (cumulative[level(value)] - least)) / range));
}

/**
 * `standard`: (v − mean)/deviation with divisor n; `mean`: v − mean; `length`: v/‖v‖; `range`: the least value to 0, the
 * greatest to 255. Where deviation, length or range vanish every value becomes 0.
 */
export function normalise(
  pixels: Float64Array,
  to: 'standard' | 'mean' | 'length' | 'range',
  mask: Mask,
): Float64Array {
  let count = 0;
  let sum = 0;
  let low = Infinity;
  let high = -Infinity;
  let squares = 0;
  forEachInside(pixels, mask, (value) => {
    count++;
    sum += value;
    squares += value * value;
    low = Math.min(low, value);
    high = Math.max(high, value);
  });
  const mean = sum / count;
  if (to === 'mean') return mapInside(pixels, mask, (value) => value - mean);
  if (to === 'length') return scaled(pixels, mask, 0, Math.sqrt(squares));
  if (to === 'range') return scaled(pixels, mask, low, (high - low) / 255);
  let deviations = 0;
  forEachInside(pixels, mask, (value) => (deviations += (value - mean) ** 2));
  // A flat image: the mean of equal values may miss them by a rounding error.
  return scaled(pixels, mask, mean, high > low ? Math.sqrt(deviations / count) : 0);
}

/** The pixels of an ellipse around the centre whose axes are shares of height and width; a pixel counts by its centre. */
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

function scaled(pixels: Float64Array, mask: Mask, from: number, unit: number): Float64Array {
  return mapInside(pixels, mask, (value) => (unit > 0 ? (value - from) / unit : 0));
}

function forEachInside(pixels: Float64Array, mask: Mask, visit: (value: number) => void): void {
  for (let i = 0; i < pixels.length; i++) if (mask === null || mask[i] === 1) visit(pixels[i]);
}

function mapInside(pixels: Float64Array, mask: Mask, change: (value: number) => number): Float64Array {
  return pixels.map((value, i) => (mask === null || mask[i] === 1 ? change(value) : value));
}
