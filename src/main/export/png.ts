/** Twice the pixels of the screen, so that figures stay sharp in print. */
const DENSITY = 144;

/** An SVG picture as PNG. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg), { density: DENSITY }).png().toBuffer();
}
