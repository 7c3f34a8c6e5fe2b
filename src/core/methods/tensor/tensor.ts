/** Stacks of tensors and their products with matrices along one mode. Storage: the last index runs fastest. */
import { matrix, multiply, transpose, type Matrix, type MatrixStack } from '../../linalg/index.ts';
import { FitError, type Parameter } from '../method.ts';

/** N tensors of the given dimensions, one after another. */
export interface TensorStack {
  readonly count: number;
  /** Lengths of the modes of one tensor. */
  readonly dims: readonly number[];
  readonly data: Float64Array;
}

export function sizeOf(dims: readonly number[]): number {
  return dims.reduce((product, length) => product * length, 1);
}

/**
 * The mode-j matricisation of the whole stack, transposed: (N · Π_{i≠j} I_i) × I_j, rows ordered by tensor, then by the
 * other indices in their order.
 */
export function unfold({ count, dims, data }: TensorStack, mode: number): Matrix {
  const inner = sizeOf(dims.slice(mode + 1));
  const length = dims[mode];
  const outer = count * sizeOf(dims.slice(0, mode));
  if (inner === 1) return matrix(outer, length, data);
  const result = matrix(outer * inner, length);
  for (let o = 0; o < outer; o++) {
    for (let k = 0; k < length; k++) {
      const from = (o * length + k) * inner;
      const to = o * inner * length + k;
      for (let i = 0; i < inner; i++) result.data[to + i * length] = data[from + i];
    }
  }
  return result;
}

/** The inverse of `unfold`. */
export function fold(unfolded: Matrix, count: number, dims: readonly number[], mode: number): TensorStack {
  const inner = sizeOf(dims.slice(mode + 1));
  const length = dims[mode];
  const outer = count * sizeOf(dims.slice(0, mode));
  if (inner === 1) return { count, dims, data: unfolded.data };
  const data = new Float64Array(outer * length * inner);
  for (let o = 0; o < outer; o++) {
    for (let k = 0; k < length; k++) {
      const to = (o * length + k) * inner;
      const from = o * inner * length + k;
      for (let i = 0; i < inner; i++) data[to + i] = unfolded.data[from + i * length];
    }
  }
  return { count, dims, data };
}

/** X ×_j Aᵀ for every tensor: mode j of length A.rows becomes A.cols. */
export function contract(stack: TensorStack, mode: number, a: Matrix): TensorStack {
  const dims = stack.dims.map((length, j) => (j === mode ? a.cols : length));
  return fold(multiply(unfold(stack, mode), a), stack.count, dims, mode);
}

/** X ×_j A: mode j of length A.cols becomes A.rows. */
export function extend(stack: TensorStack, mode: number, a: Matrix): TensorStack {
  return contract(stack, mode, transpose(a));
}

/** Contraction with one matrix per mode (null: that mode is unchanged), cheapest shrinking mode first. */
export function contractAll(stack: TensorStack, matrices: readonly (Matrix | null)[]): TensorStack {
  const order = matrices
    .map((a, mode) => ({ a, mode }))
    .filter((entry): entry is { a: Matrix; mode: number } => entry.a !== null)
    .sort((x, y) => x.a.cols / x.a.rows - y.a.cols / y.a.rows || x.mode - y.mode);
  return order.reduce((current, { a, mode }) => contract(current, mode, a), stack);
}

// Third-order data as images: planes (colours, frames of a video block) side by side in the columns.

export const planesParameter = {
  name: 'planes',
  title: 'Planes',
  help: 'Number of planes (colours, frames) side by side in the columns of an image; must divide the number of columns.',
  kind: 'integer',
  default: 1,
  source: { neutral: 'images have one plane' },
  min: 1,
  max: 4096,
} as const satisfies Parameter;

/** The images as tensors rows × planes × width. Throws FitError if the planes do not divide the columns. */
export function tensorsOf(images: MatrixStack, { planes }: { readonly planes: number }): TensorStack {
  if (images.cols % planes !== 0) throw new FitError(`PHOPCA: ${planes} planes do not divide ${images.cols} columns.`);
  return { count: images.count, dims: [images.rows, planes, images.cols / planes], data: images.data };
}
