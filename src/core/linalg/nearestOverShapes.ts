/** Nearest neighbours at many latent shapes of nested codes, from one pass of running sums. */
import { kernels, withScratch } from './kernels/kernels.ts';
import { matrix, type Matrix, type MatrixStack } from './matrix.ts';
import { shapeOf } from './products.ts';
import { nearestByScreen } from './nearestByScreening.ts';
import { partOfStack } from './streamedStack.ts';

// Nearest neighbours in galleries that are too large for one sweep: block by block of gallery and probes. The nearest
// items of two blocks are compared by their distances in double precision, in the order of the definition; the result
// equals that of one sweep, including ties.

/** Result of one sweep: for every shape (shape-major) and probe the position of the nearest item. */
type Sweep = (gallery: MatrixStack, probes: MatrixStack) => Uint32Array;

/** Definition of the distances of a sweep. */
export interface Definition {
  /** Rows and columns of the leading block of each shape. */
  readonly blocks: readonly (readonly [number, number])[];
  /** Per term a list of rows × cols weights; absent: one term of ones. */
  readonly weights: readonly Float64Array[] | undefined;
  /** Per shape one coefficient per term. */
  readonly coefficients: readonly (readonly number[])[];
}

/** Items and probes per block. */
export interface BlockSize {
  readonly items: number;
  readonly probes: number;
}

/** The result of `sweep` for the whole gallery and all probes, block by block. */
function nearestByBlocks(
  gallery: MatrixStack,
  probes: MatrixStack,
  definition: Definition,
  size: BlockSize,
  sweep: Sweep,
): Uint32Array {
  const shapes = definition.blocks.length;
  const nearest = new Uint32Array(shapes * probes.count);
  const least = new Float64Array(shapes * probes.count).fill(Infinity);
  const measure = distances(definition, gallery.cols);
  for (let from = 0; from < gallery.count; from += size.items) {
    const items = inMemory(partOfStack(gallery, from, Math.min(from + size.items, gallery.count)));
    for (let first = 0; first < probes.count; first += size.probes) {
      const points = inMemory(partOfStack(probes, first, Math.min(first + size.probes, probes.count)));
      const nearestItems = sweep(items, points);
      for (let p = 0; p < points.count; p++) {
        const distanceTo = measure(items, points, p);
        for (let s = 0; s < shapes; s++) {
          const item = nearestItems[s * points.count + p];
          const distance = distanceTo(s, item);
          const index = s * probes.count + first + p;
          if (distance < least[index]) {
            least[index] = distance;
            nearest[index] = from + item;
          }
        }
      }
    }
  }
  return nearest;
}

/** Materialises a stack whose values are used many times, so they are read once. */
function inMemory({ count, rows, cols, data }: MatrixStack): MatrixStack {
  return { count, rows, cols, data };
}

/** Distance at shape s of an item from the probe. */
type DistanceTo = (s: number, item: number) => number;

/**
 * Σ_t coefficient_t · (sum of weight · Δ² over the leading block): each row separately, from the left, then added to
 * the sum of the rows above it. If shapes cover whole rows and are queried in ascending order, the running sums are
 * reused.
 */
function distances(
  { blocks, weights, coefficients }: Definition,
  cols: number,
): (items: MatrixStack, probes: MatrixStack, p: number) => DistanceTo {
  const terms = weights?.length ?? 1;
  const whole = blocks.every(([, c]) => c === blocks[0][1]);
  // Items queried so far, with the rows that are summed and the sum of each term.
  const cache = { items: new Int32Array(blocks.length), rows: new Int32Array(blocks.length), count: 0 };
  const sums = new Float64Array(blocks.length * terms);

  /** Index of the item in the cache; adds it if necessary. */
  const placeOf = (item: number): number => {
    for (let i = cache.count - 1; i >= 0; i--) if (cache.items[i] === item) return i;
    const place = cache.count++;
    cache.items[place] = item;
    cache.rows[place] = 0;
    sums.fill(0, place * terms, (place + 1) * terms);
    return place;
  };

  return (items, probes, p) => {
    cache.count = 0;
    const size = items.rows * cols;
    return (s, item) => {
      const [height, width] = blocks[s];
      if (!whole) cache.count = 0;
      const place = placeOf(item);
      if (cache.rows[place] > height) cache.rows[place] = 0;
      for (let t = 0; t < terms; t++) {
        const list = weights?.[t];
        let sum = cache.rows[place] === 0 ? 0 : sums[place * terms + t];
        for (let i = cache.rows[place]; i < height; i++) {
          let row = 0;
          for (let k = i * cols; k < i * cols + width; k++) {
            const e = items.data[item * size + k] - probes.data[p * size + k];
            row += (list ? list[k] * e : e) * e;
          }
          sum = row + sum;
        }
        sums[place * terms + t] = sum;
      }
      cache.rows[place] = height;
      let distance = 0;
      for (let t = 0; t < terms; t++) distance += coefficients[s][t] * sums[place * terms + t];
      return distance;
    };
  };
}

/** D_s = Σ_t coefficients(s)[t] · Σ_{(i,j) < s} weights[t][i · cols + j] Δ_ij². */
export interface SweepMetric {
  /** One rows × cols weight array per term, row-major. */
  readonly weights: readonly Float64Array[];
  /** One coefficient per term for shape s. */
  readonly coefficients: (shape: readonly number[]) => readonly number[];
}

/**
 * Bytes of gallery codes per sweep. Measured with 500 probes and 50 000 codes of 40 entries: 2.5 s at once, 1.1 to 1.2
 * s in blocks of 4 to 32 MiB; 160 codes of 46 × 56 (3 MiB) take no longer than before.
 */
const SWEEP_BYTES = 2 ** 23;
/** Bytes of probe codes, as a multiple of that. */
const PROBES = 4;

/**
 * For every shape s (shape-major) and every probe the index of the nearest gallery item by D_s over the leading
 * s₀ × s₁ block of the codes; [s₀] stands for all columns; without a metric the plain sum of squared differences.
 * Ties go to the lowest gallery index. The block sums come from two-dimensional running sums, so no shape is
 * recomputed. Galleries whose codes exceed `bytes` are processed block by block. Throws RangeError for an empty gallery
 * or a shape larger than the codes.
 */
export function nearestOverShapes(
  gallery: MatrixStack,
  probes: MatrixStack,
  shapes: readonly (readonly number[])[],
  metric?: SweepMetric,
  bytes = SWEEP_BYTES,
): Uint32Array {
  const { rows, cols } = gallery;
  if (gallery.count === 0) throw new RangeError('nearestOverShapes: the gallery is empty');
  if (probes.rows !== rows || probes.cols !== cols) {
    throw new RangeError(`nearestOverShapes: gallery codes are ${shapeOf(gallery)}, probe codes ${shapeOf(probes)}`);
  }
  const blocks = shapes.map((shape) => blockOf(shape, rows, cols));
  const size = rows * cols;
  const terms = metric?.weights.length ?? 1;
  const coefficients = shapes.map((shape) => metric?.coefficients(shape) ?? [1]);
  if (
    metric?.weights.some((weights) => weights.length !== size) ||
    coefficients.some((list) => list.length !== terms)
  ) {
    throw new RangeError(
      `nearestOverShapes: a metric of ${terms} terms needs ${terms} coefficients a shape and ${size} weights a term`,
    );
  }
  if (shapes.length * probes.count === 0) return new Uint32Array(0);
  const ask = { blocks, weights: metric?.weights, coefficients };
  const block = {
    items: Math.max(8, Math.floor(bytes / (8 * size))),
    probes: Math.max(8, Math.floor((PROBES * bytes) / (8 * size))),
  };
  if (gallery.count <= block.items && probes.count <= block.probes) return sweepOver(gallery, probes, ask);
  return nearestByBlocks(gallery, probes, ask, block, (items, points) => sweepOver(items, points, ask));
}

/** One sweep, with all codes in kernel memory. */
function sweepOver(
  gallery: MatrixStack,
  probes: MatrixStack,
  { blocks, weights: lists, coefficients }: Definition,
): Uint32Array {
  const { rows, cols } = gallery;
  const size = rows * cols;
  const terms = lists?.length ?? 1;
  const result = new Uint32Array(blocks.length * probes.count);

  // Only the largest requested leading block is read; a column of values is read as one row.
  const height = Math.max(...blocks.map(([r]) => r));
  const width = Math.max(...blocks.map(([, c]) => c));
  const crop = { cols, height, width };
  const length = height * width;
  const offsets = blocks.map(([r, c]) => (r - 1) * width + c - 1);
  const order = offsets.map((_, s) => s).sort((s, t) => offsets[s] - offsets[t] || s - t);
  const groups = Math.ceil(gallery.count / 8);
  const [kernelRows, kernelCols] = width === 1 ? [1, height] : [height, width];
  const inOrder = (nearest: Uint32Array): Uint32Array => {
    order.forEach((s, position) => {
      result.set(nearest.subarray(position * probes.count, (position + 1) * probes.count), s * probes.count);
    });
    return result;
  };
  if (terms <= 2 && blocks.every(([, c]) => c === width)) {
    const weights = lists ?? [new Float64Array(size).fill(1)];
    const nearest = nearestByScreen({
      gallery: cropped(gallery.data, gallery.count, size, crop),
      probes: cropped(probes.data, probes.count, size, crop),
      rows: height,
      cols: width,
      ends: order.map((s) => offsets[s] + 1),
      weights: weights.map((list) => cropped(list, 1, size, crop).data),
      coefficients: order.map((s) => coefficients[s]),
    });
    if (nearest) return inOrder(nearest);
  }
  const { run, arena } = kernels();
  return withScratch(arena, (take) => {
    const items = take(groups * length * 8);
    const points = take(probes.count * length);
    const weights = lists ? take(terms * length) : 0;
    const factors = take(blocks.length * terms);
    const ends = take(Math.ceil((blocks.length + 1) / 2));
    const above = take((terms * (kernelCols + 1) + 1) * 8);
    const records = take(4 * blocks.length * 4);
    const nearest = take(Math.ceil(result.length / 2));
    const { values } = arena;
    // Padding items are NaN: no comparison prefers them.
    values.fill(NaN, items / 8, items / 8 + groups * length * 8);
    for (let g = 0; g < gallery.count; g++) {
      copyBlock(gallery.data, g * size, crop, values, items / 8 + (g >> 3) * length * 8 + (g & 7), 8);
    }
    for (let p = 0; p < probes.count; p++) {
      copyBlock(probes.data, p * size, crop, values, points / 8 + p * length, 1);
    }
    lists?.forEach((list, t) => copyBlock(list, 0, crop, values, weights / 8 + t * length, 1));
    order.forEach((s, position) => values.set(coefficients[s], factors / 8 + position * terms));
    new Int32Array(values.buffer, ends, blocks.length + 1).set([...order.map((s) => offsets[s]), -1]);
    run.nearestOverShapes(
      groups,
      probes.count,
      kernelRows,
      kernelCols,
      terms,
      blocks.length,
      items,
      points,
      weights,
      factors,
      ends,
      above,
      records,
      nearest,
    );
    return inOrder(new Uint32Array(values.buffer, nearest, result.length));
  });
}

/** Rows and columns of a shape's leading block. */
function blockOf(shape: readonly number[], rows: number, cols: number): readonly [number, number] {
  const [r, c = cols] = shape;
  if (shape.length < 1 || shape.length > 2 || !(r >= 1 && r <= rows) || !(c >= 1 && c <= cols)) {
    throw new RangeError(`nearestOverShapes: shape [${shape.join(', ')}] does not fit codes of ${rows} × ${cols}`);
  }
  return [r, c];
}

interface Crop {
  readonly cols: number;
  readonly height: number;
  readonly width: number;
}

/**
 * Rows of a matrix that start with the leading block of every code; if the block is whole rows, the codes themselves.
 */
function cropped(source: Float64Array, count: number, size: number, crop: Crop): Matrix {
  if (crop.width === crop.cols) return matrix(count, size, source);
  const result = matrix(count, crop.height * crop.width);
  for (let n = 0; n < count; n++) copyBlock(source, n * size, crop, result.data, n * result.cols, 1);
  return result;
}

/** Copies the leading height × width block of a code with row stride `step`. */
function copyBlock(
  source: Float64Array,
  from: number,
  { cols, height, width }: Crop,
  target: Float64Array,
  to: number,
  step: number,
): void {
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < width; j++, to += step) target[to] = source[from + i * cols + j];
  }
}
