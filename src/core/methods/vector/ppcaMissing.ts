import type { ImageSet } from '../../images/imageSet.ts';
import { identity, scale, scaleColumns, svd } from '../../linalg/index.ts';
import { fitMissing, impute, missingFacts, pixelColumns } from '../bilinear/kronecker/missing.ts';
import { canonicalModel } from '../bilinear/kronecker/kroneckerModel.ts';
import type { Arrays } from '../frame/arrays.ts';
import type { Learned } from '../frame/declareMethod.ts';
import type { FitContext } from '../method.ts';
import type { StopSettings } from '../probabilistic.ts';
import type { PPCA_ARRAYS } from './ppcaEm.ts';

/** PPCA of images with missing pixels (NaN); parameters as in ppca.ts, and imputed (N × rows × cols). */
export function fitIncomplete(
  images: ImageSet,
  q: number,
  { tolerance, maxIterations }: StopSettings,
  context: FitContext,
): Learned<typeof PPCA_ARRAYS> {
  const stop = { tolerance, maxIterations };
  const result = fitMissing('PPCA', images, pixelColumns, [q, 1], 'exact', stop, context);
  const { u, values } = svd(scale(result.model.c, result.model.r.data[0]));
  const { sigma2 } = result.model;
  return {
    arrays: {
      mean: result.mean,
      C: scaleColumns(u, values),
      sigma2,
      U: u,
      eigenvalues: values.map((value) => value * value + sigma2),
      imputed: result.imputed,
    },
    ...missingFacts(result),
  };
}

/** Images with missing pixels filled by their expectation under a PPCA. */
export function imputeByPpca({ mean, C, sigma2 }: Arrays<typeof PPCA_ARRAYS>, images: ImageSet): ImageSet {
  return impute(images, mean, canonicalModel(C, identity(1), sigma2), pixelColumns);
}
