/** File names: extensions, common folders. */

const IMAGE = /\.(pgm|ppm|pbm|pnm|gif|png|jpe?g|tiff?|webp|bmp|raw)$/i;

/** True for a name with the extension of an image format. */
export function hasImageExtension(name: string): boolean {
  return IMAGE.test(name);
}

/** The name without the extension of an image format. */
export function withoutImageExtension(name: string): string {
  return name.replace(IMAGE, '');
}

/** The folder, ending in /, that holds all `files`; empty where there is none. */
export function commonFolder(files: readonly string[]): string {
  if (files.length === 0) return '';
  const parts = files[0].split('/').slice(0, -1);
  for (const file of files) {
    const own = file.split('/').slice(0, -1);
    let same = 0;
    while (same < parts.length && parts[same] === own[same]) same++;
    parts.length = same;
  }
  return parts.map((part) => `${part}/`).join('');
}
