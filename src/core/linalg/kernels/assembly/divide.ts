/**
 * Divide and conquer for the symmetric tridiagonal eigenproblem (Cuppen 1981) with deflation and with the coupling
 * vector recomputed from the roots (Gu and Eisenstat 1994), which makes the eigenvectors orthogonal to working precision.
 * Eigenvectors are rows: the update of a merge is then one product of row-major matrices per half.
 */
import { gemm } from './gemm';
import { iterateQl, hypotenuse } from './ql';
import { secularRoot } from './secular';
import { dot, rotate, scal, storePair } from './simd';

const EPSILON: f64 = 2.220446049250313e-16;
/** Orders up to this are left to QL. */
const LEAF: i32 = 32;

/** The problem being solved: row length and arrays, set by `divideAndConquer`. */
let n: i32 = 0;
let d: usize = 0;
let e: usize = 0;
let rows: usize = 0;
let gathered: usize = 0;
let secular: usize = 0;
let z: usize = 0;
let poles: usize = 0;
let weights: usize = 0;
let squares: usize = 0;
let buffer: usize = 0;
let order: usize = 0;
let spare: usize = 0;
let kept: usize = 0;
let dropped: usize = 0;
let place: usize = 0;
let side: usize = 0;

/** Entries of scratch beside the three n × n matrices. */
export function divideScratch(size: i32): i32 {
  return 9 * size;
}

/**
 * Eigenpairs of the tridiagonal (diagonal, coupling): the diagonal becomes the eigenvalues (unordered), row i of
 * `vectors` (n × n) the vector of value i. Only the `wanted` largest need be right. `square1`, `square2`: n × n scratch,
 * `vector`: divideScratch(n). Returns 0, or 1 when QL did not converge.
 */
export function divideAndConquer(
  size: i32,
  diagonal: usize,
  coupling: usize,
  vectors: usize,
  square1: usize,
  square2: usize,
  vector: usize,
  wanted: i32,
): i32 {
  const line = (<usize>size) << 3;
  n = size;
  d = diagonal;
  e = coupling;
  rows = vectors;
  gathered = square1;
  secular = square2;
  z = vector;
  poles = z + line;
  weights = poles + line;
  squares = weights + line;
  buffer = squares + line;
  // Index lists of 4-byte entries, two to a line.
  order = buffer + line;
  spare = order + (line >> 1);
  kept = order + line;
  dropped = kept + (line >> 1);
  place = kept + line;
  side = place + (line >> 1);
  memory.fill(rows, 0, <usize>size * line);
  return divide(0, size, wanted);
}

// prettier-ignore
function get(list: usize, i: i32): i32 { return load<i32>(list + (<usize>i << 2)); }
// prettier-ignore
function put(list: usize, i: i32, value: i32): void { store<i32>(list + (<usize>i << 2), value); }
// prettier-ignore
function at(vector: usize, i: i32): f64 { return load<f64>(vector + (<usize>i << 3)); }
// prettier-ignore
function set(vector: usize, i: i32, value: f64): void { store<f64>(vector + (<usize>i << 3), value); }

function divide(low: i32, size: i32, wanted: i32): i32 {
  const line = (<usize>n) << 3;
  const block = rows + <usize>low * (line + 8);
  if (size <= LEAF) {
    for (let i = 0; i < size; i++) store<f64>(block + <usize>i * (line + 8), 1);
    return iterateQl(size, d + ((<usize>low) << 3), e + ((<usize>low) << 3), block, line, size);
  }
  const half = size / 2;
  const coupling = at(e, low + half - 1);
  const rho = Math.abs(coupling);
  set(d, low + half - 1, at(d, low + half - 1) - rho);
  set(d, low + half, at(d, low + half) - rho);
  // QL uses the couplings of its block as work space and expects the last to be zero.
  set(e, low + half - 1, 0);
  if (divide(low, half, half)) return 1;
  if (divide(low + half, size - half, size - half)) return 1;
  merge(d + ((<usize>low) << 3), block, size, half, rho, coupling < 0 ? -1 : 1, wanted);
  return 0;
}

/** Ascending order of values[0 … size), stable, into `order`. */
export function sortAscending(values: usize, size: i32, list: usize, temporary: usize): void {
  for (let i = 0; i < size; i++) put(list, i, i);
  let from = list;
  let to = temporary;
  for (let width = 1; width < size; width <<= 1) {
    for (let start = 0; start < size; start += width << 1) {
      let i = start;
      const iEnd = min(start + width, size);
      let j = iEnd;
      const jEnd = min(start + (width << 1), size);
      for (let k = start; k < jEnd; k++) {
        const takeLeft = i < iEnd && (j >= jEnd || !(at(values, get(from, j)) < at(values, get(from, i))));
        put(to, k, takeLeft ? get(from, i++) : get(from, j++));
      }
    }
    const held = from;
    from = to;
    to = held;
  }
  if (from != list) memory.copy(list, from, (<usize>size) << 2);
}

/** Eigenpairs of diag(values) + ρ z zᵀ, the rank-one coupling of two solved halves. */
function merge(values: usize, block: usize, size: i32, half: i32, coupling: f64, sign: f64, wanted: i32): void {
  const line = (<usize>n) << 3;
  const scale = Math.sqrt(0.5);
  const rho = 2 * coupling;
  let largest: f64 = 0;
  let largestZ: f64 = 0;
  for (let i = 0; i < size; i++) {
    const row = block + <usize>i * line;
    const value = scale * (i < half ? at(row, half - 1) : sign * at(row, half));
    set(z, i, value);
    put(side, i, i < half ? 1 : 3);
    largestZ = Math.max(largestZ, Math.abs(value));
    largest = Math.max(largest, Math.abs(at(values, i)));
  }
  const tolerance = 8 * EPSILON * Math.max(largest, largestZ);
  if (rho * largestZ <= tolerance) return;
  sortAscending(values, size, order, spare);
  const k = deflate(values, block, size, rho, tolerance);
  let total: f64 = 0;
  for (let i = 0; i < k; i++) {
    const from = get(kept, i);
    set(poles, i, at(values, from));
    const weight = at(z, from);
    set(weights, i, weight);
    set(squares, i, weight * weight);
    total += weight * weight;
  }
  const gap = (<usize>k) << 3;
  for (let j = 0; j < k; j++) set(buffer, j, secularRoot(k, j, poles, squares, rho, total, secular + <usize>j * gap));
  // The new values go to z, which is no longer needed: the poles are still read below.
  memory.copy(z, buffer, gap);
  recomputeWeights(k);

  const left = count(k, 1);
  const both = count(k, 2);
  gather(block, size, half, k, left, both);
  const first = max(0, k - wanted);
  for (let j = first; j < k; j++) {
    const row = secular + <usize>j * gap;
    let i = 0;
    for (; i + 3 < k; i += 4) {
      const offset = (<usize>i) << 3;
      const low = f64x2.div(v128.load(weights + offset), v128.load(row + offset));
      const high = f64x2.div(v128.load(weights + offset, 16), v128.load(row + offset, 16));
      storePair(buffer + offset, low, high);
    }
    for (; i + 1 < k; i += 2) {
      const offset = (<usize>i) << 3;
      v128.store(buffer + offset, f64x2.div(v128.load(weights + offset), v128.load(row + offset)));
    }
    if (i < k) set(buffer, i, at(weights, i) / at(row, i));
    scal(k, 1 / Math.sqrt(dot(buffer, buffer, k)), buffer);
    for (let i = 0; i < k; i++) set(row, get(place, i), at(buffer, i));
  }
  const width = (<usize>size) << 3;
  const chosen = secular + <usize>first * gap;
  const target = block + <usize>first * line;
  gemm(k - first, half, left + both, 1, chosen, k, 1, 0, gathered, 1, size, 0, target, n, 0);
  gemm(
    k - first,
    size - half,
    k - left,
    1,
    chosen + ((<usize>left) << 3),
    k,
    1,
    0,
    gathered + <usize>left * width + ((<usize>half) << 3),
    1,
    size,
    0,
    target + ((<usize>half) << 3),
    n,
    0,
  );
  for (let i = k; i < size; i++) memory.copy(block + <usize>i * line, gathered + <usize>i * width, width);
  for (let i = 0; i < size - k; i++) set(buffer, i, at(values, get(dropped, i)));
  memory.copy(values, z, gap);
  memory.copy(values + gap, buffer, (<usize>(size - k)) << 3);
}

/**
 * Separates the pairs that the coupling does not change: negligible weight, or a neighbour so close that a rotation makes
 * the weight zero. Fills kept (ascending) and dropped; returns the number kept.
 */
function deflate(values: usize, block: usize, size: i32, rho: f64, tolerance: f64): i32 {
  const line = (<usize>n) << 3;
  let k = 0;
  let out = 0;
  let previous = -1;
  for (let o = 0; o < size; o++) {
    const next = get(order, o);
    if (rho * Math.abs(at(z, next)) <= tolerance) {
      put(dropped, out++, next);
      continue;
    }
    if (previous >= 0) {
      const zp = at(z, previous);
      const zn = at(z, next);
      const length = hypotenuse(zp, zn);
      const c = zn / length;
      const s = zp / length;
      const dp = at(values, previous);
      const dn = at(values, next);
      if (Math.abs((dn - dp) * c * s) <= tolerance) {
        set(z, next, length);
        rotate(size, block + <usize>previous * line, block + <usize>next * line, c, s);
        set(values, previous, dp * c * c + dn * s * s);
        set(values, next, dp * s * s + dn * c * c);
        if (get(side, previous) != get(side, next)) put(side, next, 2);
        put(dropped, out++, previous);
      } else put(kept, k++, previous);
    }
    previous = next;
  }
  if (previous >= 0) put(kept, k++, previous);
  return k;
}

/** The coupling vector for which the computed roots are exact (Löwner's formula), signs of the given one. */
function recomputeWeights(k: i32): void {
  const gap = (<usize>k) << 3;
  for (let i = 0; i < k; i++) set(buffer, i, 1);
  for (let j = 0; j < k; j++) {
    const row = secular + <usize>j * gap;
    const own = at(buffer, j) * at(row, j);
    const pole = v128.splat<f64>(at(poles, j));
    let i = 0;
    for (; i + 3 < k; i += 4) {
      const offset = (<usize>i) << 3;
      const low = f64x2.div(v128.load(row + offset), f64x2.sub(v128.load(poles + offset), pole));
      const high = f64x2.div(v128.load(row + offset, 16), f64x2.sub(v128.load(poles + offset, 16), pole));
      const lowWeight = f64x2.mul(v128.load(buffer + offset), low);
      const highWeight = f64x2.mul(v128.load(buffer + offset, 16), high);
      storePair(buffer + offset, lowWeight, highWeight);
    }
    for (; i + 1 < k; i += 2) {
      const offset = (<usize>i) << 3;
      const ratio = f64x2.div(v128.load(row + offset), f64x2.sub(v128.load(poles + offset), pole));
      v128.store(buffer + offset, f64x2.mul(v128.load(buffer + offset), ratio));
    }
    if (i < k) set(buffer, i, at(buffer, i) * (at(row, i) / (at(poles, i) - at(poles, j))));
    set(buffer, j, own);
  }
  for (let i = 0; i < k; i++) {
    const magnitude = Math.sqrt(Math.abs(at(buffer, i)));
    set(weights, i, at(weights, i) < 0 ? -magnitude : magnitude);
  }
}

function count(k: i32, kind: i32): i32 {
  let result = 0;
  for (let i = 0; i < k; i++) if (get(side, get(kept, i)) == kind) result++;
  return result;
}

/**
 * Copies the kept vectors in the order left half only, both, right half only, and behind them the dropped ones. The zero
 * halves are then never multiplied. `place` holds the new position of kept vector i.
 */
function gather(block: usize, size: i32, half: i32, k: i32, left: i32, both: i32): void {
  const line = (<usize>n) << 3;
  const width = (<usize>size) << 3;
  const middle = (<usize>half) << 3;
  let nextLeft = 0;
  let nextBoth = left;
  let nextRight = left + both;
  for (let i = 0; i < k; i++) {
    const from = get(kept, i);
    const kind = get(side, from);
    const to = kind == 1 ? nextLeft++ : kind == 2 ? nextBoth++ : nextRight++;
    put(place, i, to);
    const source = block + <usize>from * line;
    const target = gathered + <usize>to * width;
    if (kind != 3) memory.copy(target, source, middle);
    if (kind != 1) memory.copy(target + middle, source + middle, width - middle);
  }
  for (let i = 0; i < size - k; i++) {
    memory.copy(gathered + <usize>(k + i) * width, block + <usize>get(dropped, i) * line, width);
  }
}
