/**
 * The only way of the command line to standard output and standard error. Names come from files that others made: a
 * file name with an escape sequence would set the title of the terminal, hide lines, or forge the ones before it.
 */
import { escapedHidden, withoutHidden } from '../../core/text/hiddenCharacters.ts';
import type { ProgressTarget } from './progress.ts';

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

/** Whether notices and progress are left out; errors never are. */
let quiet = false;

/** Leaves out notices and progress from now on, or no longer. */
export function setQuiet(to: boolean): void {
  quiet = to;
}

/** Where progress is shown; nowhere where the command is quiet. */
export function progressTarget(): ProgressTarget {
  return quiet ? { write: () => undefined } : process.stderr;
}

/** Writes a notice, a sentence with its line end, to standard error, unless the command is quiet. */
export function printNotice(sentence: string): void {
  if (!quiet) printError(sentence);
}

/** Writes why a command failed to standard error. */
export function printError(sentence: string): void {
  process.stderr.write(`${withoutHidden(sentence)}\n`);
}
