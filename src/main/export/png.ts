import { figureScale } from '../../core/figures/figureKinds.ts';
import { loadSharp, webAssemblySharp } from '../loadSharp.ts';

/** An SVG picture as PNG. Throws where the library is the build without text; the page draws its figures itself. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  if (webAssemblySharp) throw new Error('PNG figures are drawn by the page here.');
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg), { density: 72 * figureScale })
    .png()
    .toBuffer();
}
