/** Products over all matrices of a stack at once: the inner loops of the bilinear methods. */
import { matrix, matrixStack, stackItem, type Matrix, type MatrixStack } from './matrix.ts';
import { gramOfColumns, gramOfRows, multiply, shapeOf } from './products.ts';

/** A stack X_1 … X_N of rows × cols matrices, minus a centre, kept ready for repeated products. */
export interface ImageBatch {
  readonly count: number;
  readonly rows: number;
  readonly cols: number;
  /** Σ_n X_n P X_nᵀ, rows × rows; P is cols × cols, the identity when omitted. A symmetric P gives a symmetric result. */
  sumRight(p?: Matrix): Matrix;
  /** Σ_n X_nᵀ Q X_n, cols × cols; Q is rows × rows, the identity when omitted. */
  sumLeft(q?: Matrix): Matrix;
  /** U_cᵀ X_n U_r for every n; null stands for the identity. U_c has `rows` rows, U_r has `cols` rows. */
  project(uc: Matrix | null, ur: Matrix | null): MatrixStack;
  /** Inner products ⟨X_m, X_n⟩ = Σ_ij X_m,ij X_n,ij of all pairs, N × N. */
  gram(): Matrix;
  /** Frees the memory of the batch; a later call of any product throws. */
  release(): void;
}

/** Copies a stack, with `centre` subtracted from every matrix, into a batch. Throws RangeError when the shapes differ. */
export function loadBatch(stack: MatrixStack, centre?: Matrix): ImageBatch {
  const { count, rows, cols } = stack;
  if (centre && (centre.rows !== rows || centre.cols !== cols)) {
    throw new RangeError(`loadBatch: a ${shapeOf(centre)} centre for matrices of ${rows} × ${cols}`);
  }
  const size = rows * cols;
  const values = Float64Array.from(stack.data);
  if (centre) {
    for (let n = 0; n < count; n++) {
      for (let i = 0; i < size; i++) values[n * size + i] -= centre.data[i];
    }
  }
  let held: MatrixStack | null = matrixStack(count, rows, cols, values);
  const items = (): MatrixStack => {
    if (!held) throw new Error('ImageBatch: used after release');
    return held;
  };
  return {
    count,
    rows,
    cols,
    sumRight(p) {
      requireShape('sumRight', p, cols, cols);
      return sum(items(), rows, (x) => (p ? multiply(multiply(x, p), x, { transposeB: true }) : gramOfRows(x)));
    },
    sumLeft(q) {
      requireShape('sumLeft', q, rows, rows);
      return sum(items(), cols, (x) => (q ? multiply(x, multiply(q, x), { transposeA: true }) : gramOfColumns(x)));
    },
    project: (uc, ur) => projectStack(items(), uc, ur),
    gram: () => gramOfRows(matrix(count, size, items().data)),
    release() {
      held = null;
    },
  };
}

/** U_c Z_n U_rᵀ for every matrix of a stack; null stands for the identity. Throws RangeError when the shapes do not fit. */
export function expand(stack: MatrixStack, uc: Matrix | null, ur: Matrix | null): MatrixStack {
  if ((uc && uc.cols !== stack.rows) || (ur && ur.cols !== stack.cols)) {
    throw new RangeError(
      `expand: matrices of ${shapeOf(stack)} between ${uc ? shapeOf(uc) : 'identity'} and ${ur ? shapeOf(ur) : 'identity'}`,
    );
  }
  const result = matrixStack(stack.count, uc?.rows ?? stack.rows, ur?.rows ?? stack.cols);
  for (let n = 0; n < stack.count; n++) {
    let item = stackItem(stack, n);
    if (uc) item = multiply(uc, item);
    if (ur) item = multiply(item, ur, { transposeB: true });
    stackItem(result, n).data.set(item.data);
  }
  return result;
}

function projectStack(stack: MatrixStack, uc: Matrix | null, ur: Matrix | null): MatrixStack {
  if ((uc && uc.rows !== stack.rows) || (ur && ur.rows !== stack.cols)) {
    throw new RangeError(
      `project: matrices of ${shapeOf(stack)} onto ${uc ? shapeOf(uc) : 'identity'} and ${ur ? shapeOf(ur) : 'identity'}`,
    );
  }
  const result = matrixStack(stack.count, uc?.cols ?? stack.rows, ur?.cols ?? stack.cols);
  for (let n = 0; n < stack.count; n++) {
    let item = stackItem(stack, n);
    if (ur) item = multiply(item, ur);
    if (uc) item = multiply(uc, item, { transposeA: true });
    stackItem(result, n).data.set(item.data);
  }
  return result;
}

function sum(stack: MatrixStack, size: number, term: (x: Matrix) => Matrix): Matrix {
  const total = matrix(size, size);
  for (let n = 0; n < stack.count; n++) {
    const { data } = term(stackItem(stack, n));
    for (let i = 0; i < data.length; i++) total.data[i] += data[i];
  }
  return total;
}

function requireShape(name: string, a: Matrix | undefined, rows: number, cols: number): void {
  if (a && (a.rows !== rows || a.cols !== cols)) {
    throw new RangeError(`${name}: expected a ${rows} × ${cols} matrix, found ${shapeOf(a)}`);
  }
}
