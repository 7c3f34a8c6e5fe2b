/** EM of kroneckerEm.ts with the sums over the images taken from the second moments of their pixels. */
import { diagonal, gramOfColumns, matrix, type CodeMoments, type Matrix } from '../../../linalg/index.ts';
import { densityOf, type DensitySums, type PosteriorDensity, type PosteriorKind } from './kroneckerDensity.ts';
import { maximised, type MaximisationOptions } from './kroneckerEm.ts';
import { coreVariances, type KroneckerModel } from './kroneckerModel.ts';

/** Images of which nothing else is asked. */
export type MomentData = Omit<DensitySums, 'explained'>;

/** A posterior without the means of single images. */
export type MomentPosterior = PosteriorDensity & Pick<DensitySums, 'explained'>;

/** The E-step; `codes` are those of `model`. */
export function momentExpectation(
  data: MomentData,
  model: KroneckerModel,
  kind: PosteriorKind,
  { second }: CodeMoments,
): MomentPosterior {
  const variances = coreVariances(model);
  const size = variances.length;
  let explained = 0;
  for (let k = 0; k < size; k++) explained += second[k * size + k] / variances[k];
  return { explained, ...densityOf(model, kind, { ...data, explained }) };
}

/** The M-step: the next model, in canonical form. */
export function momentMaximisation(
  { total, energy, pixels }: MomentData,
  model: KroneckerModel,
  { variances }: MomentPosterior,
  codes: CodeMoments,
  options: MaximisationOptions,
): KroneckerModel {
  const weights = coreVariances(model).map((variance) => 1 / variance);
  const [qc, q] = [model.c.cols, model.r.cols];
  // Σ_n B_n,ab B_n,a'b' + Var[Z_ab] where both are the same entry.
  const moments = codes.second.slice();
  for (let k = 0, i = 0; k < weights.length; k++) {
    for (let l = 0; l < weights.length; l++, i++) moments[i] *= weights[k] * weights[l];
    moments[k * weights.length + k] += total * variances[k];
  }
  const columnSecond = (p: Matrix): Matrix => contracted(moments, qc, q, p, 'columns');
  const rowSecond = (p: Matrix): Matrix => contracted(moments, qc, q, p, 'rows');
  const sums = {
    total,
    energy,
    pixels,
    columnMoments: () => ({ s: codes.right(weights), h: columnSecond(diagonal(model.normsR)) }),
    rowMoments: (c: Matrix) => ({ s: codes.left(c, weights), h: rowSecond(gramOfColumns(c)) }),
    columnSecond,
    rowSecond,
  };
  return maximised(sums, model, options).model;
}

/**
 * Σ E[Z_n P Z_nᵀ] (columns: P is q_r × q_r) or Σ E[Z_nᵀ P Z_n] (rows: P is q_c × q_c) from Σ E[Z_n,ab Z_n,a'b'],
 * exactly symmetric for a symmetric P.
 */
function contracted(moments: Float64Array, qc: number, q: number, p: Matrix, keep: 'columns' | 'rows'): Matrix {
  const size = qc * q;
  const [n, over, step, stride] = keep === 'columns' ? [qc, q, q, 1] : [q, qc, 1, q];
  const sum = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let value = 0;
      for (let k = 0; k < over; k++) {
        const row = (i * step + k * stride) * size + j * step;
        for (let l = 0; l < over; l++) value += p.data[k * over + l] * moments[row + l * stride];
      }
      sum.data[i * n + j] = value;
      sum.data[j * n + i] = value;
    }
  }
  return sum;
}
