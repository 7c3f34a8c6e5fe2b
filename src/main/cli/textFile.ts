/** Texts that a command is given: bounded before they are read, and again before they are parsed. */
import { depthOf } from '../../core/text/depthOf.ts';
import { fileReason } from '../disk/fileReason.ts';
import { readLimited } from '../import/decode/readLimited.ts';
import { Failure } from './errors.ts';

/** Lists and fields in each other: those of specs, manifests and results are a tenth as deep. */
const DEEPEST = 100;

/** The text of a regular file of at most `most` bytes. Throws Failure; never waits for a pipe or device. */
export async function readText(path: string, most: number): Promise<string> {
  try {
    return new TextDecoder().decode(await readLimited(path, most));
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${fileReason(error)}.`);
  }
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
  } catch (error) {
    throw new Failure(`${path}: expected JSON, found ${jsonFault(error, text)}.`);
  }
}

/** What JSON.parse found instead, in our words. */
export function jsonFault(error: unknown, text: string): string {
  if (!/^\s*[{[]/.test(text)) return 'another text';
  const { message } = error as SyntaxError;
  const token = /^Unexpected token '(.)'/su.exec(message)?.[1];
  if (token !== undefined) return `${JSON.stringify(token)} where it does not belong`;
  const missing = /^Expected (.*) in JSON at position/.exec(message)?.[1];
  if (missing !== undefined) return `a mistake in it: ${missing} is missing`;
  return message.startsWith('Unexpected end') ? 'its end too early' : 'a mistake in it';
}
