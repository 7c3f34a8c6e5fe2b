/** Histograms of oriented gradients over cells, normalised in overlapping blocks. */
import { horizontalGradient, verticalGradient } from './gradientFeature.ts';

/** Parameters of the histograms. */
export interface GradientCells {
  /** Pixels per side of a cell. */
  readonly cell: number;
  /** Bins over 180°. */
  readonly orientations: number;
  /** Cells per side of a block. */
  readonly block: number;
}

/** ε, whose square is added to the squared length of a block to keep blocks without gradients finite. */
export const EPSILON = 1e-5;
/** Clipping threshold of L2-Hys. */
export const CLIP = 0.2;

/** Blocks along both axes, one cell apart; 0 or less if an image is too small. */
export function blockGrid(rows: number, cols: number, { cell, block }: GradientCells): { rows: number; cols: number } {
  return { rows: Math.floor(rows / cell) - block + 1, cols: Math.floor(cols / cell) - block + 1 };
}

/**
 * One row per block, row by row, of block² · orientations numbers (Dalal, Triggs 2005). The magnitude of a pixel's
 * gradient (central differences) is split linearly between the two bins whose centres, at (i + ½) 180°/orientations,
 * enclose its unsigned direction; cells are not blended. Pixels right of and below the last whole cell are left out.
 * Blocks are divided by √(‖v‖² + ε²), clipped at 0.2, and divided again (L2-Hys).
 */
export function orientedGradients(
  image: Float64Array,
  rows: number,
  cols: number,
  form: GradientCells,
): Float64Array<ArrayBuffer> {
  const { cell, orientations, block } = form;
  const blocks = blockGrid(rows, cols, form);
  const across = Math.floor(cols / cell);
  const cells = cellHistograms(image, rows, cols, form);
  const length = block * block * orientations;
  const result = new Float64Array(blocks.rows * blocks.cols * length);
  for (let i = 0; i < blocks.rows; i++) {
    for (let j = 0; j < blocks.cols; j++) {
      const histogram = result.subarray((i * blocks.cols + j) * length, (i * blocks.cols + j + 1) * length);
      for (let r = 0; r < block; r++) {
        const from = ((i + r) * across + j) * orientations;
        histogram.set(cells.subarray(from, from + block * orientations), r * block * orientations);
      }
      toUnit(histogram);
      for (let n = 0; n < length; n++) histogram[n] = Math.min(CLIP, histogram[n]);
      toUnit(histogram);
    }
  }
  return result;
}

function cellHistograms(
  image: Float64Array,
  rows: number,
  cols: number,
  { cell, orientations }: GradientCells,
): Float64Array {
  const [down, across] = [Math.floor(rows / cell), Math.floor(cols / cell)];
  const [vertical, horizontal] = [verticalGradient(image, rows, cols), horizontalGradient(image, rows, cols)];
  const result = new Float64Array(down * across * orientations);
  for (let r = 0; r < down * cell; r++) {
    for (let c = 0; c < across * cell; c++) {
      const [y, x] = [vertical[r * cols + c], horizontal[r * cols + c]];
      const magnitude = Math.hypot(x, y);
      if (magnitude === 0) continue;
      const place = (Math.atan2(y, x) / Math.PI) * orientations - 0.5;
      const low = Math.floor(place);
      const share = place - low;
      const offset = (Math.floor(r / cell) * across + Math.floor(c / cell)) * orientations;
      result[offset + modulo(low, orientations)] += (1 - share) * magnitude;
      result[offset + modulo(low + 1, orientations)] += share * magnitude;
    }
  }
  return result;
}

function modulo(value: number, count: number): number {
  return ((value % count) + count) % count;
}

function toUnit(values: Float64Array): void {
  let sum = EPSILON ** 2;
  for (const value of values) sum += value * value;
  const length = Math.sqrt(sum);
  for (let n = 0; n < values.length; n++) values[n] /= length;
}
