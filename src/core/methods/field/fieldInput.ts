import type { ImageSet } from '../../images/imageSet.ts';
import {
  columns,
  matrix,
  matrixStack,
  multiply,
  orthonormalise,
  scaleColumns,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { componentsAmount, type ResolvedSetting } from '../resolvedSettings.ts';
import { inverseRoots } from '../linearProjection.ts';
import type { Model } from '../declareMethod.ts';
import type { SettingsOf } from '../typedSettings.ts';
import { FitError, type FitContext } from '../method.ts';
import { randomStart } from '../vector/emAxes.ts';
import { errorStep } from '../vector/integratedError.ts';
import { principalAxes, rowsOfStack } from '../vector/principalAxes.ts';
import { centredRows, residentRows, type ResidentRows } from '../vector/residentRows.ts';
import { keptCount } from './keptComponents.ts';
import type { fieldParameters } from './fieldParameters.ts';
import type { FieldModel } from './meanFieldEm.ts';

export type FieldSettings = SettingsOf<typeof fieldParameters>;

/** The input of the EM, and the way back to images. */
export interface Input {
  readonly mean: Matrix;
  /** Centred images, for distances between them. */
  readonly pixels: Matrix;
  readonly rows: ResidentRows;
  readonly whitened: boolean;
  readonly amounts: readonly ResolvedSetting[];
  /** Converts loadings and projections of the input to those of images. */
  readonly toImages: (w: Matrix) => Matrix;
  readonly toProjection: (p: Matrix) => Matrix;
}

/** The input that the settings select. Release its rows after the fits. */
export function inputOf(title: string, images: ImageSet, settings: Pick<FieldSettings, 'input' | 'energy'>): Input {
  const { mean, x } = centredRows(images);
  if (settings.input === 'raw') {
    const rows = residentRows(x);
    if (rows.energy === 0) throw new FitError(`${title}: all training images are equal.`);
    return { mean, pixels: x, rows, whitened: false, amounts: [], toImages: (w) => w, toProjection: (p) => p };
  }
  const axes = principalAxes(images, Math.min(images.count, x.cols));
  const values = axes.values.slice(0, keptCount(axes.values, settings.energy));
  const vectors = columns(axes.vectors, 0, values.length);
  if (values.length === 0) throw new FitError(`${title}: all training images are equal.`);
  const towards = scaleColumns(vectors, inverseRoots(values));
  const back = scaleColumns(
    vectors,
    values.map((value) => Math.sqrt(value)),
  );
  return {
    mean,
    pixels: x,
    rows: residentRows(multiply(x, towards)),
    whitened: true,
    amounts: [componentsAmount('energy', values.length, axes.values)],
    toImages: (w) => multiply(back, w),
    toProjection: (p) => multiply(towards, p),
  };
}

/** μ + W y for codes y, in images. */
export function fromLatent(
  { arrays: { mean, W: w } }: Model<unknown, { readonly mean: 'matrix'; readonly W: 'matrix' }>,
  codes: MatrixStack,
): ImageSet {
  const images = multiply(rowsOfStack(codes), w, { transposeB: true });
  const data = images.data.map((value, i) => value + mean.data[i % mean.data.length]);
  return matrixStack(codes.count, mean.rows, mean.cols, data);
}

/** Random orthonormal loadings on whitened input; on raw input the span that ten EM-ePCA iterations find. E[y] = 0. */
export function startOf(
  { rows, whitened }: Input,
  q: number,
  settings: Pick<FieldSettings, 'lambdaFirst' | 'lambdaLast' | 'variance'>,
  context: FitContext,
): FieldModel {
  let a = randomStart(rows.cols, q, context);
  if (!whitened) for (let t = 0; t < 10; t++) a = errorStep(rows, a, 'limit').a;
  const variance = rows.energy / (rows.rows * rows.cols);
  let w = orthonormalise(a);
  if (!whitened) {
    const s = rows.times(w);
    const lengths = new Float64Array(q);
    s.data.forEach((value, at) => (lengths[at % q] += (value * value) / rows.rows));
    w = scaleColumns(w, lengths.map(Math.sqrt));
  }
  const [first, last] = [settings.lambdaFirst, settings.lambdaLast];
  const lambda = Float64Array.from({ length: q }, (_, n) => (q === 1 ? first : first + ((last - first) * n) / (q - 1)));
  const sigma2 = lambda.map((value) => (settings.variance === 'fixed' ? 1 : 1 - value * value));
  const unit = settings.variance !== 'fixed' && settings.variance !== 'free';
  return { w, noise: 0.5 * variance, sigma2, lambda, e: matrix(rows.rows, q), unit };
}
