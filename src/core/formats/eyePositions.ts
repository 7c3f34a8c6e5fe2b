/**
 * Files of eye positions: lists in the format of CSU's evaluation system (`name x y x y` per line), CSV tables, and
 * `.pos` files of Bob (one image per file: `x y x y`, or lines `reye x y` and `leye x y`).
 */
import { decodeCsv } from './tables/csv.ts';
import { FormatError } from './formatError.ts';

export interface EyePair {
  readonly first: { readonly x: number; readonly y: number };
  readonly second: { readonly x: number; readonly y: number };
}

/** The eyes of one image, the one on the left of the image first. */
export interface NamedEyes {
  readonly file: string;
  readonly left: EyePair['first'];
  readonly right: EyePair['first'];
}

/**
 * A list in the format of CSU's evaluation system, `name x y x y` per line: the eye on the left of the image first, (0,
 * 0) the centre of the first pixel. Inverse of `decodeEyeList`.
 */
export function encodeEyeList(eyes: readonly NamedEyes[]): string {
  return eyes.map(({ file, left, right }) => `${file} ${left.x} ${left.y} ${right.x} ${right.y}\n`).join('');
}

/** Eyes by image name as in the file. Throws FormatError for an invalid line. */
export function decodeEyeList(bytes: Uint8Array, isCsv: boolean): ReadonlyMap<string, EyePair> {
  return isCsv ? fromTable(bytes) : fromLines(bytes);
}

/** The eyes of one image. Throws FormatError. */
export function decodePos(bytes: Uint8Array): EyePair {
  const lines = linesOf(bytes);
  const named = new Map(lines.map((cells) => [cells[0].toLowerCase(), cells.slice(1)]));
  const [right, left] = [named.get('reye'), named.get('leye')];
  if (right && left) return pairOf([...right.slice(0, 2), ...left.slice(0, 2)], 'reye and leye');
  if (lines.length === 0) throw new FormatError('expected eye positions x y x y, found none');
  return pairOf(lines[0], 'the first line');
}

function fromLines(bytes: Uint8Array): ReadonlyMap<string, EyePair> {
  const pairs = new Map<string, EyePair>();
  linesOf(bytes).forEach((cells, i) => {
    if (cells.length < 5) throw new FormatError(`expected name x y x y in line ${i + 1}, found ${cells.length} words`);
    const from = coordinatesFrom(cells);
    pairs.set(cells.slice(0, from).join(' '), pairOf(cells.slice(from, from + 4), `line ${i + 1}`));
  });
  return pairs;
}

/** Index of the first of four numbers: names may contain spaces, and more columns may follow. 1 if there are none. */
function coordinatesFrom(cells: readonly string[]): number {
  for (let from = 1; from + 4 <= cells.length; from++) {
    if (cells.slice(from, from + 4).every((cell) => Number.isFinite(Number(cell)))) return from;
  }
  return 1;
}

/** A column of names and four of coordinates in the order x, y, x, y. */
function fromTable(bytes: Uint8Array): ReadonlyMap<string, EyePair> {
  const { rows, columns } = decodeCsv(bytes);
  const names = columns.find((column) => column.kind === 'text');
  const numbers = columns.filter((column) => column.kind === 'number').slice(0, 4);
  if (names === undefined || numbers.length < 4) {
    throw new FormatError('expected a column of names and four of eye positions x, y, x, y');
  }
  const files = names.texts();
  return new Map(
    Array.from({ length: rows }, (_, r) => [
      files[r],
      pairOf(
        numbers.map(({ numberAt }) => String(numberAt(r))),
        `row ${r + 1}`,
      ),
    ]),
  );
}

/** Words of the lines that are neither empty nor comments. */
function linesOf(bytes: Uint8Array): string[][] {
  return new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/[\s,;]+/));
}

function pairOf(cells: readonly string[], where: string): EyePair {
  const values = cells.slice(0, 4).map(Number);
  if (values.length < 4 || !values.every(Number.isFinite)) {
    throw new FormatError(`expected four numbers x y x y in ${where}, found "${cells.join(' ')}"`);
  }
  const [ax, ay, bx, by] = values;
  return { first: { x: ax, y: ay }, second: { x: bx, y: by } };
}
