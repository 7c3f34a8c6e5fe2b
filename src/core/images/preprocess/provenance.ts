/** What made a dataset from another one. */
export interface Preprocessing {
  readonly origin: { readonly name: string; readonly hash: string };
  /** The steps as text, in order. */
  readonly steps: readonly string[];
  /** SHA-256 (hex) of the steps and, where eyes were aligned, of the eye positions. */
  readonly hash: string;
}
