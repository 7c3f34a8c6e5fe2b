/**
 * Similarity of two pictures after one is rotated, scaled and moved onto the other: Gauss–Newton for a similarity with
 * gain and offset, from coarse to fine (B. Lucas, T. Kanade, An iterative image registration technique with an
 * application to stereo vision, IJCAI 1981).
 */
import { cholesky, NotPositiveDefiniteError, solveLower, solveLowerTransposed } from '../../linalg/index.ts';
import { gaussianBlur } from '../gaussianBlur.ts';
import { resizeArea, type Raster } from '../resample.ts';

/** A picture at one resolution, smoothed, with its derivatives by column (dx) and row (dy) per pixel. */
interface Level {
  readonly rows: number;
  readonly cols: number;
  readonly values: Float64Array;
  readonly dx: Float64Array;
  readonly dy: Float64Array;
}

/** Resolutions from coarse to fine. */
export type Pyramid = readonly Level[];

/** Longest side at which pictures are compared. */
export const SHARPEST = 128;

/** Longer sides of the resolutions: 16 identifies a face, 64 and more identify a picture. */
const SIDES = [16, 32, 64, SHARPEST];

/** Share of each side, at either end, that is not compared: one crop may lack the border of the other. */
const BORDER = 0.12;

/** Minimum share of the compared part inside the other picture. */
const OVERLAP = 0.6;

const ITERATIONS = 12;

/** Minimum correlation at each resolution to continue with the next one. */
const PROMISING = [0.9, 0.95, 0.98];

/**
 * Maximum change of scale or rotation, and maximum shift in halves of the longer side; beyond these the search has
 * diverged.
 */
const MOST_SCALE = 0.35;
const MOST_SHIFT = 0.6;

/** The resolutions at which a picture is compared; its original one if it is smaller than the next. */
export function pyramidOf(image: Raster): Pyramid {
  const longer = Math.max(image.rows, image.cols);
  const sides = SIDES.filter((side) => side < longer);
  if (sides.length < SIDES.length) sides.push(longer);
  return sides.map((side) => levelOf(image, side));
}

function levelOf(image: Raster, side: number): Level {
  const longer = Math.max(image.rows, image.cols);
  const rows = Math.max(2, Math.round((image.rows * side) / longer));
  const cols = Math.max(2, Math.round((image.cols * side) / longer));
  const values = gaussianBlur(resizeArea(image, rows, cols), rows, cols, Math.max(0.5, side / 64));
  const dx = new Float64Array(rows * cols);
  const dy = new Float64Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const [left, right] = [Math.max(0, c - 1), Math.min(cols - 1, c + 1)];
      const [up, down] = [Math.max(0, r - 1), Math.min(rows - 1, r + 1)];
      dx[r * cols + c] = (values[r * cols + right] - values[r * cols + left]) / (right - left);
      dy[r * cols + c] = (values[down * cols + c] - values[up * cols + c]) / (down - up);
    }
  }
  return { rows, cols, values, dx, dy };
}

/** (x, y) → (x + a x − b y + tx, y + b x + a y + ty) around the centre, in halves of the longer side. */
type Place = readonly [a: number, b: number, tx: number, ty: number];

/** Correlation of the two after registration; 0 if no similarity transformation aligns them. */
export function registeredCorrelation(fixed: Pyramid, moving: Pyramid): number {
  let place: Place = [0, 0, 0, 0];
  let correlation = 0;
  for (const [at, level] of fixed.entries()) {
    const refined = refine(level, moving[at], place);
    if (refined === null) return 0;
    place = refined;
    correlation = compare(level, moving[at], place)?.correlation ?? 0;
    if (correlation < (PROMISING[at] ?? 0) && at < fixed.length - 1) return 0;
  }
  return correlation;
}

function refine(fixed: Level, moving: Level, start: Place): Place | null {
  let place = start;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const step = compare(fixed, moving, place)?.step() ?? null;
    if (step === null) return null;
    place = [place[0] + step[0], place[1] + step[1], place[2] + step[2], place[3] + step[3]];
    if (Math.max(Math.abs(place[0]), Math.abs(place[1])) > MOST_SCALE) return null;
    if (Math.max(Math.abs(place[2]), Math.abs(place[3])) > MOST_SHIFT) return null;
    // A hundredth of a pixel at the border.
    if (step.every((change) => Math.abs(change) < 0.02 / Math.max(fixed.rows, fixed.cols))) break;
  }
  return place;
}

interface Comparison {
  readonly correlation: number;
  /** The Gauss–Newton step of the transformation; null if the pictures do not determine one. */
  readonly step: () => Place | null;
}

/** Columns of the normal equations: four for the transformation, value (gain), one (offset); then the target. */
const [VALUE, ONE, TARGET] = [4, 5, 6];
const WIDTH = 7;

function compare(fixed: Level, moving: Level, [a, b, tx, ty]: Place): Comparison | null {
  const { rows, cols } = fixed;
  const half = Math.max(rows, cols) / 2;
  const [middleX, middleY] = [(cols - 1) / 2, (rows - 1) / 2];
  const [top, left] = [Math.round(BORDER * rows), Math.round(BORDER * cols)];
  const sums = new Float64Array(WIDTH * WIDTH);
  const row = new Float64Array(WIDTH);
  row[ONE] = 1;
  for (let r = top; r < rows - top; r++) {
    const y = (r - middleY) / half;
    for (let c = left; c < cols - left; c++) {
      const x = (c - middleX) / half;
      const u = (x + a * x - b * y + tx) * half + middleX;
      const v = (y + b * x + a * y + ty) * half + middleY;
      if (!(u >= 0 && v >= 0 && u <= cols - 1 && v <= rows - 1)) continue;
      const gx = between(moving.dx, cols, u, v) * half;
      const gy = between(moving.dy, cols, u, v) * half;
      row[0] = gx * x + gy * y;
      row[1] = gy * x - gx * y;
      row[2] = gx;
      row[3] = gy;
      row[VALUE] = between(moving.values, cols, u, v);
      row[TARGET] = fixed.values[r * cols + c];
      for (let i = 0; i < WIDTH; i++) for (let j = 0; j <= i; j++) sums[i * WIDTH + j] += row[i] * row[j];
    }
  }
  const count = sums[ONE * WIDTH + ONE];
  if (count < OVERLAP * (rows - 2 * top) * (cols - 2 * left)) return null;
  return comparisonOf(sums, count);
}

/**
 * Least squares of target ≈ gain · (value + derivatives · step) + offset, linearised around the optimal gain without a
 * step, from the lower triangle of the sums of products.
 */
function comparisonOf(sums: Float64Array, count: number): Comparison | null {
  const sum = (i: number, j: number): number => sums[Math.max(i, j) * WIDTH + Math.min(i, j)];
  const covariance = (i: number, j: number): number => sum(i, j) - (sum(i, ONE) * sum(j, ONE)) / count;
  const ofBoth = covariance(VALUE, TARGET);
  const [ofValue, ofTarget] = [covariance(VALUE, VALUE), covariance(TARGET, TARGET)];
  if (!(ofValue > 0 && ofTarget > 0)) return null;
  const gain = ofBoth / ofValue;
  return {
    correlation: ofBoth / Math.sqrt(ofValue * ofTarget),
    step() {
      // Centred, which solves for the offset; the steps are divided by the gain.
      const matrix = { rows: 5, cols: 5, data: new Float64Array(25) };
      const right = { rows: 5, cols: 1, data: new Float64Array(5) };
      for (let i = 0; i < 5; i++) {
        for (let j = 0; j < 5; j++) matrix.data[i * 5 + j] = covariance(i, j);
        matrix.data[i * 5 + i] *= 1 + 1e-9;
        right.data[i] = covariance(i, TARGET) - gain * covariance(i, VALUE);
      }
      const solution = solve(matrix, right);
      if (solution === null || gain <= 0) return null;
      return [solution[0] / gain, solution[1] / gain, solution[2] / gain, solution[3] / gain];
    },
  };
}

function solve(matrix: Parameters<typeof cholesky>[0], right: Parameters<typeof solveLower>[1]): Float64Array | null {
  try {
    const { lower } = cholesky(matrix);
    return solveLowerTransposed(lower, solveLower(lower, right)).data;
  } catch (error) {
    if (error instanceof NotPositiveDefiniteError) return null;
    throw error;
  }
}

/** Bilinear interpolation. */
function between(values: Float64Array, cols: number, x: number, y: number): number {
  const c = Math.floor(x);
  const r = Math.floor(y);
  const [fx, fy] = [x - c, y - r];
  const offset = r * cols + c;
  // In the last column or row the next pixel has weight 0.
  const right = fx > 0 ? 1 : 0;
  const down = fy > 0 ? cols : 0;
  const upper = (1 - fx) * values[offset] + fx * values[offset + right];
  const lower = (1 - fx) * values[offset + down] + fx * values[offset + down + right];
  return (1 - fy) * upper + fy * lower;
}
