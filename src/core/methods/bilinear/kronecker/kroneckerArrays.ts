/** The learned arrays of PSOPCA and MVFA, and what continued fits keep of their training images. */
import type { ArrayKinds } from '../../frame/arrays.ts';
import type { Learned, Model } from '../../frame/declareMethod.ts';

/** Summaries of incremental.ts. */
export const KEPT_SCATTER = { 'kept.count': 'scalar?', 'kept.scatter': 'matrix?' } as const satisfies ArrayKinds;
export const KEPT_CORE = {
  'kept.count': 'scalar?',
  'kept.cross': 'matrix?',
  'kept.second': 'matrix?',
  'kept.squares': 'vector?',
  'kept.sum': 'vector?',
  'kept.entropy': 'scalar?',
  'kept.C': 'matrix?',
  'kept.R': 'matrix?',
} as const satisfies ArrayKinds;

export const LOADINGS = { mean: 'matrix', C: 'matrix', R: 'matrix', sigma2: 'scalar' } as const satisfies ArrayKinds;

/** Of fits to incomplete images, and of those that can be continued, further ones. */
export const KRONECKER_ARRAYS = { ...LOADINGS, imputed: 'stack?', ...KEPT_CORE } as const satisfies ArrayKinds;

export type KroneckerArrays = typeof KRONECKER_ARRAYS;
export type KroneckerLoadings = Model<unknown, typeof LOADINGS>;
export type LearnedKronecker = Learned<KroneckerArrays>;
