const LONGEST = 300;

/** Text on one line: names from a file may hold any character, so control characters become blanks. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** As `onOneLine`, of limited length, for sentences that list names from a file. */
export function asSentence(text: string, longest = 800): string {
  const line = onOneLine(text);
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/**
 * Thrown if a file does not match its format. The message is one sentence on one line of limited length: what was
 * expected and what was found.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';

  constructor(message: string) {
    super(asSentence(message, LONGEST));
  }
}
