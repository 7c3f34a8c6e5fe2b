import { transpose, transposeStack } from '../../linalg/index.ts';
import type { Fit, Method, NamedArray } from '../method.ts';
import { oneModePhopca } from './oneModePhopca.ts';
import { twoDPca } from './twoDPca.ts';

/** 2DPCA of the columns: codes are U_cᵀ (X − W). Parameters: mean W, Uc (d_c × q_c), eigenvalues. */
export const twoDPcaLeft: Method = transposedMethod(twoDPca, {
  id: '2dpca-left',
  title: '2DPCA (left)',
  fullName: 'two-dimensional principal component analysis of the columns',
  description:
    'Projects the columns of the image onto the leading eigenvectors of their covariance; rows keep their full length. Codes are U_cᵀ (X − W).',
  names: { Ur: 'Uc' },
});

/** Left one-mode PHOPCA: X = W + C Z + E. Parameters: mean W, C (d_c × q_c), sigma2, Uc, eigenvalues. */
export const oneModePhopcaLeft: Method = transposedMethod(oneModePhopca, {
  id: 'phopca-1-left',
  title: 'One-mode PHOPCA (left)',
  fullName: 'one-mode second-order probabilistic principal component analysis of the columns',
  description:
    'PPCA of the columns of the images, pooled: a density whose subspace is that of 2DPCA (left). Codes are the posterior means E[Z | X].',
  names: { Ur: 'Uc', R: 'C' },
});

/** A one-sided method working on the other side: on transposed images, with the names of the other mode. */
function transposedMethod(
  base: Method,
  own: Pick<Method, 'id' | 'title' | 'fullName' | 'description'> & { readonly names: Readonly<Record<string, string>> },
): Method {
  const { names, ...declaration } = own;
  const rename = (parameters: Fit['parameters'], map: (name: string) => string) =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        map(name),
        name === 'mean' ? transposedArray(value) : name === 'imputed' ? transposedImages(value) : value,
      ]),
    );
  const back = Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]));
  const baseFit = (fit: Fit): Fit => ({
    ...fit,
    method: base.id,
    imageShape: { rows: fit.imageShape.cols, cols: fit.imageShape.rows },
    parameters: rename(fit.parameters, (name) => back[name] ?? name),
  });
  const ownFit = (fit: Fit): Fit => ({
    ...fit,
    method: own.id,
    imageShape: { rows: fit.imageShape.cols, cols: fit.imageShape.rows },
    parameters: rename(fit.parameters, (name) => names[name] ?? name),
  });
  return {
    ...base,
    ...declaration,
    latentNames: ['q_c'],
    largestLatent: (rows, cols, count) => base.largestLatent(cols, rows, count),
    fit(data, latent, settings, context) {
      return ownFit(base.fit({ ...data, images: transposeStack(data.images) }, latent, settings, context));
    },
    incremental: base.incremental && {
      keep: (fit, images) => ownFit(base.incremental!.keep(baseFit(fit), transposeStack(images))),
      resume: (fit, images, context) => ownFit(base.incremental!.resume(baseFit(fit), transposeStack(images), context)),
    },
    encode: (fit, images) => transposeStack(base.encode(baseFit(fit), transposeStack(images))),
    reconstruct:
      base.reconstruct && ((fit, codes) => transposeStack(base.reconstruct!(baseFit(fit), transposeStack(codes)))),
    impute: base.impute && ((fit, images) => transposeStack(base.impute!(baseFit(fit), transposeStack(images)))),
    logLikelihood: base.logLikelihood && ((fit, images) => base.logLikelihood!(baseFit(fit), transposeStack(images))),
    // The base's sweep transposes its codes, which makes them those of the other side as they are.
    sweep:
      base.sweep &&
      ((input) => {
        const sweep = base.sweep!({ ...input, images: transposeStack(input.images) });
        return sweep && { ...sweep, transposed: undefined };
      }),
  };
}

function transposedImages({ shape, data }: NamedArray): NamedArray {
  const [count, rows, cols] = shape;
  return { shape: [count, cols, rows], data: transposeStack({ count, rows, cols, data }).data };
}

function transposedArray({ shape, data }: NamedArray): NamedArray {
  const turned = transpose({ rows: shape[0], cols: shape[1], data });
  return { shape: [turned.rows, turned.cols], data: turned.data };
}
