/**
 * Nearest neighbours in galleries that are too large for one sweep: block by block of gallery and probes. The nearest
 * items of two blocks are compared by their distances in double precision, in the order of the definition: the result
 * is that of one sweep, tie for tie.
 */
import type { MatrixStack } from '../matrix.ts';
import { partOfStack } from '../parts.ts';

/** What one sweep answers: for every shape (shape-major) and probe the position of the nearest item. */
type Sweep = (gallery: MatrixStack, probes: MatrixStack) => Uint32Array;

/** The distances of a sweep. */
export interface Definition {
  /** Rows and columns of the leading block of each shape. */
  readonly blocks: readonly (readonly [number, number])[];
  /** A list of rows × cols weights for each term; absent: one term of ones. */
  readonly weights: readonly Float64Array[] | undefined;
  /** For each shape a coefficient for each term. */
  readonly coefficients: readonly (readonly number[])[];
}

/** Items and probes of a block. */
export interface BlockSize {
  readonly items: number;
  readonly probes: number;
}

/** As `sweep` answers for the whole gallery and all probes. */
export function nearestByBlocks(
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
      const found = sweep(items, points);
      for (let p = 0; p < points.count; p++) {
        const distanceTo = measure(items, points, p);
        for (let s = 0; s < shapes; s++) {
          const item = found[s * points.count + p];
          const distance = distanceTo(s, item);
          const at = s * probes.count + first + p;
          if (distance < least[at]) {
            least[at] = distance;
            nearest[at] = from + item;
          }
        }
      }
    }
  }
  return nearest;
}

/** Its values are used many times: they are not read again for each. */
function inMemory({ count, rows, cols, data }: MatrixStack): MatrixStack {
  return { count, rows, cols, data };
}

/** Distance at shape s of an item from the probe. */
type DistanceTo = (s: number, item: number) => number;

/**
 * Σ_t coefficient_t · (sum of weight · Δ² over the leading block): each row by itself, from the left, then added to the
 * sum of the rows above it. Of shapes that cover whole rows, asked in ascending order, the sums go on where they were.
 */
function distances(
  { blocks, weights, coefficients }: Definition,
  cols: number,
): (items: MatrixStack, probes: MatrixStack, p: number) => DistanceTo {
  const terms = weights?.length ?? 1;
  const whole = blocks.every(([, c]) => c === blocks[0][1]);
  // Items that were asked about, with the rows that are summed and the sum of each term.
  const known = { items: new Int32Array(blocks.length), rows: new Int32Array(blocks.length), count: 0 };
  const sums = new Float64Array(blocks.length * terms);

  /** Place of the item among those that are known. */
  const placeOf = (item: number): number => {
    for (let i = known.count - 1; i >= 0; i--) if (known.items[i] === item) return i;
    const place = known.count++;
    known.items[place] = item;
    known.rows[place] = 0;
    sums.fill(0, place * terms, (place + 1) * terms);
    return place;
  };

  return (items, probes, p) => {
    known.count = 0;
    const size = items.rows * cols;
    return (s, item) => {
      const [height, width] = blocks[s];
      if (!whole) known.count = 0;
      const place = placeOf(item);
      if (known.rows[place] > height) known.rows[place] = 0;
      for (let t = 0; t < terms; t++) {
        const list = weights?.[t];
        let sum = known.rows[place] === 0 ? 0 : sums[place * terms + t];
        for (let i = known.rows[place]; i < height; i++) {
          let row = 0;
          for (let k = i * cols; k < i * cols + width; k++) {
            const e = items.data[item * size + k] - probes.data[p * size + k];
            row += (list ? list[k] * e : e) * e;
          }
          sum = row + sum;
        }
        sums[place * terms + t] = sum;
      }
      known.rows[place] = height;
      let distance = 0;
      for (let t = 0; t < terms; t++) distance += coefficients[s][t] * sums[place * terms + t];
      return distance;
    };
  };
}
