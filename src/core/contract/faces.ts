/** Calls and data of the contract: the search for faces in the images of a dataset. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { Finder } from '../images/preprocess/eyes.ts';
import type { Verdict } from '../networks/faceSearch.ts';
import type { Progress } from '../progress.ts';
import { base, byId, id } from './procedures.ts';

export interface ImageFaces extends Verdict {
  readonly index: number;
  readonly file: string;
}

export interface FoundFaces {
  readonly finder: Finder;
  /** Images of the dataset that were searched, by index. */
  readonly images: readonly ImageFaces[];
}

/** What a search came to. */
export interface FaceReport extends FoundFaces {
  /** Images whose eyes it marked; others had marks, or show no face. */
  readonly marked: number;
  readonly seconds: number;
}

export type FaceEvent =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly report: FaceReport }
  | { readonly kind: 'failed'; readonly reason: string };

export const faces = {
  /**
   * Finds the faces in all images and marks the eyes of the largest in each. Marks that are there stay unless `replace`
   * is set. Ending the stream cancels; then nothing is kept.
   */
  findFaces: base
    .input(z.strictObject({ id, replace: z.boolean().default(false) }))
    .output(eventIterator(type<FaceEvent>())),
  /** What the last search found; null where there was none. */
  foundFaces: base.input(byId).output(type<FoundFaces | null>()),
};
