import { transposeStack } from '../../linalg/index.ts';
import type { ArrayKinds } from '../learnedArrays.ts';
import type { Declared } from '../declareMethod.ts';
import type { Parameters } from '../typedSettings.ts';
import type { Method } from '../method.ts';
import { oneModeOf } from './oneModePhopca.ts';
import { rearrangedMethod } from './rearranged.ts';
import { twoDPca } from './twoDPca.ts';

/** 2DPCA of the columns: codes are U_cᵀ (X − W). Parameters: mean W, Uc (d_c × q_c), eigenvalues. */
export const twoDPcaLeft = transposedMethod(
  twoDPca,
  {
    id: '2dpca-left',
    title: '2DPCA (left)',
    appearance: { index: 10, marker: 'rect' },
    fullName: 'two-dimensional principal component analysis of the columns',
    formula: 'X ≈ W + U_c Z, Z = U_cᵀ (X − W)',
    description:
      'Projects the columns of the image onto the leading eigenvectors of their covariance; rows keep their full length. Codes are U_cᵀ (X − W).',
  },
  { Ur: 'Uc' },
);

/** Left one-mode PHOPCA: X = W + C Z + E. Parameters: mean W, C (d_c × q_c), sigma2, Uc, eigenvalues. */
export const oneModePhopcaLeft = transposedMethod(
  oneModeOf({ title: 'One-mode PHOPCA (left)', vectors: 'columns' }),
  {
    id: 'phopca-1-left',
    title: 'One-mode PHOPCA (left)',
    appearance: { index: 9, marker: 'rect' },
    fullName: 'one-mode second-order probabilistic principal component analysis of the columns',
    formula: 'X = C Z + W + E, vec Z ~ N(0, I), vec E ~ N(0, σ² I)',
    description:
      'PPCA of the columns of the images, pooled: a density whose subspace is that of 2DPCA (left). Codes are the posterior means E[Z | X].',
  },
  { Ur: 'Uc', R: 'C' },
);

/** A one-sided method applied to the other side: on transposed images, with the names of the other mode. */
function transposedMethod<P extends Parameters, A extends ArrayKinds>(
  base: Declared<P, A>,
  declaration: Pick<Method, 'id' | 'title' | 'fullName' | 'appearance' | 'description' | 'formula'>,
  names: Readonly<Record<string, string>>,
): Method {
  return rearrangedMethod(
    base,
    {
      ...declaration,
      family: base.family,
      parameters: base.parameters,
      latentNames: ['q_c'],
      largestLatent: (rows, cols, count) => base.largestLatent(cols, rows, count),
    },
    {
      rearrange: transposeStack,
      back: transposeStack,
      codes: transposeStack,
      names,
      // The sweep of the base transposes its codes, which is what the other side needs.
      sweep: (sweep, input) => {
        const result = sweep(input);
        return result && { ...result, transposed: undefined };
      },
    },
  );
}
