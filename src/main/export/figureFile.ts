/** A drawn figure as the contents of a file. */
import type { Drawing } from '../../core/figures/drawing/drawing.ts';
import { printed } from '../../core/figures/drawing/printed.ts';
import type { FigureFormat } from '../../core/figures/page/formats.ts';
import type { FigurePage } from '../../core/figures/page/figurePage.ts';
import { figurePdf } from '../../core/figures/pdf/pdf.ts';
import { printedSvg } from '../../core/figures/svg/svg.ts';
import { figureTikz } from '../../core/report/latex/tikz.ts';
import { figureFaces } from './figureFonts.ts';
import { pngOf } from './png.ts';

/**
 * `drawing` as its painter made it for the sheet of the page. Throws RangeError, with a sentence, for a figure that the
 * page is too narrow for, and for what a format cannot hold.
 */
export async function figureContent(
  drawing: Drawing,
  format: FigureFormat,
  page: FigurePage,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const set = printed(drawing, page);
  switch (format) {
    case 'svg':
      return printedSvg(set);
    case 'png':
      return Uint8Array.from(await pngOf(printedSvg(set)));
    case 'pdf':
      return figurePdf(set, figureFaces(page.family));
    case 'tex':
      return figureTikz(set);
  }
}
