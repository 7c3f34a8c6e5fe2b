/** Colour to grey. */
import { z } from 'zod';

/** Interleaved samples of 1 (grey), 2 (grey, alpha), 3 (RGB) or 4 (RGB, alpha) channels; alpha is ignored. */
export interface Samples {
  readonly count: number;
  readonly channels: 1 | 2 | 3 | 4;
  /** The sample value of white; float64 samples are grey values already. */
  readonly maxval: number;
  readonly samples: Uint8Array | Uint16Array | Float64Array;
}

export interface Picture extends Omit<Samples, 'count'> {
  readonly rows: number;
  readonly cols: number;
}

const weight = z.number().min(0).max(1);

/**
 * `bt601`: 0.2989 R + 0.5870 G + 0.1140 B, as MATLAB's rgb2gray rounds the weights of Rec. 601; `bt709`: 0.2126 R +
 * 0.7152 G + 0.0722 B; `mean`: (R + G + B)/3; `lightness`: the mean of maximum and minimum; `red`, `green`, `blue`: one
 * channel; or custom weights.
 */
export const greyWeightsSchema = z.union([
  z.enum(['bt601', 'bt709', 'mean', 'lightness', 'red', 'green', 'blue']),
  z
    .strictObject({ red: weight, green: weight, blue: weight })
    .refine(({ red, green, blue }) => Math.abs(red + green + blue - 1) < 1e-3, 'must add up to 1'),
]);

export type GreyWeights = z.infer<typeof greyWeightsSchema>;

const LINEAR: Readonly<Record<string, readonly [red: number, green: number, blue: number]>> = {
  bt601: [0.2989, 0.587, 0.114],
  bt709: [0.2126, 0.7152, 0.0722],
  mean: [1 / 3, 1 / 3, 1 / 3],
  red: [1, 0, 0],
  green: [0, 1, 0],
  blue: [0, 0, 1],
};

/** Weights as text, e.g. "bt709" or "0.2,0.7,0.1". */
export function formatWeights(weights: GreyWeights): string {
  return typeof weights === 'string' ? weights : `${weights.red},${weights.green},${weights.blue}`;
}

/** Inverse of `formatWeights`; null for any other text. */
export function parseWeights(text: string): GreyWeights | null {
  const parts = text.split(',');
  const numbers = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const custom = { red: numbers[0], green: numbers[1], blue: numbers[2] };
  const parsed = greyWeightsSchema.safeParse(parts.length === 3 ? custom : text.trim().toLowerCase());
  return parsed.success ? parsed.data : null;
}

/**
 * Grey values on 0…255. Bytes if maxval is 255: colours are rounded to integers, as rgb2gray does for 8-bit images.
 * Float64 otherwise, scaled by 255/maxval without rounding; float64 samples are not scaled. Equal R, G, B stay exact,
 * although weights may add up to 0.9999.
 */
export function greyOf(image: Samples, weights: GreyWeights = 'bt601'): Uint8Array | Float64Array {
  const { count, channels, samples } = image;
  if (samples.length !== count * channels) {
    throw new RangeError(`greyOf: ${samples.length} samples for ${count} pixels of ${channels} channels`);
  }
  const { bytes, scale } = storing(image);
  if (bytes && channels === 1 && samples instanceof Uint8Array) return samples;
  const mix = mixer(weights);
  const result = bytes ? new Uint8Array(count) : new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const grey = channels < 3 ? samples[i * channels] : mix(samples, i * channels);
    result[i] = bytes ? Math.round(grey) : scale(grey);
  }
  return result;
}

/** Whether grey values are bytes, and otherwise how samples are scaled to grey values. */
function storing({ maxval, samples }: Samples): { bytes: boolean; scale: (sample: number) => number } {
  if (samples instanceof Float64Array) return { bytes: false, scale: (sample) => sample };
  return { bytes: maxval === 255, scale: (sample) => (sample * 255) / maxval };
}

/** RGB triples on 0…255 of a colour image: bytes if maxval is 255. Null if every pixel is grey. */
export function coloursOf(image: Samples): Uint8Array | Float64Array | null {
  const { count, channels, samples } = image;
  if (channels < 3) return null;
  let coloured = false;
  for (let offset = 0; offset < samples.length && !coloured; offset += channels) {
    coloured = samples[offset] !== samples[offset + 1] || samples[offset] !== samples[offset + 2];
  }
  if (!coloured) return null;
  const { bytes, scale } = storing(image);
  const result = bytes ? new Uint8Array(count * 3) : new Float64Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++) {
      const sample = samples[i * channels + channel];
      result[3 * i + channel] = bytes ? sample : scale(sample);
    }
  }
  return result;
}

/** Grey values of RGB triples, unrounded. */
export function greyOfColours(colours: ArrayLike<number>, weights: GreyWeights): Float64Array {
  const mix = mixer(weights);
  return Float64Array.from({ length: colours.length / 3 }, (_, i) => mix(colours, 3 * i));
}

function mixer(weights: GreyWeights): (samples: ArrayLike<number>, at: number) => number {
  const [red, green, blue] =
    typeof weights === 'string' ? (LINEAR[weights] ?? []) : [weights.red, weights.green, weights.blue];
  return (samples, at) => {
    const r = samples[at];
    const g = samples[at + 1];
    const b = samples[at + 2];
    if (r === g && g === b) return r;
    return weights === 'lightness' ? (Math.max(r, g, b) + Math.min(r, g, b)) / 2 : red * r + green * g + blue * b;
  };
}
