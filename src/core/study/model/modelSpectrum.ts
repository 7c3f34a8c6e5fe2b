/** Eigenvalues of the training images' covariance, of the pixels or of each mode, with the dimensions of the model. */
import { eigenSpectrum } from '../../images/eigenSpectrum.ts';
import { meanImage, selectImages } from '../../images/imageSet.ts';
import { loadBatch, symmetricEigen, trace, type Matrix } from '../../linalg/index.ts';
import { latentAxes } from './reconstructions.ts';
import { spreadPlaces, trainingImages, type LearnedModel } from './openModel.ts';

export interface ModelSpectrum {
  /** Samples of the covariance: the image as a vector, its columns (d_c numbers each), its rows. */
  readonly of: 'pixels' | 'columns' | 'rows';
  /** Descending; eigenvalues due to rounding alone are omitted. */
  readonly values: readonly number[];
  readonly total: number;
  /** Number of training images used. */
  readonly images: number;
  /** Name and value of the model's latent dimension along it. */
  readonly name: string;
  readonly chosen: number;
  /** σ² of a model with one noise variance for all pixels, on the scale of the values; null: none, or another noise. */
  readonly noise: number | null;
}

/** Maximum number of images, to limit the user's wait. */
const MOST_IMAGES = 600;

/** Empty if pixels of the training images are missing, and for codes whose axes are not latent dimensions. */
export function modelSpectra(model: LearnedModel): ModelSpectrum[] {
  if (model.method.latentNames.length === 0) return [];
  const training = trainingImages(model);
  const some = selectImages(training, spreadPlaces(training.count, MOST_IMAGES));
  const mean = meanImage(some);
  if (mean.data.some(Number.isNaN)) return [];
  const { method, codes, shape } = model;
  if (method.latentKind === 'vector' && codes.cols === 1) {
    const { values, total } = eigenSpectrum(some);
    const [name] = method.latentNames;
    return [
      {
        of: 'pixels',
        values: [...values],
        total,
        images: some.count,
        name,
        chosen: shape[0],
        noise: pixelNoise(model),
      },
    ];
  }
  const latent = latentAxes(model);
  const batch = loadBatch(some, mean);
  const spectra: ModelSpectrum[] = [];
  const add = (of: 'columns' | 'rows', scatter: Matrix, name: string, chosen: number): void => {
    const { values } = symmetricEigen(scatter);
    const least = values[0] * values.length * Number.EPSILON;
    const eigenvalues = Array.from(
      values.filter((value) => value > least),
      (value) => value / some.count,
    );
    spectra.push({
      of,
      values: eigenvalues,
      total: trace(scatter) / some.count,
      images: some.count,
      name,
      chosen,
      noise: null,
    });
  };
  if (latent.rows !== null) add('columns', batch.sumRight(), latent.rows, codes.rows);
  if (latent.cols !== null) add('rows', batch.sumLeft(), latent.cols, codes.cols);
  batch.release();
  return spectra;
}

/** σ² of z ↦ W z + μ + ε with ε ~ N(0, σ² I): methods of vectors that have it call it sigma2. */
function pixelNoise({ fit }: LearnedModel): number | null {
  const sigma2 = fit.parameters['sigma2']?.data;
  return sigma2?.length === 1 && sigma2[0] > 0 ? sigma2[0] : null;
}
