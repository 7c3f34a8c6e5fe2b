/** A file is what its name says: the ending decides the format, and does not contradict it. */
import { extname } from 'node:path';
import { alternatives } from '../../../core/text/proseTags.ts';
import { UsageError } from '../errors.ts';

interface Output<T extends string> {
  /** Absent: standard output. */
  readonly out?: string;
  /** As --format says. */
  readonly format?: T;
}

/**
 * The format of a file that is written, of those that a command has, by their endings: the one that --format names,
 * else the first with the ending of the file, else `otherwise`, of standard output and names without an ending. Throws
 * UsageError for an ending that is not of the format, or of none.
 */
export function outFormat<T extends string>(
  endings: Readonly<Record<T, string>>,
  { out, format }: Output<T>,
  otherwise: T,
): T {
  const ending = out === undefined ? '' : extname(out).toLowerCase();
  if (ending === '') return format ?? otherwise;
  if (format !== undefined) {
    if (endings[format] === ending) return format;
    throw new UsageError(`--out ${out}: with --format ${format} expected a file that ends in ${endings[format]}.`);
  }
  const match = (Object.keys(endings) as T[]).find((one) => endings[one] === ending);
  if (match !== undefined) return match;
  // The format of an empty ending is a folder.
  const choices = new Set(Object.values<string>(endings).map((one) => (one === '' ? 'in nothing, for a folder' : one)));
  throw new UsageError(`--out ${out}: expected a file that ends in ${alternatives([...choices])}.`);
}

/** Of a command that writes one format. Throws UsageError for another ending. */
export function requireEnding(out: string | undefined, ending: string): void {
  outFormat({ only: ending }, { out }, 'only');
}
