/** Encodes a drawn figure as a file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Drawing } from '../../core/figures/drawing/drawing.ts';
import { printed } from '../../core/figures/drawing/printStyle.ts';
import { type FigureFormat, type FigurePage, figureDensity, figureScale } from '../../core/figures/figurePage.ts';
import { figurePdf, type Faces } from '../../core/figures/drawing/pdf.ts';
import { printedSvg } from '../../core/figures/drawing/svg.ts';
import { figureTikz } from '../../core/report/latex/tikz.ts';
import { readTrueType, type TrueType } from '../../core/figures/drawing/trueType.ts';
import { packageRoot } from '../packageRoot.ts';
import { loadSharp, webAssemblySharp } from '../loadSharp.ts';

/**
 * An SVG picture as PNG. Throws if the image library is the build without text; the page then rasterises its figures
 * itself.
 */
export async function pngOf(svg: string): Promise<Uint8Array> {
  if (webAssemblySharp) throw new Error('PNG figures are drawn by the page here.');
  const sharp = await loadSharp();
  const mm = /^<svg [^>]*? width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg);
  if (!mm) {
    return sharp(Buffer.from(svg), { density: 72 * figureScale })
      .png()
      .toBuffer();
  }
  // A pixel is a point at 72 dots per inch.
  const points = (value: string): string => `"${((Number(value) * 72) / 25.4).toFixed(3)}"`;
  const sized = svg.replace(/ width="[\d.]+mm" height="[\d.]+mm"/, ` width=${points(mm[1])} height=${points(mm[2])}`);
  return sharp(Buffer.from(sized), { density: figureDensity })
    .withMetadata({ density: figureDensity })
    .png()
    .toBuffer();
}

/** Fonts embedded in PDF figures: Liberation Sans and Serif, read once. */
const FILES = {
  sans: { regular: 'LiberationSans-Regular', bold: 'LiberationSans-Bold', symbol: 'LiberationSerif-Italic' },
  serif: { regular: 'LiberationSerif-Regular', bold: 'LiberationSerif-Bold', symbol: 'LiberationSerif-Italic' },
} as const;

const read = new Map<string, TrueType>();

function font(name: string): TrueType {
  const typeface =
    read.get(name) ?? readTrueType(name, readFileSync(join(packageRoot(), 'resources/fonts', `${name}.ttf`)));
  read.set(name, typeface);
  return typeface;
}

export function figureFaces(family: FigurePage['family']): Faces {
  const { regular, bold, symbol } = FILES[family];
  return { regular: font(regular), bold: font(bold), symbol: font(symbol) };
}

/**
 * Encodes `drawing`, drawn for the sheet of the page. Throws RangeError with a sentence if the page is too narrow for
 * the figure, or if the format cannot represent it.
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
