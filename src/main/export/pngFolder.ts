/** Exports a dataset as a folder of PNG images, one folder per subject, with a list that the import reads. */
import { basename, resolve } from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import type { ImageStream } from '../../core/formats/imageStream.ts';
import { attributeColumns } from '../../core/formats/labelledImages.ts';
import { greyOf } from '../../core/images/grey.ts';
import { csv } from '../../core/report/csv.ts';
import { FolderExists, writeFolder } from '../disk/newFolder.ts';
import { ATTRIBUTE, ORIGINAL } from '../import/sources/listedSource.ts';
import { LIST } from '../import/sources/listFile.ts';
import { loadSharp } from '../loadSharp.ts';

// Names of exported images: the original names, made portable and unique.

/** Endings that the new ending replaces; other endings are part of a name, as in "subject01.glasses". */
const ENDINGS = /\.(?:png|jpe?g|pgm|ppm|pnm|bmp|gif|tiff?|webp)$/i;

/** Device names of Windows, with or without an ending. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

const LONGEST = 80;

/**
 * `<folder>/<name>.png` for every image: the name of its file without folders and image ending. Characters other than
 * letters, digits, "_", "-" and "." become "_". If names in a folder are equal (case-insensitive), the later ones are
 * numbered, "name-2".
 */
export function imageNames(folders: readonly string[], files: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The next number of a name that is already used. */
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

/** The dataset cannot be written in this form; the message is one sentence. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

/**
 * Writes `<subject>/<name of the image's file>.png` (8 bits; in colour if the grey values are the default conversion of
 * the colours) and `images.csv` to a new folder, which is complete or absent. Throws ExportError for grey values that
 * are not integers of 0 … 255, and if the folder already exists.
 */
export async function writePngFolder(path: string, dataset: ImageStream): Promise<void> {
  try {
    await writeFolder(path, pngFiles(dataset));
  } catch (error) {
    if (!(error instanceof FolderExists)) throw error;
    throw new ExportError(`${basename(resolve(path))} is there already: choose another folder.`);
  }
}

/** The same as an uncompressed ZIP archive, because PNG is already compressed. Throws ExportError. */
export async function encodePngArchive(dataset: ImageStream): Promise<Uint8Array<ArrayBuffer>> {
  const entries: Zippable = {};
  for await (const { name, bytes } of pngFiles(dataset)) entries[name] = bytes;
  // ZIP has no time zone: local midnight gives the same time stamp everywhere.
  return zipSync(entries, { level: 0, mtime: new Date(1980, 0, 1) });
}

/** The files of the folder; the list is last. */
async function* pngFiles(dataset: ImageStream): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  const { rows, cols, type, pixelsOf, subjects, files } = dataset;
  if (type !== 'u8') {
    throw new ExportError('PNG holds whole grey values of 0 to 255, and these are others: export as npz or mat.');
  }
  const sharp = await loadSharp();
  const names = imageNames(subjects.map(folderOf), files);
  for (const [n, name] of names.entries()) {
    const grey = pixelsOf(n) as Uint8Array;
    const colours = coloursFor(grey, dataset.coloursOf?.(n) ?? null);
    const raw = { width: cols, height: rows, channels: colours === null ? (1 as const) : (3 as const) };
    const image = sharp(colours ?? grey, { raw }).toColourspace(colours === null ? 'b-w' : 'srgb');
    yield { name, bytes: await image.png().toBuffer() };
  }
  const columns = attributeColumns(dataset);
  const header = ['file', 'subject', ORIGINAL, ...columns.map(({ name }) => ATTRIBUTE + name)];
  const lines = names.map((name, n) => [name, subjects[n], files[n], ...columns.map(({ values }) => values[n])]);
  yield { name: LIST, bytes: Buffer.from(csv(header, lines)) };
}

/**
 * The colours of an image if an import converts them to these grey values; else null, because the grey values take
 * precedence.
 */
function coloursFor(grey: Uint8Array, colours: Uint8Array | Float64Array | null): Uint8Array | null {
  if (!(colours instanceof Uint8Array)) return null;
  const again = greyOf({ count: grey.length, channels: 3, maxval: 255, samples: colours });
  return again.every((value, i) => value === grey[i]) ? colours : null;
}

/** A subject as a portable folder name; the list contains the subject itself. */
function folderOf(subject: string): string {
  const safe = subject.replace(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 80);
  return `subject-${safe}`;
}
