/** A perceptual sequential scale: anchors of the viridis colour map (CC0), linear between them. */
const ANCHORS = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
] as const;

export type Rgb = readonly [number, number, number];

/** Colour of an error: 0 (least) is bright, 1 (greatest) is dark; values outside are held at the ends. */
export function errorColour(share: number): Rgb {
  const at = (1 - Math.min(1, Math.max(0, share))) * (ANCHORS.length - 1);
  const low = Math.min(Math.floor(at), ANCHORS.length - 2);
  const mix = (channel: 0 | 1 | 2): number =>
    Math.round(ANCHORS[low][channel] + (at - low) * (ANCHORS[low + 1][channel] - ANCHORS[low][channel]));
  return [mix(0), mix(1), mix(2)];
}
