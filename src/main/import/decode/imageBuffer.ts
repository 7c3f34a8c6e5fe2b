/** Room for the images of an import while they arrive in any order. */
import type { GreyImage } from './decodeImage.ts';
import { MOST_BYTES } from './memoryLimit.ts';
import { ImportError, type ImageSize, type ImportedDataset } from '../types.ts';

type Taken = Pick<ImportedDataset, 'images' | 'colours' | 'fileShapes'>;

export interface ImageBuffer {
  /**
   * Keeps image n, and the shape that it has in its file. Throws ImportError where all together take too much memory.
   */
  readonly put: (n: number, image: GreyImage, inFile: ImageSize) => void;
  /** Shape of image n; null where there is none. */
  readonly shapeOf: (n: number) => ImageSize | null;
  /** The images `kept` (ascending, all of this shape) in one array. Ends the use of the buffer. */
  readonly take: (kept: readonly number[], shape: ImageSize) => Taken;
}

/**
 * A buffer for `count` images. Where their common shape is known before, float images go straight into the final array
 * (10⁴ images of 64 × 64 are 328 MB, and a second copy is one too many); bytes are kept as they are.
 */
export function imageBuffer(count: number, known: ImageSize | null): ImageBuffer {
  const images = new Array<GreyImage | null>(count).fill(null);
  const shapes = new Array<ImageSize | null>(count).fill(null);
  const length = known === null ? 0 : known.rows * known.cols;
  let floats: Float64Array | null = null;
  let held = 0;
  return {
    put(n, image, { rows, cols }) {
      held += image.pixels.byteLength + (image.colours?.byteLength ?? 0);
      if (held > MOST_BYTES) {
        throw new ImportError(
          `The images take more than ${MOST_BYTES / 2 ** 30} GiB. Choose a smaller size, 8 bits, or leave out the colours.`,
        );
      }
      images[n] = image;
      shapes[n] = { rows, cols };
      if (known === null || image.pixels instanceof Uint8Array) return;
      floats ??= new Float64Array(count * length);
      const place = floats.subarray(n * length, (n + 1) * length);
      place.set(image.pixels);
      images[n] = { ...image, pixels: place };
    },
    shapeOf(n) {
      const image = images[n];
      return image && { rows: image.rows, cols: image.cols };
    },
    take(kept, shape) {
      const size = shape.rows * shape.cols;
      const bytes = kept.every((n) => images[n]?.pixels instanceof Uint8Array);
      const pixels = bytes ? new Uint8Array(kept.length * size) : (floats ?? new Float64Array(kept.length * size));
      const colours = kept.map((n) => images[n]?.colours ?? null);
      // Ascending: an image only moves towards the front, over places whose images have moved already.
      kept.forEach((n, at) => {
        const image = images[n];
        if (image !== null) pixels.set(image.pixels, at * size);
        images[n] = null;
      });
      const whole = pixels.length === kept.length * size;
      return {
        images: { ...shape, count: kept.length, pixels: whole ? pixels : pixels.slice(0, kept.length * size) },
        ...(colours.some((own) => own !== null) && { colours }),
        ...(known !== null && { fileShapes: kept.map((n) => shapes[n] ?? shape) }),
      };
    },
  };
}
