/** Calls and data of the contract: eyes that are marked in the images of a dataset. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { pointSchema, type Point } from '../images/preprocess/steps.ts';
import { base, byId, id, token } from './procedures.ts';

/** Left and right as they stand in the image; (0, 0) is the centre of its first pixel. */
export interface MarkedEyes {
  readonly index: number;
  readonly left: Point;
  readonly right: Point;
}

/** What a list of eyes had for the images of a dataset. */
export interface EyesTaken {
  /** Images that the list names. */
  readonly known: number;
  /** Images that it does not name. */
  readonly missing: number;
}

export const eyes = {
  markedEyes: base.input(byId).output(type<readonly MarkedEyes[]>()),
  /** Marks the eyes of one image, in either order; null forgets them. */
  markEyes: base
    .input(
      z.strictObject({
        id,
        index: z.int().min(0),
        eyes: z.tuple([pointSchema, pointSchema]).nullable(),
      }),
    )
    .output(type<MarkedEyes | null>()),
  /** Takes the eyes of a file, or of a folder of files, as marked; images that it does not name keep theirs. */
  takeEyes: base.input(z.strictObject({ id, from: token })).output(type<EyesTaken>()),
  /** The marked eyes as a list that CSU's evaluation system reads, `name x y x y` a line. */
  exportEyes: base.input(byId).output(type<File>()),
};
