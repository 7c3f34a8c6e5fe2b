/** Buffers the images of an import, which arrive in any order. */
import { onCanvas } from '../../../core/images/canvas.ts';
import type { GreyImage } from './decodeImage.ts';
import { imagesByParts, type Pixels } from './imagePixels.ts';
import { MOST_BYTES } from './memoryLimit.ts';
import { openSpool, type Spool } from '../../disk/spool.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { ImportError, type ImageSize, type ImportedDataset } from '../types.ts';

type Taken = Pick<ImportedDataset, 'images' | 'colours' | 'fileShapes' | 'release'>;

export interface ImageBuffer {
  /** Stores image n, and its shape in its file. Throws ImportError if all images together are too large. */
  readonly put: (n: number, image: GreyImage, inFile: ImageSize) => void;
  /** Shape of image n; null if there is none. */
  readonly shapeOf: (n: number) => ImageSize | null;
  /** The images `kept` (ascending), each of this shape or centred in it. The buffer cannot be used afterwards. */
  readonly take: (kept: readonly number[], shape: ImageSize) => Taken;
  /** Discards the stored images. */
  readonly release: () => void;
}

interface Kept extends ImageSize {
  readonly inFile: ImageSize;
  readonly bytes: boolean;
  readonly colours: Pixels | null;
  /** Pixels, or their offset in the spool. */
  place: Pixels | number;
}

export interface BufferOptions {
  /** Bytes of pixels held in memory; beyond them all pixels go to the disk. @default 64 MiB */
  readonly inMemory?: number | undefined;
  /** Folder of the spool. @default the folder for temporary files */
  readonly folder?: string | undefined;
}

/** A buffer for `count` images; `sized`: they get one shape or canvas, and the shape of each file is kept. */
export function imageBuffer(
  count: number,
  sized: boolean,
  { inMemory = 2 ** 26, folder }: BufferOptions = {},
): ImageBuffer {
  const images = new Array<Kept | null>(count).fill(null);
  let held = 0;
  let spool: Spool | null = null;
  const release = (): void => spool?.close();

  /** Pixels of an image; always much smaller than a part of the dataset. */
  const pixelsOf = ({ place, bytes, rows, cols }: Kept): Pixels => {
    if (typeof place !== 'number') return place;
    const pixels = bytes ? new Uint8Array(rows * cols) : new Float64Array(rows * cols);
    spool!.read(place, new Uint8Array(pixels.buffer));
    return pixels;
  };

  return {
    put(n, image, { rows, cols }) {
      held += image.pixels.byteLength + (image.colours?.byteLength ?? 0);
      if (held > MOST_BYTES) {
        throw new ImportError(
          `The images take more than ${MOST_BYTES / 2 ** 30} GiB. Choose a smaller size, 8 bits, or leave out the colours.`,
        );
      }
      images[n] = {
        rows: image.rows,
        cols: image.cols,
        inFile: { rows, cols },
        bytes: image.pixels instanceof Uint8Array,
        colours: image.colours,
        place: spool ? waiting(spool, image.pixels) : image.pixels,
      };
      if (spool || held <= inMemory) return;
      spool = opened(folder);
      for (const kept of images) if (kept && typeof kept.place !== 'number') kept.place = waiting(spool, kept.place);
    },
    shapeOf(n) {
      const image = images[n];
      return image && { rows: image.rows, cols: image.cols };
    },
    take(numbers, shape) {
      const kept = numbers.map((n) => images[n]!);
      const size = shape.rows * shape.cols;
      const bytes = kept.every((image) => image.bytes);
      const colours = kept.map((image) => image.colours && onCanvas(image.colours, image, shape, 3));
      const part = (from: number, to: number): Pixels => {
        const pixels = bytes ? new Uint8Array((to - from) * size) : new Float64Array((to - from) * size);
        for (let n = from; n < to; n++) pixels.set(onCanvas(pixelsOf(kept[n]), kept[n], shape), (n - from) * size);
        return pixels;
      };
      return {
        images: spool
          ? imagesByParts(shape.rows, shape.cols, kept.length, part)
          : { ...shape, count: kept.length, pixels: part(0, kept.length) },
        ...(colours.some((imageColours) => imageColours !== null) && { colours }),
        ...(sized && { fileShapes: kept.map((image) => image.inFile) }),
        release,
      };
    },
    release,
  };
}

function opened(folder: string | undefined): Spool {
  return orImportError(() => openSpool(folder));
}

function waiting(spool: Spool, pixels: Pixels): number {
  return orImportError(() => spool.append(pixels));
}

/** An error of the disk ends the import; it is not a problem of the image. */
function orImportError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ImportError(`The images cannot wait on the disk until they are stored: ${fileReason(error)}.`);
  }
}
