import {
  cholesky,
  matrix,
  scale,
  scaleColumns,
  solveLower,
  squaredDistances,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';
import { classMeans } from '../discriminant/classMeans.ts';
import type { ArrayKinds, Arrays } from '../frame/arrays.ts';
import { FitError } from '../method.ts';
import type { Field } from './fieldSchema.ts';
import { coefficient } from './fields.ts';

/** Of the methods that are lists of fields. */
export const FIELD_ARRAYS = {
  mean: 'matrix',
  W: 'matrix',
  P: 'matrix',
  gram: 'matrix',
  sigmax2: 'scalar',
  sigma2: 'vector',
  lambda: 'vector',
  E: 'matrix',
  classMeans: 'matrix?',
  classNames: 'vector?',
} as const satisfies ArrayKinds;

/**
 * Eqs. (39)–(41) with class means only, O(K q) a probe after its projection: the class c with the least
 * (ŷ − m_c)ᵀ [Σ + σ_x² (WᵀW)⁻¹]⁻¹ (ŷ − m_c). m_c blends the class mean and the mean of all images as the prior does for
 * a further image of the class; fields over nearest neighbours or other attributes have no say.
 */
export function likeliestClass(
  { lambda, sigma2, classMeans: means, classNames: names, E: e, gram, sigmax2 }: Arrays<typeof FIELD_ARRAYS>,
  fields: readonly Field[],
  codes: Matrix,
): Int32Array {
  if (!means || !names) throw new FitError('Identification by likelihood needs a field over subjects.');
  const q = lambda.length;
  const overall = new Float64Array(q);
  e.data.forEach((value, at) => (overall[at % q] += value / e.rows));
  const total = new Float64Array(q);
  const centres = matrix(means.rows, q);
  for (const { f, phi, neighbourhood: kind } of fields) {
    if (kind !== 'class' && kind !== 'all' && kind !== 'self') continue;
    for (let n = 0; n < q; n++) {
      const weight = coefficient(f, lambda[n]);
      total[n] += weight;
      if (kind === 'self') continue;
      for (let c = 0; c < means.rows; c++) {
        const mean = kind === 'class' ? means.data[c * q + n] : overall[n];
        centres.data[c * q + n] += weight * coefficient(phi, lambda[n]) * mean;
      }
    }
  }
  const covariance = scale(cholesky(gram).inverse(), sigmax2);
  for (let n = 0; n < q; n++) covariance.data[n * (q + 1)] += sigma2[n] / total[n];
  const { lower } = cholesky(covariance);
  const white = (rows: Matrix) => transpose(solveLower(lower, transpose(rows)));
  const distances = squaredDistances(
    white(codes),
    white(
      scaleColumns(
        centres,
        total.map((value) => 1 / value),
      ),
    ),
  );
  return Int32Array.from({ length: codes.rows }, (_, i) => {
    const row = distances.data.subarray(i * means.rows, (i + 1) * means.rows);
    return names[row.indexOf(Math.min(...row))];
  });
}

/** Means of E over each subject, unlabelled images (−1) left out. */
export function classArrays(e: Matrix, labels: Int32Array) {
  const known = Int32Array.from(labels.keys()).filter((i) => labels[i] >= 0);
  const rows = matrix(known.length, e.cols);
  known.forEach((i, at) => rows.data.set(e.data.subarray(i * e.cols, (i + 1) * e.cols), at * e.cols));
  const { means, names } = classMeans(
    rows,
    known.map((i) => labels[i]),
  );
  return { classMeans: means, classNames: Float64Array.from(names) };
}
