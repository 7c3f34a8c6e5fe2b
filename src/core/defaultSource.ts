/** Where the default of a setting comes from. The reference has a table of all, and a test that none is missing. */
export interface DefaultSource {
  /** Who has it: a publication and where in it, or the code of its authors. */
  readonly published?: string;
  /** The comparison of ours that it rests on, or stood in: its name in docs/reproduction/defaults.json. */
  readonly measured?: string;
  /** Why results do not hang on it, or only by what this says. */
  readonly neutral?: string;
}
