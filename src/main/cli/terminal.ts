/**
 * The only path of the command line to standard output and standard error. Names come from external files: an escape
 * sequence in a file name could set the terminal's title, hide lines, or forge earlier ones.
 */
import { escapedHidden, withoutHidden } from '../../core/text/hiddenCharacters.ts';
import type { StudyVerdict } from '../../core/study/verdict/verdict.ts';
import type { ProgressTarget } from './progress.ts';

/** Writes text to standard output. */
export function print(text: string): void {
  process.stdout.write(withoutHidden(text));
}

/** Writes a value as JSON to standard output; parsing it returns the same value. */
export function printJson(value: unknown): void {
  process.stdout.write(`${escapedHidden(JSON.stringify(value, null, 2))}\n`);
}

/** Writes the verdict on a study, one sentence per line, before its table. */
export function printVerdict({ sentences }: StudyVerdict): void {
  print(`${sentences.join('\n')}\n\n`);
}

/** Writes binary data, such as an archive, to standard output unchanged. */
export function printBytes(bytes: Uint8Array): void {
  process.stdout.write(bytes);
}

/** Whether to omit notices and progress; errors are always shown. */
let quiet = false;

/** Turns notices and progress off or on. */
export function setQuiet(to: boolean): void {
  quiet = to;
}

/** Target of progress; none if the command is quiet. */
export function progressTarget(): ProgressTarget {
  return quiet ? { write: () => undefined } : process.stderr;
}

/** Writes a notice, one sentence per line, to standard error, unless the command is quiet. */
export function printNotice(sentence: string): void {
  if (!quiet) printError(sentence);
}

/** Writes why a command failed to standard error. */
export function printError(sentence: string): void {
  process.stderr.write(`${withoutHidden(sentence)}\n`);
}
