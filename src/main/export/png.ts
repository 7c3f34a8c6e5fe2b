import { figureDensity, figureScale } from '../../core/figures/page/figurePage.ts';
import { loadSharp, webAssemblySharp } from '../loadSharp.ts';

/** An SVG picture as PNG. Throws where the library is the build without text; the page draws its figures itself. */
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
