/** Signed images in colours (blue below 0, white at 0, red above), or unchanged around mid-grey. */
import type { GreyImage } from './greyImage.ts';

export type SignedScale = 'colour' | 'grey';

/** Ends of the scale, distinguishable with any type of colour vision. */
const BELOW = [0, 84, 147] as const;
const ZERO = [247, 246, 243] as const;
const ABOVE = [178, 60, 0] as const;

/** The colour of a value −1 … 1; values beyond are clipped. */
export function signedColour(value: number, scale: SignedScale): readonly [number, number, number] {
  const share = Math.max(-1, Math.min(1, value));
  if (scale === 'grey') {
    const grey = Math.round(127.5 + 127.5 * share);
    return [grey, grey, grey];
  }
  const end = share < 0 ? BELOW : ABOVE;
  const at = Math.abs(share);
  const mix = (n: 0 | 1 | 2): number => Math.round(ZERO[n] + at * (end[n] - ZERO[n]));
  return [mix(0), mix(1), mix(2)];
}

/** Colours of an image around mid-grey, its values multiplied by `stretch`. */
export function signedImage({ rows, cols, rgba }: GreyImage, scale: SignedScale, stretch: number): GreyImage {
  const table = Array.from({ length: 256 }, (_, byte) => signedColour(((byte - 127.5) / 127.5) * stretch, scale));
  const coloured = new Uint8ClampedArray(rgba.length);
  for (let i = 0; i < rgba.length; i += 4) {
    coloured.set(table[rgba[i]], i);
    coloured[i + 3] = 255;
  }
  return { rows, cols, rgba: coloured };
}
