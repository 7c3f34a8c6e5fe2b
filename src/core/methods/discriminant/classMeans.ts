import { matrix, type Matrix } from '../../linalg/index.ts';

/** The classes of a training set and the means of its rows within them. */
export interface ClassMeans {
  /** K × cols. */
  readonly means: Matrix;
  /** n_c, the number of rows of each class. */
  readonly sizes: Float64Array;
  /** Class 0 … K−1 of every row. */
  readonly index: Int32Array;
  /** Label of every class, ascending. */
  readonly names: Int32Array;
}

/** The classes of these labels, which need not be contiguous. */
export function countedClasses(labels: Int32Array): Omit<ClassMeans, 'means'> {
  const names = Int32Array.from(new Set(labels)).sort();
  const position = new Map(Array.from(names, (name, c) => [name, c]));
  const index = Int32Array.from(labels, (label) => position.get(label)!);
  const sizes = new Float64Array(names.length);
  for (const c of index) sizes[c]++;
  return { sizes, index, names };
}

/** Means of the rows of `a` within each class. Labels need not be contiguous. */
export function classMeans(a: Matrix, labels: Int32Array): ClassMeans {
  const { sizes, index, names } = countedClasses(labels);
  const means = matrix(names.length, a.cols);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++) means.data[index[i] * a.cols + j] += a.data[i * a.cols + j];
  }
  for (let c = 0, at = 0; c < names.length; c++) {
    for (let j = 0; j < a.cols; j++, at++) means.data[at] /= sizes[c];
  }
  return { means, sizes, index, names };
}
