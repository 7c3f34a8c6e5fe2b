/**
 * RGB of interleaved CMYK bytes, 0 meaning no ink: (255 − K)(1 − C/255), rounded as Pillow's `convert('RGB')` rounds, to
 * the bit. Ink profiles are left out, as for the other colours.
 */
export function rgbOfCmyk(inks: Uint8Array): Uint8Array {
  const result = new Uint8Array((inks.length / 4) * 3);
  for (let from = 0, to = 0; from < inks.length; from += 4) {
    const light = 255 - inks[from + 3];
    for (let ink = 0; ink < 3; ink++) {
      // Division by 255 with rounding, in whole numbers.
      const product = inks[from + ink] * light + 128;
      result[to++] = light - (((product >> 8) + product) >> 8);
    }
  }
  return result;
}
