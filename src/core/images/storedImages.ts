/** Images as stored: one byte per pixel if that is exact. */
import { streamedStack } from '../linalg/streamedStack.ts';
import type { ImageSet } from './imageSet.ts';

/**
 * Maximum bytes of a piece: Electron allocates less than 2 GiB at a time, Node a few GiB; the limit is the same
 * everywhere.
 */
const PIECE_BYTES = 2 ** 30;

/** Grey values of `count` images, row by row, image by image, in pieces of `perPiece` images each. */
export interface StoredPixels {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  /** 'u8': integers 0 … 255. */
  readonly type: 'u8' | 'f64';
  readonly perPiece: number;
  readonly pieces: readonly SharedArrayBuffer[];
}

/** Memory for images that all threads share. `pieceBytes` is for tests. */
export function storedPixels(
  shape: Pick<StoredPixels, 'rows' | 'cols' | 'count' | 'type'>,
  pieceBytes = PIECE_BYTES,
): StoredPixels {
  const { rows, cols, count, type } = shape;
  const bytes = rows * cols * (type === 'u8' ? 1 : 8);
  const perPiece = Math.max(1, Math.floor(pieceBytes / Math.max(1, bytes)));
  const pieces: SharedArrayBuffer[] = [];
  for (let n = 0; n < count; n += perPiece) pieces.push(new SharedArrayBuffer(Math.min(perPiece, count - n) * bytes));
  return { rows, cols, count, type, perPiece, pieces };
}

/** The pieces as typed arrays that share their memory. */
function arraysOf({ type, pieces }: StoredPixels): readonly (Uint8Array | Float64Array)[] {
  return pieces.map((piece) => (type === 'u8' ? new Uint8Array(piece) : new Float64Array(piece)));
}

/** The memory of image n, in the type of the store, for writing or reading. */
export function placeOf(pixels: StoredPixels): (n: number) => Uint8Array | Float64Array {
  const { rows, cols, perPiece } = pixels;
  const size = rows * cols;
  const arrays = arraysOf(pixels);
  return (n) => {
    const offset = (n % perPiece) * size;
    return arrays[Math.floor(n / perPiece)].subarray(offset, offset + size);
  };
}

/** The images as methods see them: converted to float64 when they are read. */
export function imagesOfPixels(pixels: StoredPixels): ImageSet {
  const { rows, cols, count, perPiece } = pixels;
  const size = rows * cols;
  const arrays = arraysOf(pixels);
  return streamedStack(count, rows, cols, (from, to, target, at) => {
    for (let n = from; n < to;) {
      const end = Math.min(to, (Math.floor(n / perPiece) + 1) * perPiece);
      const first = (n % perPiece) * size;
      target.set(arrays[Math.floor(n / perPiece)].subarray(first, first + (end - n) * size), at + (n - from) * size);
      n = end;
    }
  });
}
