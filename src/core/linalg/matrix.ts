/**
 * Dense matrices and stacks of equally sized matrices.
 *
 * Storage is row-major float64 everywhere in this project: entry (i, j) of a matrix is
 * `data[i * cols + j]`; matrix n of a stack starts at `data[n * rows * cols]`.
 */

/** A dense rows × cols matrix, row-major. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
}

/** `count` matrices of one shape, one after another; each row-major. */
export interface MatrixStack {
  readonly count: number;
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
  /** For stacks that store their matrices elsewhere in another form; see stackOfParts. Absent: they are in `data`. */
  readonly read?: ReadPart;
}

/** Writes matrices `from` … `to` − 1, one after another, to `target` starting at entry `at`. */
export type ReadPart = (from: number, to: number, target: Float64Array, at: number) => void;

/** A rows × cols matrix over `data` (zeros if omitted). Throws RangeError if the length does not fit. */
export function matrix(rows: number, cols: number, data?: Float64Array): Matrix {
  const values = data ?? new Float64Array(rows * cols);
  if (values.length !== rows * cols) {
    throw new RangeError(`matrix: expected ${rows} × ${cols} = ${rows * cols} values, found ${values.length}`);
  }
  return { rows, cols, data: values };
}

/** The n × n identity, or its first `cols` columns. */
export function identity(n: number, cols: number = n): Matrix {
  const result = matrix(n, cols);
  for (let i = 0; i < Math.min(n, cols); i++) result.data[i * cols + i] = 1;
  return result;
}

/** A square matrix with `values` on its diagonal. */
export function diagonal(values: ArrayLike<number>): Matrix {
  const n = values.length;
  const result = matrix(n, n);
  for (let i = 0; i < n; i++) result.data[i * n + i] = values[i];
  return result;
}

/** Aᵀ. */
export function transpose(a: Matrix): Matrix {
  const result = matrix(a.cols, a.rows);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++) result.data[j * a.rows + i] = a.data[i * a.cols + j];
  }
  return result;
}

/** Every matrix of a stack transposed. */
export function transposeStack(stack: MatrixStack): MatrixStack {
  const { count, rows, cols } = stack;
  const result = matrixStack(count, cols, rows);
  const size = rows * cols;
  for (let n = 0; n < count; n++) {
    const offset = n * size;
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < cols; j++) result.data[offset + j * rows + i] = stack.data[offset + i * cols + j];
    }
  }
  return result;
}

/** A copy of columns [from, to). */
export function columns(a: Matrix, from: number, to: number): Matrix {
  const width = to - from;
  const result = matrix(a.rows, width);
  // A view per row would take ten times as long for short rows.
  for (let i = 0, at = 0, source = from; i < a.rows; i++, source += a.cols) {
    for (let j = 0; j < width; j++, at++) result.data[at] = a.data[source + j];
  }
  return result;
}

/** The square sub-matrix (or block) A[rowIndex, colIndex]. */
export function submatrix(a: Matrix, rowIndex: ArrayLike<number>, colIndex: ArrayLike<number>): Matrix {
  const result = matrix(rowIndex.length, colIndex.length);
  for (let i = 0; i < rowIndex.length; i++) {
    const from = rowIndex[i] * a.cols;
    const to = i * colIndex.length;
    for (let j = 0; j < colIndex.length; j++) result.data[to + j] = a.data[from + colIndex[j]];
  }
  return result;
}

/** A stack of `count` rows × cols matrices over `data` (zeros if omitted). */
export function matrixStack(count: number, rows: number, cols: number, data?: Float64Array): MatrixStack {
  const values = data ?? new Float64Array(count * rows * cols);
  if (values.length !== count * rows * cols) {
    throw new RangeError(
      `matrixStack: expected ${count} × ${rows} × ${cols} = ${count * rows * cols} values, found ${values.length}`,
    );
  }
  return { count, rows, cols, data: values };
}

/** Matrix n of a stack as a view; writing to it writes to the stack. */
export function stackItem(stack: MatrixStack, n: number): Matrix {
  const size = stack.rows * stack.cols;
  return { rows: stack.rows, cols: stack.cols, data: stack.data.subarray(n * size, (n + 1) * size) };
}

// Block matrices.

/** [A B]. */
export function joinColumns(a: Matrix, b: Matrix): Matrix {
  const result = matrix(a.rows, a.cols + b.cols);
  for (let i = 0; i < a.rows; i++) {
    result.data.set(a.data.subarray(i * a.cols, (i + 1) * a.cols), i * result.cols);
    result.data.set(b.data.subarray(i * b.cols, (i + 1) * b.cols), i * result.cols + a.cols);
  }
  return result;
}

/** The symmetric matrix with leading block A and last columns B. */
export function bordered(a: Matrix, b: Matrix): Matrix {
  const result = matrix(b.rows, b.rows);
  for (let i = 0; i < a.rows; i++) result.data.set(a.data.subarray(i * a.cols, (i + 1) * a.cols), i * b.rows);
  for (let i = 0; i < b.rows; i++) {
    for (let j = 0; j < b.cols; j++) {
      result.data[i * b.rows + a.cols + j] = b.data[i * b.cols + j];
      result.data[(a.cols + j) * b.rows + i] = b.data[i * b.cols + j];
    }
  }
  return result;
}

/** Eigenvalues in descending order and the matching eigenvectors as columns. */
export interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Matrix;
}
