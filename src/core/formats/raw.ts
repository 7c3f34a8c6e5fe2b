/** Files of bare samples without any header. */
import { FormatError } from './formatError.ts';
import { requireFewPixels } from './pictures/pixelLimit.ts';

/** Interpretation of the bytes. */
export interface RawOptions {
  readonly rows: number;
  readonly cols: number;
  readonly channels: 1 | 3;
  /** Samples interleaved by pixel, or one plane per channel. */
  readonly order: 'interleaved' | 'planar';
  /** Bytes before the first sample. */
  readonly header: number;
  /** 16-bit samples are little-endian. */
  readonly bits: 8 | 16;
}

/** Sample (r, c, channel) at `samples[(r·cols + c)·channels + channel]`. */
export interface RawImage {
  readonly rows: number;
  readonly cols: number;
  readonly channels: 1 | 3;
  readonly maxval: 255 | 65535;
  readonly samples: Uint8Array | Uint16Array;
}

/** Bytes of a file with this layout. */
export function rawLength({ rows, cols, channels, header, bits }: RawOptions): number {
  return header + rows * cols * channels * (bits / 8);
}

/** Throws FormatError unless the file has exactly the length that header and samples need. */
export function decodeRaw(bytes: Uint8Array, layout: RawOptions): RawImage {
  const { rows, cols, channels, order, header, bits } = layout;
  const needed = rawLength(layout);
  if (bytes.length !== needed) {
    throw new FormatError(
      `expected ${needed} bytes for ${rows} × ${cols} raw pixels of ${channels} × ${bits} bits behind ${header} bytes, found ${bytes.length}`,
    );
  }
  requireFewPixels(rows, cols);
  const body = bytes.subarray(header);
  const stored = bits === 8 ? body : words(body);
  const maxval = bits === 8 ? 255 : 65535;
  if (order === 'interleaved' || channels === 1) return { rows, cols, channels, maxval, samples: stored.slice() };
  const samples = stored.slice();
  const plane = rows * cols;
  for (let channel = 0; channel < channels; channel++) {
    for (let i = 0; i < plane; i++) samples[i * channels + channel] = stored[channel * plane + i];
  }
  return { rows, cols, channels, maxval, samples };
}

function words(bytes: Uint8Array): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: bytes.length / 2 }, (_, i) => view.getUint16(2 * i, true));
}
