/** Published formats of image pairs: pairs.txt of LFW (views 1 and 2), and tables with two images per row. */
import { decodeCsvRows } from '../../formats/tables/csv.ts';
import { FormatError } from '../../formats/formatError.ts';
import { unescapeFormula } from '../../formats/tables/cellText.ts';
import type { PredefinedPairs } from './pairLists.ts';

/** The images of a dataset by subject, in the order of their numbers. */
export type NamedSubjects = readonly {
  readonly subject: string;
  readonly images: readonly { readonly index: number; readonly file: string }[];
}[];

type MutablePairs = { [Kind in keyof PredefinedPairs]: [number, number][] };

/** The lists of a file, whose format is recognised by its first line. Throws FormatError, which names the line. */
export function pairsFromFile(bytes: Uint8Array, subjects: NamedSubjects): PredefinedPairs[] {
  const text = new TextDecoder().decode(bytes);
  const [first] = text.split(/\r?\n/, 1);
  return /^\s*\d+(\s+\d+)?\s*$/.test(first) ? pairsOfLfw(text, subjects) : pairsOfTable(bytes, subjects);
}

/**
 * pairs.txt: folds and pairs per fold and kind (view 2), or pairs per kind (view 1) in the first line; then
 * "name number number" for genuine pairs and "name number name number" for impostor pairs, per fold.
 */
function pairsOfLfw(text: string, subjects: NamedSubjects): PredefinedPairs[] {
  const lines = text.split(/\r?\n/);
  const header = lines[0].trim().split(/\s+/).map(Number);
  const [folds, each] = header.length === 2 ? header : [1, header[0]];
  const body = lines.slice(1).flatMap((line, at) => (line.trim() === '' ? [] : [{ cells: cellsOf(line), at: at + 2 }]));
  if (body.length !== 2 * folds * each || body.length === 0) {
    throw new FormatError(`expected ${folds} × 2 × ${each} pairs as line 1 says, found ${body.length} lines of pairs`);
  }
  const imageOf = numberedImages(subjects);
  return Array.from({ length: folds }, (_, fold) => {
    const list: MutablePairs = { genuine: [], impostor: [] };
    body.slice(2 * fold * each, 2 * (fold + 1) * each).forEach(({ cells, at }, place) => {
      const kind = place < each ? 'genuine' : 'impostor';
      const expected = kind === 'genuine' ? 3 : 4;
      if (cells.length !== expected) {
        const form = kind === 'genuine' ? 'a name and two numbers' : 'two names, each with a number';
        throw new FormatError(`line ${at}: expected ${form} (${kind} pair), found "${cells.join(' ')}"`);
      }
      const [name, number, other, last = other] = cells;
      list[kind].push([
        imageOf(name, number, at),
        kind === 'genuine' ? imageOf(name, other, at) : imageOf(other, last, at),
      ]);
    });
    return list;
  });
}

/** LFW separates by tabs; its names have no blanks, but those of other files may. */
function cellsOf(line: string): string[] {
  return line.trim().split(line.includes('\t') ? /\t+/ : /\s+/);
}

/** The file "name_0007.*", or the seventh image of the subject. */
function numberedImages(subjects: NamedSubjects): (name: string, number: string, line: number) => number {
  const byName = new Map(subjects.map(({ subject, images }) => [subject, images]));
  const byFile = imagesByName(subjects);
  return (name, number, line) => {
    const images = byName.get(name);
    if (!images) throw new FormatError(`line ${line}: the dataset has no subject "${name}"`);
    const place = Number(number);
    if (!Number.isInteger(place) || place < 1) {
      throw new FormatError(`line ${line}: expected the number of an image of "${name}" from 1, found "${number}"`);
    }
    const index = byFile(`${name}_${String(place).padStart(4, '0')}`) ?? images[place - 1]?.index;
    if (index === undefined) {
      throw new FormatError(`line ${line}: "${name}" has ${images.length} images, found image ${number}`);
    }
    return index;
  };
}

/** Looks up an image by its path or file name, with or without extension, if the name is unambiguous. */
export function imagesByName(subjects: NamedSubjects): (name: string) => number | undefined {
  const places = new Map<string, number | null>();
  const add = (name: string, index: number): void => {
    places.set(name, places.has(name) && places.get(name) !== index ? null : index);
  };
  for (const { images } of subjects) {
    for (const { index, file } of images) {
      const base = file.replace(/^.*[/\\]/, '');
      for (const name of new Set([file, base, file.replace(/\.[^.]*$/, ''), base.replace(/\.[^.]*$/, '')]))
        add(name, index);
    }
  }
  return (name) => places.get(name) ?? undefined;
}

const SIDES = [
  ['first', 'image1', 'file1', 'reference'],
  ['second', 'image2', 'file2', 'probe'],
] as const;
/** A Map, because "constructor" is not an entry of it. */
const KINDS: ReadonlyMap<string, keyof PredefinedPairs> = new Map([
  ...['1', 'same', 'genuine', 'true'].map((word) => [word, 'genuine'] as const),
  ...['0', 'different', 'impostor', 'false'].map((word) => [word, 'impostor'] as const),
]);

/** Columns "first" and "second" (files, or indices from 0), "genuine" (1 or 0), and "fold" for several folds. */
function pairsOfTable(bytes: Uint8Array, subjects: NamedSubjects): PredefinedPairs[] {
  const { header, rows } = decodeCsvRows(bytes);
  const names = header.map((cell) => cell.trim().toLowerCase());
  const columnOf = (wanted: readonly string[]): number => names.findIndex((name) => wanted.includes(name));
  const [first, second] = SIDES.map(columnOf);
  const kind = columnOf(['genuine', 'label', 'same', 'kind']);
  const fold = columnOf(['fold', 'list', 'split']);
  if (first < 0 || second < 0 || kind < 0) {
    throw new FormatError(
      `expected pairs.txt of LFW, or a table with the columns first, second and genuine; found ${names.join(', ')}`,
    );
  }
  const byFile = imagesByName(subjects);
  const lists = new Map<string, MutablePairs>();
  rows.forEach(({ cells, line }) => {
    const imageAt = (column: number): number => {
      const name = unescapeFormula(cells[column].trim());
      const index = byFile(name) ?? (/^\d+$/.test(name) ? Number(name) : undefined);
      if (index === undefined) throw new FormatError(`line ${line}: the dataset has no file "${name}"`);
      return index;
    };
    const stated = KINDS.get(cells[kind].trim().toLowerCase());
    if (!stated) throw new FormatError(`line ${line}: expected 1 or 0 in ${names[kind]}, found "${cells[kind]}"`);
    const key = fold < 0 ? '' : cells[fold].trim();
    const list = lists.get(key) ?? { genuine: [], impostor: [] };
    list[stated].push([imageAt(first), imageAt(second)]);
    lists.set(key, list);
  });
  if (lists.size === 0) throw new FormatError('expected pairs below the header, found none');
  return [...lists.values()];
}
