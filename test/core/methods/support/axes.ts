/** Data with a known spectrum and the angles of estimated axes to the true ones. */
import {
  columns,
  matrix,
  multiply,
  orthonormalise,
  principalAngles,
  scaleColumns,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { stream } from '../../../../src/core/random/stream.ts';

/** T × d rows whose covariance has the given eigenvalues, exactly, and random axes. */
export function rowsWithSpectrum(seed: string, count: number, values: readonly number[]): { x: Matrix; axes: Matrix } {
  const random = stream('spectrum', seed);
  const normal = (m: number, n: number) =>
    matrix(
      m,
      n,
      Float64Array.from({ length: m * n }, () => random.normal()),
    );
  const d = values.length;
  const centred = normal(count, d);
  for (let j = 0; j < d; j++) {
    let mean = 0;
    for (let n = 0; n < count; n++) mean += centred.data[n * d + j] / count;
    for (let n = 0; n < count; n++) centred.data[n * d + j] -= mean;
  }
  const scores = scaleColumns(
    orthonormalise(centred),
    values.map((value) => Math.sqrt(value * count)),
  );
  const axes = orthonormalise(normal(d, d));
  return { x: multiply(scores, axes, { transposeB: true }), axes };
}

/** Angle of every column of A to the axis of the same rank, degrees. */
export function axisAngles(a: Matrix, axes: Matrix): number[] {
  return Array.from(
    { length: a.cols },
    (_, j) => (principalAngles(columns(a, j, j + 1), columns(axes, j, j + 1))[0] * 180) / Math.PI,
  );
}

/** A d × q matrix of standard normal numbers. */
export function normalMatrix(seed: string, d: number, q: number): Matrix {
  const random = stream(seed);
  return matrix(
    d,
    q,
    Float64Array.from({ length: d * q }, () => random.normal()),
  );
}
