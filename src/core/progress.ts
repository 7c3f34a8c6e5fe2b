/** Progress of long-running work. */

/** The name of a cell in `running`, before a word on how far it is. */
export function cellTitle(label: string, condition: string, repeat: number): string {
  return `${label}, ${condition}, repeat ${repeat}`;
}

/** Payload of a progress event, sent at most ten times per second. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** Units per second over the recent past; null until measured. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
  /** Part of the remaining work has not been measured yet, so the time left may turn out longer. */
  readonly atLeast?: true;
  /** Why the time left has risen by more than a fifth, as the end of a sentence; absent: it has not. */
  readonly longer?: string;
  /** What is running now, e.g. "BPPCA, k = 3, repeat 7". */
  readonly running: readonly string[];
}
