/** Chooses the output format: by --format, or else by the file extension. */
import { extname } from 'node:path';
import { alternatives } from '../../../core/text/proseTags.ts';
import { UsageError } from '../errors.ts';

interface Output<T extends string> {
  /** Absent: standard output. */
  readonly out?: string;
  /** Value of --format. */
  readonly format?: T;
}

/**
 * The format of an output file: that of --format, whatever its name; otherwise the first format of the command with the
 * file's extension; otherwise `otherwise` (standard output, and names without extension). Throws UsageError if the
 * extension is that of no format.
 */
export function outFormat<T extends string>(
  endings: Readonly<Record<T, string>>,
  { out, format }: Output<T>,
  otherwise: T,
): T {
  if (format !== undefined) return format;
  const ending = out === undefined ? '' : extname(out).toLowerCase();
  if (ending === '') return otherwise;
  const match = (Object.keys(endings) as T[]).find((one) => endings[one] === ending);
  if (match !== undefined) return match;
  // The format of an empty extension is a folder.
  const choices = new Set(Object.values<string>(endings).map((one) => (one === '' ? 'in nothing, for a folder' : one)));
  throw new UsageError(`--out ${out}: expected a file that ends in ${alternatives([...choices])}.`);
}

/** For commands with a single format. Throws UsageError for another extension. */
export function requireEnding(out: string | undefined, ending: string): void {
  outFormat({ only: ending }, { out }, 'only');
}
