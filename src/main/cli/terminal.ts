/**
 * The only way of the command line to standard output and standard error. Names come from files that others made: a
 * file name with an escape sequence would set the title of the terminal, hide lines, or forge the ones before it.
 */
import { escapedHidden, withoutHidden } from '../../core/text/hidden.ts';

/** Writes text to standard output. */
export function print(text: string): void {
  process.stdout.write(withoutHidden(text));
}

/** Writes a value as JSON to standard output; the same value is read from it. */
export function printJson(value: unknown): void {
  process.stdout.write(`${escapedHidden(JSON.stringify(value, null, 2))}\n`);
}

/** Writes bytes that are no text, such as an archive, to standard output as they are. */
export function printBytes(bytes: Uint8Array): void {
  process.stdout.write(bytes);
}

/** Writes a sentence, with its line end, to standard error. */
export function say(sentence: string): void {
  process.stderr.write(`${withoutHidden(sentence)}\n`);
}
