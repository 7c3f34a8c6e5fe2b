const LONGEST = 300;

/** Text on one line: names that come from a file may hold anything, so control characters become blanks. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/**
 * A file does not hold what its format promises. The message is one sentence on one line of limited length: what was
 * expected and what was found.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';

  constructor(message: string) {
    const line = onOneLine(message);
    super(line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line);
  }
}
