/** Endings of file names. */

/** Endings of image files that are read, or (JPEG 2000) refused with a remedy, as alternatives of a pattern. */
export const IMAGE_ENDINGS = 'pgm|ppm|pbm|pnm|pfm|gif|png|jpe?g|tiff?|webp|bmp|jp2|j2k|jpf|jpx|j2c';

const IMAGE = new RegExp(String.raw`\.(${IMAGE_ENDINGS}|raw)$`, 'i');

/** True for a name with the extension of an image format. */
export function hasImageExtension(name: string): boolean {
  return IMAGE.test(name);
}

export function withoutImageExtension(name: string): string {
  return name.replace(IMAGE, '');
}
