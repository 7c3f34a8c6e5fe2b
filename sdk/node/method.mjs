/** An example to change: principal components of the images as vectors, by Jacobi rotations of their Gram matrix. */
import { serve } from './eigenbench-method.mjs';

function fit({ images }, [q], { whiten }) {
  const [count, rows, cols] = images.shape;
  const size = rows * cols;
  const mean = new Float64Array(size);
  images.data.forEach((value, i) => (mean[i % size] += value / count));
  const x = images.data.map((value, i) => value - mean[i % size]);
  // Gram matrix of the images, N × N: its eigenvectors give the axes.
  const gram = Array.from({ length: count }, (_, n) => Float64Array.from({ length: count }, (_, m) => dot(x, n, x, m, size)));
  const { values, vectors } = eigen(gram);
  const U = new Float64Array(size * q);
  for (let k = 0; k < q; k++) {
    const length = Math.sqrt(Math.max(values[k], 1e-24));
    const scale = whiten ? 1 / Math.max(length, 1e-12) : 1;
    for (let n = 0; n < count; n++) {
      const weight = (vectors[n][k] / length) * scale;
      for (let i = 0; i < size; i++) U[i * q + k] += weight * x[n * size + i];
    }
  }
  return { mean: { shape: [size], data: mean }, U: { shape: [size, q], data: U } };
}

function encode({ mean, U }, images) {
  const [count] = images.shape;
  const [size, q] = U.shape;
  const codes = new Float64Array(count * q);
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < size; i++) {
      const value = images.data[n * size + i] - mean.data[i];
      for (let k = 0; k < q; k++) codes[n * q + k] += value * U.data[i * q + k];
    }
  }
  return { shape: [count, q], data: codes };
}

function dot(a, n, b, m, size) {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += a[n * size + i] * b[m * size + i];
  return sum;
}

/** Eigenvalues of a symmetric matrix, descending, with the eigenvectors as columns: Jacobi's rotations. */
function eigen(given) {
  const a = given.map((row) => Float64Array.from(row));
  const order = a.length;
  const v = a.map((_, i) => Float64Array.from({ length: order }, (_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 60; sweep++) {
    let rest = 0;
    let all = 0;
    for (let p = 0; p < order; p++) {
      for (let r = 0; r < order; r++) {
        all += a[p][r] ** 2;
        if (p !== r) rest += a[p][r] ** 2;
      }
    }
    if (rest <= 1e-30 * all) break;
    for (let p = 0; p < order; p++) {
      for (let r = p + 1; r < order; r++) {
        if (a[p][r] === 0) continue;
        const theta = (a[r][r] - a[p][p]) / (2 * a[p][r]);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < order; k++) [a[k][p], a[k][r]] = [c * a[k][p] - s * a[k][r], s * a[k][p] + c * a[k][r]];
        for (let k = 0; k < order; k++) [a[p][k], a[r][k]] = [c * a[p][k] - s * a[r][k], s * a[p][k] + c * a[r][k]];
        for (let k = 0; k < order; k++) [v[k][p], v[k][r]] = [c * v[k][p] - s * v[k][r], s * v[k][p] + c * v[k][r]];
      }
    }
  }
  const places = a.map((_, i) => i).sort((i, j) => a[j][j] - a[i][i]);
  return { values: places.map((i) => a[i][i]), vectors: v.map((row) => places.map((i) => row[i])) };
}

serve('my-method', { fit, encode });
