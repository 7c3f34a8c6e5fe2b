const LONGEST = 300;

/** Text on one line: names that come from a file may hold anything, so control characters become blanks. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** The same of limited length, for sentences that list names from a file. */
export function asSentence(text: string, longest = 800): string {
  const line = onOneLine(text);
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/**
 * A file does not hold what its format promises. The message is one sentence on one line of limited length: what was
 * expected and what was found.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';

  constructor(message: string) {
    super(asSentence(message, LONGEST));
  }
}
