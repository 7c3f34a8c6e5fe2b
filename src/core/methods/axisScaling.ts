/**
 * Length and order of the axes of linear methods. An axis is a column v over whitened principal coordinates; it
 * corresponds to U Λ^(−½) v among the images, with squared length vᵀ Λ⁻¹ v.
 */
import {
  columns,
  gramOfColumns,
  matrix,
  multiply,
  scaleColumns,
  symmetricEigen,
  type Eigen,
  type Matrix,
} from '../linalg/index.ts';
import type { Parameter } from './method.ts';

const scalings = {
  unit: {
    title: 'Length 1',
    help: 'Unit: length 1 in the space of the images, or of the kernel, as in the MATLAB code of Cai and others, the PhD toolbox and OpenCV.',
  },
  total: { title: 'Total variance', help: 'Total: unit variance over all training images.' },
  within: { title: 'Within-subject variance', help: 'Within: unit variance within subjects, shrunk where it is.' },
  own: { title: 'As in the formula', help: 'Own: the length that the formula of the method gives.' },
} as const;

/** The setting `scaling` with these values; scaledAxes implements "unit" and "total". */
export function scalingParameter<const Value extends keyof typeof scalings>(
  preset: NoInfer<Value>,
  values: readonly Value[],
  measured?: string,
) {
  return {
    name: 'scaling',
    title: 'Scaling of the axes',
    help: values.map((value) => scalings[value].help).join(' '),
    kind: 'choice',
    default: preset,
    source: { published: 'MATLAB code of Cai and others', ...(measured !== undefined && { measured }) },
    choices: values.map((value) => ({ value, title: scalings[value].title })),
  } as const satisfies Parameter;
}

/**
 * The axes scaled by the setting `scaling`; any other value leaves them unchanged.
 * @param values λ of the leading components, at least one per row of `axes`
 */
export function scaledAxes(axes: Matrix, values: Float64Array, scaling: unknown): Matrix {
  if (scaling === 'unit') return ofLength(axes, (value, i) => value ** 2 / values[i]);
  return scaling === 'total' ? unitColumns(axes) : axes;
}

/** Columns of length 1. */
export function unitColumns(a: Matrix): Matrix {
  return ofLength(a, (value) => value ** 2);
}

/** Columns divided by the square roots of their sums of squares. */
function ofLength(axes: Matrix, square: (value: number, row: number) => number): Matrix {
  const squares = new Float64Array(axes.cols);
  axes.data.forEach((value, at) => (squares[at % axes.cols] += square(value, Math.floor(at / axes.cols))));
  return scaleColumns(
    axes,
    squares.map((sum) => 1 / Math.sqrt(sum)),
  );
}

/** Shares closer to 1 than this count as 1: rounding of the whitening is about 1e-13. */
const TIE = 1e-10;

/** The number of shares (descending) that are 1. */
export function tiesOf(shares: Float64Array): number {
  let ties = 0;
  while (ties < shares.length && 1 - shares[ties] < TIE) ties++;
  return ties;
}

/** The `q` best axes of a problem of `order`, and all whose share is 1 with them, for orderTies. */
export function bestWithTies(order: number, q: number, solve: (count: number) => Eigen): Eigen {
  // One more than needed shows that no further ones are tied.
  const best = solve(Math.min(q + 1, order));
  const { length } = best.values;
  return length < order && tiesOf(best.values) === length ? solve(order) : best;
}

/**
 * Among equally good axes, rounding would decide order and lengths. They are rotated to be orthogonal among the images
 * as well, with the most variance for their length first; the first q are then well defined.
 * @param axes best first, with all tied ones, which have one value of a quadratic form that the rotation leaves alone
 * @param shares descending; those of the best are 1
 */
export function orderTies(axes: Matrix, shares: Float64Array, values: Float64Array): Matrix {
  const ties = Math.min(tiesOf(shares), axes.cols);
  if (ties < 2) return axes;
  const { rows, cols } = axes;
  const tied = columns(axes, 0, ties);
  const lengths = matrix(rows, ties, tied.data.slice());
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < ties; j++, at++) lengths.data[at] /= Math.sqrt(values[i]);
  }
  const rotated = multiply(tied, symmetricEigen(gramOfColumns(lengths)).vectors);
  const result = matrix(rows, cols, axes.data.slice());
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < ties; j++) result.data[i * cols + j] = rotated.data[i * ties + (ties - 1 - j)];
  }
  return result;
}
