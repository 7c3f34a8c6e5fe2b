/** What a reader chooses of a figure's file, whichever figure it is; remembered from one to the next. */
import { z } from 'zod';
import { figureFormats } from './formats.ts';
import { figurePageSchema } from './figurePage.ts';

export const figureLookSchema = z.strictObject({
  format: z.enum(figureFormats.map(({ id }) => id)).default('pdf'),
  theme: z.enum(['light', 'dark']).default('light'),
  page: figurePageSchema.omit({ yRange: true }).prefault({ width: 'column' }),
});

/** With every default filled in. */
export type FigureLook = z.infer<typeof figureLookSchema>;

export const defaultFigureLook: FigureLook = figureLookSchema.parse({});
