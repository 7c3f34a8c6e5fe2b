/** Calls of the contract: figures that the page draws from what it shows, as files. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { figurePageSchema } from '../figures/page/figurePage.ts';
import { base } from './base.ts';

/** Characters of a picture that are taken: an embedding with its faces has some 10⁶. */
const MOST = 20_000_000;

export const figures = {
  /**
   * Sets a picture of our painters on paper. Throws INVALID for other markup, for a page that is too narrow, and for
   * what the format cannot hold.
   */
  set: base
    .input(
      z.strictObject({
        /** As the painter wrote it for the sheet of the page. */
        svg: z.string().max(MOST),
        /** Of the file, before its ending. */
        name: z.string().min(1).max(200),
        /** Pixels are made by the page. */
        format: z.enum(['svg', 'pdf', 'tex']).default('svg'),
        page: figurePageSchema.omit({ yRange: true }).prefault({}),
      }),
    )
    .output(type<File>()),
};
