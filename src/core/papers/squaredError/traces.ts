/** EM steps of the three algorithms of Ahn, Choi, Oh 2004 from one start, and what is seen of them on the way. */
import { normalMatrix } from '../../images/noise.ts';
import { asVectors, centreImages, meanImage, type ImageSet } from '../../images/imageSet.ts';
import { gramOfColumns, scaleRows, symmetricEigen, transpose, type Matrix } from '../../linalg/index.ts';
import { columnAngle } from '../../methods/vector/axisTrace.ts';
import { errorStep, type Weights } from '../../methods/vector/integratedError.ts';
import { residentRows } from '../../methods/vector/residentRows.ts';
import type { Random } from '../../random/stream.ts';

export interface Spectrum {
  /** Eigenvalues of XᵀX, descending. */
  readonly values: Float64Array;
  /** Their vectors, d × d. */
  readonly vectors: Matrix;
}

/** Of the centred images as rows. */
export function spectrumOf(images: ImageSet): Spectrum {
  return symmetricEigen(gramOfColumns(asVectors(centreImages(images, meanImage(images)))));
}

export interface Trace {
  /** After each iteration: the errors J_1 … J_q, the angle between the first two columns in degrees. */
  readonly errors: readonly Float64Array[];
  readonly angle12: readonly number[];
  /** Angle of every column to the eigenvector of its rank at the end, in degrees, 0 … 90. */
  readonly exact: readonly number[];
}

/** The algorithms by name, with their weights c_k for q axes. */
export function algorithms(
  q: number,
): readonly { readonly title: string; readonly method: string; readonly weights: Weights }[] {
  return [
    { title: 'EM-PCA', method: 'empca', weights: Float64Array.from({ length: q }, (_, k) => (k === q - 1 ? 1 : 0)) },
    { title: 'EM-ePCA', method: 'emepca', weights: Float64Array.from({ length: q }, (_, k) => 0.8 ** (k + 1)) },
    { title: 'EM-ePCA, limit', method: 'emepca', weights: 'limit' },
  ];
}

/**
 * `iterations` steps from A ~ N(0, 1). The steps see the data through XᵀX = V Λ Vᵀ only: Λ^½ Vᵀ in place of X gives the
 * same ones, at a fortieth of the cost on USPS.
 */
export function traceOf(
  { values, vectors }: Spectrum,
  q: number,
  weights: Weights,
  iterations: number,
  random: Random,
  checkCancelled: () => void,
): Trace {
  const d = vectors.rows;
  const roots = values.map((value) => Math.sqrt(Math.max(0, value)));
  const rows = residentRows(scaleRows(transpose(vectors), roots));
  try {
    let a = normalMatrix(d, q, random);
    const errors: Float64Array[] = [];
    const angle12: number[] = [];
    for (let t = 0; t < iterations; t++) {
      checkCancelled();
      const state = errorStep(rows, a, weights);
      a = state.a;
      errors.push(Float64Array.from(state.errors));
      if (q > 1) angle12.push(columnAngle(a, 0, a, 1));
    }
    const exact = Array.from({ length: q }, (_, j) => {
      const angle = columnAngle(a, j, vectors, j);
      return Math.min(angle, 180 - angle);
    });
    return { errors, angle12, exact };
  } finally {
    rows.release();
  }
}
