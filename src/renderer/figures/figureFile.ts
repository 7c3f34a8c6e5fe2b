/** Figures as files. */
import { figureDensity, figureScale, type FigureFormat } from '../../core/figures/figureKinds.ts';
import type { FigureSpecInput } from '../../core/figures/figureSpec.ts';
import { defaultFigurePage, figureWidth, type FigurePageInput } from '../../core/figures/page/figurePage.ts';
import type { Client } from '../api/client.ts';
import { loadFigureFont, withFont } from './figureFont.ts';

interface AskedFigure {
  readonly ids: readonly number[];
  readonly figure: FigureSpecInput;
  readonly theme: 'light' | 'dark';
  readonly page?: FigurePageInput;
}

/**
 * A figure as the engine draws it. Pixels are made here: the browser has fonts for the text wherever it runs, the
 * engine of the desktop on Linux has not. Throws the errors of the contract, and Error where the browser refuses.
 */
export async function figureFile(
  client: Client,
  { ids, figure, theme, page }: AskedFigure,
  format: FigureFormat,
): Promise<File> {
  const drawn = format === 'png' ? 'svg' : format;
  const svg = await client.studies.figure({ ids: [...ids], figure, theme, page, format: drawn });
  if (format !== 'png') return svg;
  const lettered = new Blob([withFont(await svg.text(), await loadFigureFont())], { type: svg.type });
  return new File(
    [await pngOf(lettered, figureWidth({ ...defaultFigurePage, ...page }) === null ? figureScale : figureDensity / 96)],
    svg.name.replace(/\.svg$/, '.png'),
    { type: 'image/png' },
  );
}

/** `scale`: pixels per pixel of the page, 96 of which are an inch. */
async function pngOf(svg: Blob, scale: number): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (png === null) throw new Error('The browser made no picture of the figure: save it as SVG.');
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}
