/** Reads text files of commands, limiting their size before reading and their depth before parsing. */
import { FormatError } from '../../../core/formats/formatError.ts';
import { depthOf, jsonFault } from '../../../core/text/jsonErrors.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { readLimited } from '../../import/decode/readLimited.ts';
import { Failure } from '../errors.ts';

/** Maximum nesting; specs, manifests and results are a tenth as deep. */
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

/** Detects UTF-16 by its byte order mark or a zero byte in the first character; Windows editors and shells write it. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;
}

/** The error message for text nested too deeply to parse; null otherwise. */
export function tooDeep(path: string, text: string): string | null {
  const depth = depthOf(text);
  if (depth <= DEEPEST) return null;
  return `${path}: expected lists and fields at most ${DEEPEST} levels deep, found ${depth}.`;
}

/** Reads JSON of at most `most` bytes. Throws Failure as `readText`, for excessive nesting, and for invalid JSON. */
export async function readJson(path: string, most: number): Promise<unknown> {
  return parseJson(path, await readText(path, most));
}

/** Throws Failure as `readJson`; its message starts with `path`. */
export function parseJson(path: string, text: string): unknown {
  const fault = tooDeep(path, text);
  if (fault !== null) throw new Failure(fault);
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(jsonFault(path, text));
  }
}
