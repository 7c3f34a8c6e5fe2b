/** Texts that a command is given: bounded before they are read, and again before they are parsed. */
import { FormatError } from '../../../core/formats/formatError.ts';
import { depthOf, jsonFault } from '../../../core/text/jsonErrors.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { readLimited } from '../../import/decode/readLimited.ts';
import { Failure } from '../errors.ts';

/** Lists and fields in each other: those of specs, manifests and results are a tenth as deep. */
const DEEPEST = 100;

/** The text of a regular file of at most `most` bytes. Throws Failure; never waits for a pipe or device. */
export async function readText(path: string, most: number): Promise<string> {
  try {
    const bytes = await readLimited(path, most);
    if (isUtf16(bytes)) throw new FormatError('expected a text in UTF-8, found one in UTF-16: save it as UTF-8');
    return new TextDecoder().decode(bytes);
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${fileReason(error)}.`);
  }
}

/** By its byte order mark, or a zero alongside its first letter: editors and shells of Windows write it. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;
}

/** What is wrong with lists in lists without end, which no parser has to try; null for others. */
export function tooDeep(path: string, text: string): string | null {
  const depth = depthOf(text);
  if (depth <= DEEPEST) return null;
  return `${path}: expected lists and fields at most ${DEEPEST} levels deep, found ${depth}.`;
}

/** A file of JSON of at most `most` bytes. Throws Failure as `readText`, for what is too deep, and for another text. */
export async function readJson(path: string, most: number): Promise<unknown> {
  return parseJson(path, await readText(path, most));
}

/** Throws Failure with `path` for its subject as `readJson`. */
export function parseJson(path: string, text: string): unknown {
  const fault = tooDeep(path, text);
  if (fault !== null) throw new Failure(fault);
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(jsonFault(path, text));
  }
}
