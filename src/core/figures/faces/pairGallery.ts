/** Pairs of faces under headings, each with words below it. */
import type { FacePixels } from './facePixels.ts';

export interface FacePair {
  readonly faces: readonly [FacePixels, FacePixels];
  /** Who is compared, and how alike. */
  readonly names: string;
  readonly value: string;
}

export interface PairGallery {
  readonly title: string;
  readonly groups: readonly { readonly heading: string; readonly pairs: readonly FacePair[] }[];
  readonly note: string;
}
