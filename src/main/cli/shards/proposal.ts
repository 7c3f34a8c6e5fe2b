/** How many parts a study is worth, where the user names no number. */

/** Share of its time that a part may spend on starting. */
const SHARE = 0.05;
/** What Slurm takes in an array unless it was configured otherwise. */
const MOST = 1000;

export interface Work {
  /** Of one processor, for the whole study. */
  readonly seconds: number;
  readonly cells: number;
}

/** As many parts as spend at most a twentieth of their time on starting, one at least, none without a cell. */
export function proposedParts({ seconds, cells }: Work, processors: number, startSeconds: number): number {
  const worth = Math.floor((SHARE * seconds) / processors / startSeconds);
  return Math.max(1, Math.min(worth, cells, MOST));
}
