import { matrixStack } from '../linalg/matrix.ts';
import type { ImageSet } from './imageSet.ts';

/**
 * Horizontal and vertical pixel gradients by central differences (one-sided at the border), one below the other: images
 * of rows × cols become 2 rows × cols, the horizontal gradient first. A dimension of one pixel has gradient 0.
 */
export function gradientImages(images: ImageSet): ImageSet {
  const { count, rows, cols } = images;
  const size = rows * cols;
  const result = matrixStack(count, 2 * rows, cols);
  for (let n = 0; n < count; n++) {
    const from = n * size;
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < cols; c++) {
        const pixel = (y: number, x: number) => images.data[from + y * cols + x];
        const [left, right] = [Math.max(0, c - 1), Math.min(cols - 1, c + 1)];
        const [above, below] = [Math.max(0, r - 1), Math.min(rows - 1, r + 1)];
        const at = 2 * from + r * cols + c;
        result.data[at] = right > left ? (pixel(r, right) - pixel(r, left)) / (right - left) : 0;
        result.data[at + size] = below > above ? (pixel(below, c) - pixel(above, c)) / (below - above) : 0;
      }
    }
  }
  return result;
}
