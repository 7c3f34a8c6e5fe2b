/** File names: extensions, common folders. */

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

/** The folder, ending in /, that contains all `files`; empty if there is none. */
export function commonFolder(files: readonly string[]): string {
  if (files.length === 0) return '';
  const parts = files[0].split('/').slice(0, -1);
  for (const file of files) {
    const folders = file.split('/').slice(0, -1);
    let same = 0;
    while (same < parts.length && parts[same] === folders[same]) same++;
    parts.length = same;
  }
  return parts.map((part) => `${part}/`).join('');
}
