/** Fits that are followed while they go on. */
import type { Progress } from '../progress.ts';

export type FitEvent<R> =
  /** `done` counts iterations, of `total` at most; 0 for closed forms. */
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly result: R }
  | { readonly kind: 'failed'; readonly reason: string };
