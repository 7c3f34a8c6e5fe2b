/** Colour to grey with the weights of Rec. 601 as MATLAB's rgb2gray rounds them: 0.2989 R + 0.5870 G + 0.1140 B. */

/** Interleaved samples of 1 (grey), 2 (grey, alpha), 3 (RGB) or 4 (RGB, alpha) channels; alpha is ignored. */
export interface Samples {
  readonly count: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly maxval: number;
  readonly samples: Uint8Array | Uint16Array;
}

/**
 * Grey values on 0…255. Bytes where maxval is 255: colours are rounded to whole grey values, as rgb2gray does for 8-bit
 * images. Float64 otherwise, scaled by 255/maxval without rounding. Equal R, G, B stay exact (the weights add up to 0.9999).
 */
export function greyOf({ count, channels, maxval, samples }: Samples): Uint8Array | Float64Array {
  if (samples.length !== count * channels) {
    throw new RangeError(`greyOf: ${samples.length} samples for ${count} pixels of ${channels} channels`);
  }
  const bytes = maxval === 255;
  if (bytes && channels === 1 && samples instanceof Uint8Array) return samples;
  const result = bytes ? new Uint8Array(count) : new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const grey = channels < 3 ? samples[i * channels] : greyAt(samples, i * channels);
    result[i] = bytes ? Math.round(grey) : (grey * 255) / maxval;
  }
  return result;
}

function greyAt(samples: Uint8Array | Uint16Array, at: number): number {
  const red = samples[at];
  const green = samples[at + 1];
  const blue = samples[at + 2];
  if (red === green && green === blue) return red;
  return 0.2989 * red + 0.587 * green + 0.114 * blue;
}
