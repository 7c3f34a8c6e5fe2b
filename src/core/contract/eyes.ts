/** Calls and data of the contract: marked eyes in the images of a dataset. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { pointSchema, type Point } from '../images/preprocess/steps.ts';
import { base, byId, id, token, writing } from './procedures.ts';

/** Left and right as in the image; (0, 0) is the centre of the first pixel. */
export interface MarkedEyes {
  readonly index: number;
  readonly left: Point;
  readonly right: Point;
}

/** How an imported list of eyes matches the images of a dataset. */
export interface EyesTaken {
  /** Images in the list. */
  readonly known: number;
  /** Images missing from the list. */
  readonly missing: number;
}

export const eyes = {
  markedEyes: base.input(byId).output(type<readonly MarkedEyes[]>()),
  /** Marks the eyes of one image, in either order; null removes the marks. */
  markEyes: writing
    .input(
      z.strictObject({
        id,
        index: z.int().min(0),
        eyes: z.tuple([pointSchema, pointSchema]).nullable(),
      }),
    )
    .output(type<MarkedEyes | null>()),
  /** Imports marks from a file or a folder of files; images without an entry keep theirs. */
  takeEyes: writing.input(z.strictObject({ id, from: token })).output(type<EyesTaken>()),
  /** The marked eyes as a list in the format of CSU's evaluation system, `name x y x y` per line. */
  exportEyes: base.input(byId).output(type<File>()),
};
