/** Where the EM of PSOPCA and MVFA begins. */
import {
  identity,
  leadingEigen,
  matrix,
  orthonormalise,
  scaleColumns,
  type ImageBatch,
  type Matrix,
} from '../../linalg/index.ts';
import type { Random } from '../../random/random.ts';
import type { Parameter, Settings } from '../method.ts';
import { columnAxes } from './columnAxes.ts';
import { canonicalModel, type KroneckerModel } from './kroneckerModel.ts';

export type KroneckerStart = 'glram' | 'identity' | 'random' | 'published';

export const startParameter: Parameter = {
  name: 'start',
  title: 'Start',
  help: 'Bases of the first iteration: GLRAM (three alternating rounds), the leading columns of the identity, or random. Loadings and noise are then scaled to the images.',
  kind: 'choice',
  default: 'glram',
  choices: [
    { value: 'glram', title: 'GLRAM' },
    { value: 'identity', title: 'Identity' },
    { value: 'random', title: 'Random' },
  ],
};

/**
 * The kind of one of several starts: the first as set, those after the second, which is that of a simpler model,
 * random.
 */
export function startKind(settings: Settings, start: number): KroneckerStart {
  return start === 0 ? (settings.start as KroneckerStart) : 'random';
}

/** Variance a direction keeps at least at the start, as a share of the mean pixel variance: EM cannot leave zero. */
const LEAST = 1e-3;

/**
 * The first model. 'published': C, R ~ N(0, 1) and σ² = 1, whatever the scale of the images (Zhao, Yu, Kwok 2012,
 * section V). The others choose orthonormal bases and fit the loadings' lengths: with M_ab the mean of
 * (U_cᵀ X U_r)_ab², σ² is the mean of what the bases leave out and d_a e_b the rank-one fit to M_ab − σ².
 */
export function startModel(
  start: KroneckerStart,
  batch: ImageBatch,
  energy: number,
  qc: number,
  q: number,
  random: Random,
): KroneckerModel {
  const normal = (d: number, k: number) =>
    matrix(
      d,
      k,
      Float64Array.from({ length: d * k }, () => random.normal()),
    );
  if (start === 'published') return canonicalModel(normal(batch.rows, qc), normal(batch.cols, q), 1);
  if (start === 'identity') return scaled(batch, energy, identity(batch.rows, qc), identity(batch.cols, q));
  if (start === 'random') {
    return scaled(batch, energy, orthonormalise(normal(batch.rows, qc)), orthonormalise(normal(batch.cols, q)));
  }
  return scaled(batch, energy, ...alternatingBases(batch, qc, q, 3));
}

/** U_c, U_r after a few rounds of GLRAM from the leading eigenvectors of Σ X_nᵀ X_n. */
function alternatingBases(batch: ImageBatch, qc: number, q: number, rounds: number): [Matrix, Matrix] {
  let ur = leadingEigen(batch.sumLeft(), q).vectors;
  let uc = ur;
  for (let round = 0; round < rounds; round++) {
    uc = columnAxes(batch, ur, qc).vectors;
    ur = leadingEigen(batch.sumLeftFactor(uc), q).vectors;
  }
  return [uc, ur];
}

function scaled(batch: ImageBatch, energy: number, uc: Matrix, ur: Matrix): KroneckerModel {
  const [qc, q] = [uc.cols, ur.cols];
  const projected = batch.project(uc, ur);
  const moments = new Float64Array(qc * q);
  for (let i = 0; i < projected.data.length; i++) moments[i % moments.length] += projected.data[i] ** 2 / batch.count;
  const pixels = batch.rows * batch.cols;
  const variance = energy / batch.count / pixels;
  const inside = moments.reduce((sum, value) => sum + value, 0);
  const outside = pixels > moments.length ? (pixels * variance - inside) / (pixels - moments.length) : 0;
  const sigma2 = Math.max(outside, LEAST * variance);
  const rowSums = new Float64Array(qc);
  const columnSums = new Float64Array(q);
  let total = 0;
  for (let a = 0, k = 0; a < qc; a++) {
    for (let b = 0; b < q; b++, k++) {
      const signal = Math.max(moments[k] - sigma2, LEAST * variance);
      rowSums[a] += signal;
      columnSums[b] += signal;
      total += signal;
    }
  }
  const root = Math.sqrt(total);
  return canonicalModel(
    scaleColumns(
      uc,
      rowSums.map((sum) => Math.sqrt(sum / root)),
    ),
    scaleColumns(
      ur,
      columnSums.map((sum) => Math.sqrt(sum / root)),
    ),
    sigma2,
  );
}
