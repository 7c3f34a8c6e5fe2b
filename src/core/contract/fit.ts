/** Fits that are followed while they go on. */
import type { RefitCell } from '../study/cells/refitCell.ts';
import type { Progress } from '../progress.ts';
import type { PixelBlock } from '../images/pixelBlock.ts';

export type FitEvent<R> =
  /** `done` counts iterations, of `total` at most; 0 for closed forms. */
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly result: R }
  | { readonly kind: 'failed'; readonly reason: string };

/** A cell of a study, fitted again at one latent shape. */
export interface FitDetails {
  readonly seconds: number;
  /** null where every subject has a model of its own. */
  readonly fit: RefitCell['fit'];
  /** Test images that are recognised as the same subject as when the study ran, of `tests`. */
  readonly same: number;
  readonly tests: number;
  /**
   * How reconstructions change with single entries of the code, on a scale around mid-grey; null without
   * reconstructions.
   */
  readonly basis: {
    /** Entries of the code, from 1, one an image. */
    readonly entries: readonly (readonly number[])[];
    /** Change of a pixel that is drawn black or white, one an image. */
    readonly extents: readonly number[];
    readonly images: PixelBlock;
  } | null;
  /** Some test images beside what their codes bring back. */
  readonly rebuilt: {
    /** Their positions in the dataset. */
    readonly images: readonly number[];
    readonly rmse: readonly (number | null)[];
    readonly originals: PixelBlock;
    readonly reconstructions: PixelBlock;
  } | null;
}
