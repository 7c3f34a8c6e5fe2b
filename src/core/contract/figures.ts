/** Calls of the contract: figures that the page draws from what it shows, as files. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { drawingSchema } from '../figures/drawing/drawingSchema.ts';
import { figurePageSchema } from '../figures/figurePage.ts';
import { base } from './procedures.ts';

export const figures = {
  /**
   * Sets a drawing on paper. Throws INVALID for a page that is too narrow, and for what the format cannot hold.
   */
  set: base
    .input(
      z.strictObject({
        /** As its painter made it for the sheet of the page. */
        drawing: drawingSchema,
        /** Of the file, before its ending. */
        name: z.string().min(1).max(200),
        /** Pixels are made by the page. */
        format: z.enum(['svg', 'pdf', 'tex']).default('svg'),
        page: figurePageSchema.omit({ yRange: true }).prefault({}),
      }),
    )
    .output(type<File>()),
};
