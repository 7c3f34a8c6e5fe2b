/** Writes the output of commands to --out: a file, the target of a link, or standard output. */
import { extname } from 'node:path';
import { escapedHidden } from '../../../core/text/hiddenCharacters.ts';
import { targetOf } from '../../disk/outputTarget.ts';
import { partsOf, writeFile, type FileData } from '../../disk/writeFile.ts';
import { print, printBytes, printNotice } from '../terminal.ts';
import { encodeNpy } from '../../../core/formats/npy.ts';
import { encodeNpz } from '../../../core/formats/npz.ts';
import type { Method, NamedArray } from '../../../core/methods/method.ts';
import { methods } from '../../../core/methods/registry.ts';
import { UsageError } from '../errors.ts';

/** Standard output as a value of --out. */
const DASH = '-';

/** Writes to a file, or to standard output. Throws FileError with one sentence. */
export function writeOut(path: string | undefined, data: FileData): void {
  if (path !== undefined && !isStandardOutput(path)) writeFile(path, data);
  else if (typeof data === 'string') print(data);
  else for (const part of partsOf(data)) printBytes(part);
}

/** Reports a written file on standard output, or on standard error if the file went to standard output. */
export function reportWritten(path: string, sentence: string): void {
  if (isStandardOutput(path)) printNotice(sentence);
  else print(`${sentence}\n`);
}

/** The extension of a file in lower case; `otherwise` for standard output, which has no name. */
export function endingOf(path: string, otherwise: string): string {
  return isStandardOutput(path) ? otherwise : extname(path).toLowerCase();
}

/** Whether a name means standard output: "-", or a device of the system. */
export function isStandardOutput(path: string): boolean {
  if (path === DASH) return true;
  try {
    const target = targetOf(path);
    return target.kind === 'descriptor' && target.descriptor === 1;
  } catch {
    return false;
  }
}

const TEXT = /^(text\/|application\/(json|x-tex|x-bibtex)|image\/svg)/;

/** Writes a file of the engine to disk, or to standard output without a name. */
export async function putFile(file: File, out: string | undefined): Promise<void> {
  const bytes = (out !== undefined && !isStandardOutput(out)) || !TEXT.test(file.type);
  if (bytes) writeOut(out, await file.bytes());
  else print(file.type === 'application/json' ? escapedHidden(await file.text()) : await file.text());
}

// Array files.

/** Throws UsageError if the extension is not that of an array file. */
export function requireArrayEnding(option: string, path: string): void {
  if (!['.npy', '.npz'].includes(endingOf(path, '.npy'))) {
    throw new UsageError(`${option} ${path}: expected a file that ends in .npy or .npz.`);
  }
}

/** Writes one array as .npy, or as .npz under its name. */
export function writeArray(path: string, name: string, array: NamedArray): void {
  const npy = endingOf(path, '.npy') === '.npy';
  writeOut(path, npy ? encodeNpy(array) : encodeNpz({ [name]: array }));
}

/** Throws UsageError if the method does not fill missing pixels. */
export function requireImputing(method: Method): void {
  if (method.impute) return;
  const ids = methods.filter((candidate) => candidate.impute).map(({ id }) => id);
  throw new UsageError(`${method.title} does not fill missing pixels: the methods that do are ${ids.join(', ')}.`);
}
