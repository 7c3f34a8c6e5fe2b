/** eigenbench import --shapes: the shapes that stacked pixels may have, as a list and a picture. */
import type { ShapeChoice } from '../../../../core/contract/imports.ts';
import { loadSharp } from '../../../loadSharp.ts';
import { writeOut } from '../../files/writeOut.ts';
import { columns } from '../../options/columns.ts';

/** White pixels between pictures. */
const GAP = 4;

/** Writes the picture, one line per pair of shapes, and answers the list. */
export async function writeShapes(choices: readonly ShapeChoice[], out: string): Promise<string> {
  if (choices.length === 0) return 'The shape of the images is known; --preview shows it.\n';
  const { rows, cols, pixels } = sheetOf(choices);
  const sharp = await loadSharp();
  writeOut(
    out,
    await sharp(pixels, { raw: { width: cols, height: rows, channels: 1 } })
      .png()
      .toBuffer(),
  );
  const lines = choices.map(({ rows, cols, pixelOrder, roughness }, n) => [
    String(Math.floor(n / 2) + 1),
    n % 2 === 0 ? 'left' : 'right',
    roughness.toFixed(3),
    `--image-size ${rows}x${cols} --pixel-order ${pixelOrder}`,
  ]);
  const head = 'Choose the shape that shows upright faces. Variation: share of that of pixels in random order.\n';
  return `${head}${columns(['line', 'side', 'variation', 'options'], lines)}Pictures: ${out}\n`;
}

/** The pictures of two choices, which are transposes, side by side on each line. */
function sheetOf(choices: readonly ShapeChoice[]): { rows: number; cols: number; pixels: Uint8Array } {
  const blocks = choices.map(({ pictures }) => pictures);
  const width = Math.max(...blocks.map(({ cols, count }) => count * (cols + GAP)));
  const heights = blocks.flatMap((block, n) => (n % 2 === 0 ? [Math.max(block.rows, blocks[n + 1].rows) + GAP] : []));
  const [rows, cols] = [GAP + heights.reduce((sum, height) => sum + height, 0), 2 * width + 3 * GAP];
  const pixels = new Uint8Array(rows * cols).fill(255);
  blocks.forEach((block, n) => {
    const bytes = Buffer.from(block.pixels, 'base64');
    const top = GAP + heights.slice(0, Math.floor(n / 2)).reduce((sum, height) => sum + height, 0);
    const left = GAP + (n % 2) * (width + GAP);
    for (let line = 0; line < block.count * block.rows; line++) {
      const image = Math.floor(line / block.rows);
      const at = (top + (line % block.rows)) * cols + left + image * (block.cols + GAP);
      pixels.set(bytes.subarray(line * block.cols, (line + 1) * block.cols), at);
    }
  });
  return { rows, cols, pixels };
}
