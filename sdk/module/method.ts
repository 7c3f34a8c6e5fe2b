/**
 * An example to change: principal components of the images as vectors. A module runs inside Eigenbench, in the thread
 * that computes the cell, like a built-in method: fast to call, but nothing ends it if it hangs.
 *
 * Images are { count, rows, cols, data }: pixel (r, c) of image n is data[(n * rows + r) * cols + c]. The types below
 * are erased when it is loaded; JavaScript (method.mjs) needs none.
 */
interface Images {
  readonly count: number;
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
}

interface Fit {
  readonly latent: readonly number[];
  readonly imageShape: { readonly rows: number; readonly cols: number };
  readonly parameters: Readonly<Record<string, { readonly shape: readonly number[]; readonly data: Float64Array }>>;
}

export const method = {
  /** Called with the training images, the latent shape and the settings; context.random is the only randomness. */
  fit({ images }: { readonly images: Images }, latent: readonly number[], settings: Readonly<Record<string, unknown>>) {
    const [q] = latent;
    const { count, rows, cols } = images;
    const data = images.data;
    const size = rows * cols;
    const mean = new Float64Array(size);
    data.forEach((value, i) => (mean[i % size] += value / count));
    const U = axes(
      data.map((value, i) => value - mean[i % size]),
      count,
      size,
      q,
      settings['whiten'] === true,
    );
    return {
      method: 'my-method',
      latent,
      settings,
      imageShape: { rows, cols },
      parameters: { mean: { shape: [size], data: mean }, U: { shape: [size, q], data: U } },
      trace: [],
      objective: null,
      iterations: 0,
      converged: true,
      logLikelihood: null,
      warnings: [],
    };
  },

  /** Codes: count matrices of q × 1. */
  encode({ parameters, latent }: Fit, images: Images) {
    const [q] = latent;
    const { mean, U } = parameters;
    const size = images.rows * images.cols;
    const { data } = images;
    const codes = new Float64Array(images.count * q);
    for (let n = 0; n < images.count; n++) {
      for (let i = 0; i < size; i++) {
        const value = data[n * size + i] - mean.data[i];
        for (let k = 0; k < q; k++) codes[n * q + k] += value * U.data[i * q + k];
      }
    }
    return { count: images.count, rows: q, cols: 1, data: codes };
  },
};

/** Leading axes, size × q: images weighted by the eigenvectors of their Gram matrix. */
function axes(x: Float64Array, count: number, size: number, q: number, whiten: boolean): Float64Array {
  const image = (n: number): Float64Array => x.subarray(n * size, (n + 1) * size);
  const gram = Array.from({ length: count }, (_, n) =>
    Float64Array.from({ length: count }, (_, m) => dot(image(n), image(m))),
  );
  const { values, vectors } = eigen(gram);
  const U = new Float64Array(size * q);
  for (let k = 0; k < q; k++) {
    const length = Math.sqrt(Math.max(values[k], 1e-24));
    const scale = whiten ? 1 / Math.max(length, 1e-12) : 1;
    for (let n = 0; n < count; n++) {
      const weight = (vectors[n][k] / length) * scale;
      image(n).forEach((value, i) => (U[i * q + k] += weight * value));
    }
  }
  return U;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Eigenvalues of a symmetric matrix, descending, with the eigenvectors as columns: Jacobi's rotations. */
function eigen(given: readonly Float64Array[]): { values: number[]; vectors: number[][] } {
  const a = given.map((row) => Float64Array.from(row));
  const order = a.length;
  const v = a.map((_, i) => Float64Array.from({ length: order }, (_, j) => (i === j ? 1 : 0)));
  const turn = (rows: Float64Array[], p: number, r: number, c: number, s: number): void => {
    for (const row of rows) [row[p], row[r]] = [c * row[p] - s * row[r], s * row[p] + c * row[r]];
  };
  for (let sweep = 0; sweep < 60; sweep++) {
    let largest = 0;
    for (let p = 0; p < order; p++) {
      for (let r = p + 1; r < order; r++) {
        if (Math.abs(a[p][r]) <= 1e-16 * Math.sqrt(Math.abs(a[p][p] * a[r][r]))) continue;
        largest = Math.max(largest, Math.abs(a[p][r]));
        const theta = (a[r][r] - a[p][p]) / (2 * a[p][r]);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        turn(a, p, r, c, s);
        for (let k = 0; k < order; k++) [a[p][k], a[r][k]] = [c * a[p][k] - s * a[r][k], s * a[p][k] + c * a[r][k]];
        turn(v, p, r, c, s);
      }
    }
    if (largest === 0) break;
  }
  const places = a.map((_, i) => i).sort((i, j) => a[j][j] - a[i][i]);
  return { values: places.map((i) => a[i][i]), vectors: v.map((row) => places.map((i) => row[i])) };
}
