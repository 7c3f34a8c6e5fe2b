/** Nearest neighbours at many latent shapes of nested codes, from one pass of running sums. */
import { kernels, withScratch, write } from './kernels/kernels.ts';
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
  const lastRow = shapes.reduce((last, shape) => Math.max(last, shape[0]), 0);
  const pairs = Math.ceil(probes.count / 2);
  const width = pairs * 2;
  const coefficients = Float64Array.from(shapes.flatMap((shape) => metric?.coefficients(shape) ?? [1]));
  if (coefficients.length !== terms * shapes.length || metric?.weights.some((weights) => weights.length !== size)) {
    throw new RangeError(
      `nearestOverShapes: a metric of ${terms} terms needs ${terms} coefficients a shape and ${size} weights a term`,
    );
  }
  const { run, arena } = kernels();
  return withScratch(arena, (take) => {
    const at = {
      gallery: take(gallery.data.length),
      probes: take(pairs * size * 2),
      weights: metric ? take(terms * size) : 0,
      coefficients: take(shapes.length * terms),
      ends: take(Math.ceil(shapes.length / 2)),
      sums: take(terms * size * 2),
      best: take(shapes.length * 2),
      chosen: take(shapes.length * 2),
      nearest: take((shapes.length * width) / 2),
    };
    write(arena, at.gallery, gallery.data);
    interleave(probes, arena.values, at.probes / 8);
    metric?.weights.forEach((weights, t) => write(arena, at.weights + t * size * 8, weights));
    write(arena, at.coefficients, coefficients);
    new Int32Array(arena.values.buffer, at.ends, shapes.length).set(ends);
    run.nearestOverShapes(
      gallery.count,
      pairs,
      lastRow,
      cols,
      size,
      terms,
      shapes.length,
      at.gallery,
      at.probes,
      at.weights,
      at.coefficients,
      at.ends,
      at.sums,
      at.best,
      at.chosen,
      at.nearest,
    );
    const found = new Uint32Array(arena.values.buffer, at.nearest, shapes.length * width);
    const nearest = new Uint32Array(shapes.length * probes.count);
    for (let s = 0; s < shapes.length; s++) {
      nearest.set(found.subarray(s * width, s * width + probes.count), s * probes.count);
    }
    return nearest;
  });
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

/** Two probes side by side, one a lane; an odd last one is paired with zeros, whose answer is dropped. */
function interleave(probes: MatrixStack, target: Float64Array, start: number): void {
  const size = probes.rows * probes.cols;
  target.fill(0, start, start + Math.ceil(probes.count / 2) * size * 2);
  for (let n = 0; n < probes.count; n++) {
    const to = start + (n >> 1) * size * 2 + (n & 1);
    for (let i = 0, from = n * size; i < size; i++) target[to + 2 * i] = probes.data[from + i];
  }
}
