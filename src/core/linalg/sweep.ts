/** Nearest neighbours at many latent shapes of nested codes, from one pass of running sums. */
import type { MatrixStack } from './matrix.ts';
import { shapeOf } from './products.ts';

/** D_s = Σ_t coefficients(s)[t] · Σ_{(i,j) < s} weights[t][i · cols + j] Δ_ij². */
export interface SweepMetric {
  /** One rows × cols weight array a term, row-major. */
  readonly weights: readonly Float64Array[];
  /** One coefficient a term for shape s. */
  readonly coefficients: (shape: readonly number[]) => readonly number[];
}

/**
 * For every shape s (shape-major) and every probe the index of the nearest gallery item by D_s over the leading
 * s₀ × s₁ block of the codes; [s₀] stands for all columns; without a metric the plain sum of squared differences.
 * Ties go to the lowest gallery index. The block sums come from two-dimensional running sums: no shape is computed
 * anew. Throws RangeError for an empty gallery or a shape larger than the codes.
 */
export function nearestOverShapes(
  gallery: MatrixStack,
  probes: MatrixStack,
  shapes: readonly (readonly number[])[],
  metric?: SweepMetric,
): Uint32Array {
  const { rows, cols } = gallery;
  if (gallery.count === 0) throw new RangeError('nearestOverShapes: the gallery is empty');
  if (probes.rows !== rows || probes.cols !== cols) {
    throw new RangeError(`nearestOverShapes: gallery codes are ${shapeOf(gallery)}, probe codes ${shapeOf(probes)}`);
  }
  const ends = blockEnds(shapes, rows, cols);
  const size = rows * cols;
  const terms = metric?.weights.length ?? 1;
  const coefficients = shapes.map((shape) => metric?.coefficients(shape) ?? [1]);
  const sums = new Float64Array(terms * size);
  const best = new Float64Array(shapes.length);
  const nearest = new Uint32Array(shapes.length * probes.count);
  for (let p = 0; p < probes.count; p++) {
    best.fill(Infinity);
    for (let g = 0; g < gallery.count; g++) {
      for (let t = 0; t < terms; t++) {
        blockSums(gallery.data, g * size, probes.data, p * size, rows, cols, metric?.weights[t], sums, t * size);
      }
      for (let s = 0; s < shapes.length; s++) {
        let distance = 0;
        for (let t = 0; t < terms; t++) distance += coefficients[s][t] * sums[t * size + ends[s]];
        if (distance < best[s]) {
          best[s] = distance;
          nearest[s * probes.count + p] = g;
        }
      }
    }
  }
  return nearest;
}

/** For every shape the offset of the last entry of its block. */
function blockEnds(shapes: readonly (readonly number[])[], rows: number, cols: number): Int32Array {
  return Int32Array.from(shapes, (shape) => {
    const [r, c = cols] = shape;
    if (shape.length < 1 || shape.length > 2 || !(r >= 1 && r <= rows) || !(c >= 1 && c <= cols)) {
      throw new RangeError(`nearestOverShapes: shape [${shape.join(', ')}] does not fit codes of ${rows} × ${cols}`);
    }
    return (r - 1) * cols + (c - 1);
  });
}

/** sums[i, j] = Σ_{i' ≤ i, j' ≤ j} w Δ². */
function blockSums(
  x: Float64Array,
  xAt: number,
  y: Float64Array,
  yAt: number,
  rows: number,
  cols: number,
  weights: Float64Array | undefined,
  sums: Float64Array,
  at: number,
): void {
  for (let i = 0, k = 0; i < rows; i++) {
    let running = 0;
    for (let j = 0; j < cols; j++, k++) {
      const difference = x[xAt + k] - y[yAt + k];
      running += weights ? weights[k] * difference * difference : difference * difference;
      sums[at + k] = i === 0 ? running : running + sums[at + k - cols];
    }
  }
}
