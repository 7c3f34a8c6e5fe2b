const LONGEST = 300;

/**
 * A file does not hold what its format promises. The message is one sentence on one line: what was expected and what was
 * found. Names that come from the file may hold anything, so control characters become blanks and the length is limited.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';

  constructor(message: string) {
    const line = message.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    super(line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line);
  }
}
