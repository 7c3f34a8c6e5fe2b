/** Names of exported images: those that the images had, safe on any system and each there once. */

/** Endings that the new ending takes the place of; others are part of a name, as in "subject01.glasses". */
const ENDINGS = /\.(?:png|jpe?g|pgm|ppm|pnm|bmp|gif|tiff?|webp)$/i;

/** What Windows opens a device by, whatever follows the dot. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

const LONGEST = 80;

/**
 * `<folder>/<name>.png` for every image: the name of its file without folders and the ending of an image. Characters
 * other than letters, digits, "_", "-" and "." become "_"; of equal names in a folder, capitals or not, the later ones
 * are numbered, "name-2".
 */
export function imageNames(folders: readonly string[], files: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The next number of a name that is there already. */
  const numbers = new Map<string, number>();
  return files.map((file, n) => {
    const stem = `${folders[n]}/${stemOf(file)}`;
    const first = stem.toLowerCase();
    for (let copy = numbers.get(first) ?? 1; ; copy++) {
      const name = copy === 1 ? stem : `${stem}-${copy}`;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      numbers.set(first, copy + 1);
      return `${name}.png`;
    }
  });
}

function stemOf(file: string): string {
  const name = file.split(/[/\\]/).at(-1)!.normalize('NFC').replace(ENDINGS, '');
  const safe = [...name.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_').replace(/^[.-]+/, '_')].slice(0, LONGEST).join('');
  return safe === '' ? 'image' : DEVICES.test(safe) ? `_${safe}` : safe;
}
