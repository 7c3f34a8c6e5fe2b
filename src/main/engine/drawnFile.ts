/** Renders a figure to a file for a client. */
import type { Drawing } from '../../core/figures/drawing/drawing.ts';
import { fileNamed } from '../../core/text/mediaTypes.ts';
import type { FigureFormat, FigurePage } from '../../core/figures/figurePage.ts';
import { figureContent } from '../export/figureFile.ts';
import { invalid } from './errors.ts';

/** `name` is the file name without extension. Throws INVALID if `figureContent` throws RangeError. */
export async function drawnFile(drawing: Drawing, name: string, format: FigureFormat, page: FigurePage): Promise<File> {
  try {
    return fileNamed(`${name}.${format}`, await figureContent(drawing, format, page));
  } catch (error) {
    if (error instanceof RangeError) throw invalid([{ path: 'page', message: `page: ${error.message}.` }]);
    throw error;
  }
}
