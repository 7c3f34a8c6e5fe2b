import type { ImageSet } from '../../images/imageSet.ts';
import { identity, scale, scaleColumns, svd } from '../../linalg/index.ts';
import { fitMissing, impute, imputedArray, missingFacts, pixelColumns } from '../bilinear/missing.ts';
import { canonicalModel } from '../bilinear/kroneckerModel.ts';
import { arrayOfMatrix, arrayOfScalar, arrayOfVector, matrixOf, scalarOf } from '../fitArrays.ts';
import type { Fit, FitContext, Settings } from '../method.ts';

/** PPCA of images with missing pixels (NaN); parameters as in ppca.ts, and imputed (N × rows × cols). */
export function fitIncomplete(images: ImageSet, q: number, settings: Settings, context: FitContext): Fit {
  const result = fitMissing('PPCA', images, pixelColumns, [q, 1], 'exact', settings, context);
  const { u, values } = svd(scale(result.model.c, result.model.r.data[0]));
  const { sigma2 } = result.model;
  return {
    method: 'ppca',
    latent: [q],
    settings,
    imageShape: { rows: images.rows, cols: images.cols },
    parameters: {
      mean: arrayOfMatrix(result.mean),
      C: arrayOfMatrix(scaleColumns(u, values)),
      sigma2: arrayOfScalar(sigma2),
      U: arrayOfMatrix(u),
      eigenvalues: arrayOfVector(values.map((value) => value * value + sigma2)),
      imputed: imputedArray(result),
    },
    ...missingFacts(result),
  };
}

/** Images with missing pixels filled by their expectation under a PPCA. */
export function imputeByPpca(fit: Fit, images: ImageSet): ImageSet {
  const model = canonicalModel(matrixOf(fit, 'C'), identity(1), scalarOf(fit, 'sigma2'));
  return impute(images, matrixOf(fit, 'mean'), model, pixelColumns);
}
