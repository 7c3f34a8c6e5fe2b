/** Starting models for the EM of PSOPCA and MVFA. */
import { normalMatrix } from '../../../images/noise.ts';
import {
  identity,
  leadingEigen,
  orthonormalise,
  scaleColumns,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../../linalg/index.ts';
import type { Random } from '../../../random/stream.ts';
import type { LatentShape, Parameter } from '../../method.ts';
import { columnAxes } from '../iteration/columnAxes.ts';
import { canonicalModel, type KroneckerModel } from './kroneckerModel.ts';

export type KroneckerStart = 'glram' | 'identity' | 'random' | 'published';

export const startParameter = {
  name: 'start',
  title: 'Start',
  help: 'Bases of the first iteration: GLRAM (three alternating rounds), the leading columns of the identity, or random. Loadings and noise are then scaled to the images.',
  kind: 'choice',
  default: 'glram',
  source: { measured: 'psopca.start' },
  choices: [
    { value: 'glram', title: 'GLRAM' },
    { value: 'identity', title: 'Identity' },
    { value: 'random', title: 'Random' },
  ],
} as const satisfies Parameter;

/**
 * The kind of each of several starts: the first as set, the others random, except that the second comes from a simpler
 * model.
 */
export function startKind(set: KroneckerStart, start: number): KroneckerStart {
  return start === 0 ? set : 'random';
}

/** Minimum variance of a direction at the start, as a share of the mean pixel variance: EM cannot leave zero. */
const LEAST = 1e-3;

/**
 * The first model. 'published': C, R ~ N(0, 1) and σ² = 1, for any scale of the images (Zhao, Yu, Kwok 2012, section
 * V). The others choose orthonormal bases and fit the loadings' lengths: with M_ab the mean of
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
  return beginModel(drawnStart(start, batch, qc, q, random), batch, energy, [qc, q]);
}

/** The first model of a start that has been drawn, over the images. */
export function beginModel(
  drawn: DrawnStart | null,
  batch: ImageBatch,
  energy: number,
  [qc, q]: LatentShape,
): KroneckerModel {
  if (drawn && 'model' in drawn) return drawn.model;
  const [uc, ur] = drawn?.bases ?? alternatingBases(batch, qc, q);
  return scaledModel(uc, ur, squaresOf(batch.project(uc, ur)), startSizes(batch, energy));
}

/** A start that does not need the images: a model, or bases that are still to be scaled. */
export type DrawnStart = { readonly model: KroneckerModel } | { readonly bases: readonly [Matrix, Matrix] };

/** The random numbers of a start; null for GLRAM's bases, which need none. */
export function drawnStart(
  start: KroneckerStart,
  { rows, cols }: Pick<ImageBatch, 'rows' | 'cols'>,
  qc: number,
  q: number,
  random: Random,
): DrawnStart | null {
  const normal = (d: number, k: number) => normalMatrix(d, k, random);
  switch (start) {
    case 'published':
      return { model: canonicalModel(normal(rows, qc), normal(cols, q), 1) };
    case 'identity':
      return { bases: [identity(rows, qc), identity(cols, q)] };
    case 'random':
      return { bases: [orthonormalise(normal(rows, qc)), orthonormalise(normal(cols, q))] };
    case 'glram':
      return null;
  }
}

/** Rounds of GLRAM for a start. */
export const START_ROUNDS = 3;

/** U_c, U_r after a few rounds of GLRAM from the leading eigenvectors of Σ X_nᵀ X_n. */
function alternatingBases(batch: ImageBatch, qc: number, q: number): [Matrix, Matrix] {
  let ur = leadingEigen(batch.sumLeft(), q).vectors;
  let uc = ur;
  for (let round = 0; round < START_ROUNDS; round++) {
    uc = columnAxes(batch, ur, qc).vectors;
    ur = leadingEigen(batch.sumLeftFactor(uc), q).vectors;
  }
  return [uc, ur];
}

/** Statistics of the images that a start is scaled to. */
export interface StartSizes {
  readonly count: number;
  readonly pixels: number;
  /** Mean pixel variance. */
  readonly variance: number;
}

/** `energy` is Σ ‖X_n‖². */
export function startSizes({ count, rows, cols }: ImageBatch, energy: number): StartSizes {
  const pixels = rows * cols;
  return { count, pixels, variance: energy / count / pixels };
}

/** Σ_n w_n,ab² / N, row-major q_c × q_r. */
function squaresOf({ count, rows, cols, data }: MatrixStack): Float64Array {
  const squares = new Float64Array(rows * cols);
  for (let i = 0; i < data.length; i++) squares[i % squares.length] += data[i] ** 2 / count;
  return squares;
}

/** The model with these orthonormal bases that fits the mean squares of U_cᵀ X U_r. */
export function scaledModel(
  uc: Matrix,
  ur: Matrix,
  squares: Float64Array,
  { pixels, variance }: StartSizes,
): KroneckerModel {
  const [qc, q] = [uc.cols, ur.cols];
  const inside = squares.reduce((sum, value) => sum + value, 0);
  const outside = pixels > squares.length ? (pixels * variance - inside) / (pixels - squares.length) : 0;
  const sigma2 = Math.max(outside, LEAST * variance);
  const rowSums = new Float64Array(qc);
  const columnSums = new Float64Array(q);
  let total = 0;
  for (let a = 0, k = 0; a < qc; a++) {
    for (let b = 0; b < q; b++, k++) {
      const signal = Math.max(squares[k] - sigma2, LEAST * variance);
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
