/** A drawn figure as the contents of a file. */
import { readSvg } from '../../core/figures/drawing/readSvg.ts';
import type { FigureFormat } from '../../core/figures/figureKinds.ts';
import type { FigurePage } from '../../core/figures/page/figurePage.ts';
import { printed } from '../../core/figures/page/sheet.ts';
import { figurePdf } from '../../core/figures/pdf/pdf.ts';
import { figureTikz } from '../../core/report/latex/tikz.ts';
import { figureFaces } from './figureFonts.ts';
import { pngOf } from './png.ts';

/**
 * `svg` as its painter wrote it for the sheet of the page. Throws RangeError, with a sentence, for a figure that the
 * page is too narrow for, and for what a format cannot hold.
 */
export async function figureContent(
  svg: string,
  format: FigureFormat,
  page: FigurePage,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const set = printed(svg, page);
  switch (format) {
    case 'svg':
      return set;
    case 'png':
      return Uint8Array.from(await pngOf(set));
    case 'pdf':
      return figurePdf(readSvg(set), figureFaces(page.family));
    case 'tex':
      return figureTikz(readSvg(set));
  }
}
