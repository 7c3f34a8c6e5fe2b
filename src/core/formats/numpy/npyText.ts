/** Arrays of text in NPY files: NumPy's U (UTF-32, fixed width) and S (bytes, fixed width). */
import { FormatError } from '../error.ts';
import { decodeNpySteps, npyHeader, requireNpyLength, startFile, TEXT_TYPE, type NpyArray } from './npy.ts';
import type { Steps } from '../steps.ts';

export interface NpyText {
  readonly shape: readonly number[];
  readonly values: readonly string[];
}

/** Numbers or text, whichever the file holds. Throws FormatError. */
export function* decodeNpyContent(bytes: Uint8Array): Steps<NpyArray | NpyText> {
  return isNpyText(bytes) ? decodeNpyText(bytes) : yield* decodeNpySteps(bytes);
}

/** True where the file holds an array of text. */
export function isNpyText(bytes: Uint8Array): boolean {
  return TEXT_TYPE.test(npyHeader(bytes).descr);
}

/** The texts in memory order (of a vector: their order), without the zeros that fill them up. Throws FormatError. */
export function decodeNpyText(bytes: Uint8Array): NpyText {
  const header = npyHeader(bytes);
  const { descr, shape, from } = header;
  const [[order], kind, digits] = TEXT_TYPE.exec(descr) ?? notText(descr);
  const width = Number(digits);
  // Texts without characters take no bytes: their number would be a claim that nothing bounds.
  if (width === 0) throw new FormatError('expected texts of at least one character in the NPY array, found none');
  const count = shape.reduce((product, size) => product * size, 1);
  const step = width * (kind === 'U' ? 4 : 1);
  requireNpyLength(header, bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const codeAt = (at: number, i: number): number =>
    kind === 'U' ? view.getUint32(at + 4 * i, order !== '>') : view.getUint8(at + i);
  const values = Array.from({ length: count }, (_, n) => {
    let text = '';
    for (let i = 0; i < width; i++) text += String.fromCodePoint(checked(codeAt(from + n * step, i)));
    return text.replace(/\0+$/, '');
  });
  return { shape, values };
}

/** A version 1.0 file of a vector of texts, as NumPy's U of the longest. */
export function encodeNpyText(values: readonly string[]): Uint8Array {
  const points = values.map((value) => Array.from(value, (character) => character.codePointAt(0) as number));
  const width = points.reduce((most, { length }) => Math.max(most, length), 1);
  const { bytes, from } = startFile(`<U${width}`, [values.length], 4 * width * values.length);
  const view = new DataView(bytes.buffer);
  points.forEach((codes, n) => codes.forEach((code, i) => view.setUint32(from + 4 * (n * width + i), code, true)));
  return bytes;
}

function checked(code: number): number {
  if (code > 0x10ffff) throw new FormatError(`expected characters in an NPY array of text, found the number ${code}`);
  return code;
}

function notText(descr: string): never {
  throw new FormatError(`expected an NPY array of text, found ${descr}`);
}
