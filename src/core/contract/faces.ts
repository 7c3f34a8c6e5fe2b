/** Calls and data of the contract: face detection in the images of a dataset. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import type { Finder } from '../images/preprocess/eyes.ts';
import type { Verdict } from '../networks/faceSearch.ts';
import type { Progress } from '../progress.ts';
import { base, byId, id, writing } from './procedures.ts';

export interface ImageFaces extends Verdict {
  readonly index: number;
  readonly file: string;
}

export interface FoundFaces {
  readonly finder: Finder;
  /** Searched images of the dataset, by index. */
  readonly images: readonly ImageFaces[];
}

/** Result of a search. */
export interface FaceReport extends FoundFaces {
  /** Images whose eyes the search marked; the others had marks or no face. */
  readonly marked: number;
  /** Images whose faces an earlier, unfinished search found. */
  readonly earlier: number;
  readonly seconds: number;
}

export type FaceEvent =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly report: FaceReport }
  | { readonly kind: 'failed'; readonly reason: string };

export const faces = {
  /**
   * Detects faces in all images and marks the eyes of the largest per image. Existing marks stay unless `replace` is
   * set. Ending the stream cancels and marks nothing; the next search continues with the images that are left.
   */
  findFaces: writing
    .input(z.strictObject({ id, replace: z.boolean().default(false) }))
    .output(eventIterator(type<FaceEvent>())),
  /** Results of the last search, which may be unfinished; null if there was none. */
  foundFaces: base.input(byId).output(type<FoundFaces | null>()),
};
