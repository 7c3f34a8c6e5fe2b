/** A file does not hold what its format promises. The message is one sentence: what was expected and what was found. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}
