/** Calls of the contract: export of figures that the page draws. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { drawingSchema } from '../figures/drawing/drawingSchema.ts';
import { figurePageSchema } from '../figures/figurePage.ts';
import { base } from './procedures.ts';

export const figures = {
  /**
   * Lays out a drawing on paper. Throws INVALID if the page is too narrow or the format cannot represent the drawing.
   */
  set: base
    .input(
      z.strictObject({
        /** Drawn for the page width. */
        drawing: drawingSchema,
        /** File name without extension. */
        name: z.string().min(1).max(200),
        /** The page renders bitmaps. */
        format: z.enum(['svg', 'pdf', 'tex']).default('svg'),
        page: figurePageSchema.omit({ yRange: true }).prefault({}),
      }),
    )
    .output(type<File>()),
};
