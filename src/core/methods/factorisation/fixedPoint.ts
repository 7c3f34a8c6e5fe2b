/** Symmetric FastICA of whitened signals. */
import { gramOfRows, matrix, multiply, scale, scaleColumns, symmetricEigen, type Matrix } from '../../linalg/index.ts';

export interface Unmixing {
  /** W, q × q, orthogonal: the sources are the rows of W Xᵀ. */
  readonly w: Matrix;
  /** Largest change 1 − |⟨w_i, w_i'⟩| of a row in every iteration. */
  readonly changes: readonly number[];
  readonly converged: boolean;
}

export interface FixedPoint {
  readonly contrast: 'logcosh' | 'kurtosis';
  readonly tolerance: number;
  readonly maxIterations: number;
  /** Called before every iteration. */
  readonly between: () => void;
}

/**
 * Iterates W ← E[g(W x) xᵀ] − diag(E[g′(W x)]) W, made orthogonal by (W Wᵀ)^(−½) W, until no row turns by more than the
 * tolerance (Hyvärinen 1999, symmetric form): g = tanh, or u³ for the kurtosis.
 * @param x T × q samples of whitened signals, (1/T) XᵀX = I
 * @param start q × q
 */
export function unmix(x: Matrix, start: Matrix, { contrast, tolerance, maxIterations, between }: FixedPoint): Unmixing {
  const [count, q] = [x.rows, x.cols];
  let w = orthogonal(start);
  const changes: number[] = [];
  let converged = false;
  do {
    between();
    const y = multiply(x, w, { transposeB: true });
    const slopes = new Float64Array(q);
    const g = y.data.map((value, at) => {
      const bent = contrast === 'logcosh' ? Math.tanh(value) : value * value * value;
      slopes[at % q] += (contrast === 'logcosh' ? 1 - bent * bent : 3 * value * value) / count;
      return bent;
    });
    const pulled = scale(multiply(matrix(count, q, g), x, { transposeA: true }), 1 / count);
    for (let i = 0, at = 0; i < q; i++) for (let j = 0; j < q; j++, at++) pulled.data[at] -= slopes[i] * w.data[at];
    const next = orthogonal(pulled);
    let change = 0;
    for (let i = 0; i < q; i++) {
      let along = 0;
      for (let j = 0; j < q; j++) along += w.data[i * q + j] * next.data[i * q + j];
      change = Math.max(change, Math.abs(Math.abs(along) - 1));
    }
    w = next;
    changes.push(change);
    converged = change < tolerance;
  } while (!converged && changes.length < maxIterations);
  return { w, changes, converged };
}

/** (W Wᵀ)^(−½) W. */
function orthogonal(w: Matrix): Matrix {
  return multiply(inverseRoot(gramOfRows(w)), w);
}

/** A^(−½) of a symmetric matrix; directions with eigenvalues at rounding are left as they are. */
export function inverseRoot(a: Matrix): Matrix {
  const { values, vectors } = symmetricEigen(a);
  const cut = a.rows * Number.EPSILON * values[0];
  const weights = values.map((value) => (value > cut ? 1 / Math.sqrt(value) : 1));
  return multiply(scaleColumns(vectors, weights), vectors, { transposeB: true });
}
