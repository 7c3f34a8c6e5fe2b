/** How far long work is. */

/** Progress of any long work: one payload, at most ten per second. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** Units a second over the recent past; null until measured. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
  /** What is running now, e.g. "BPPCA, k = 3, repeat 7". */
  readonly running: readonly string[];
}
