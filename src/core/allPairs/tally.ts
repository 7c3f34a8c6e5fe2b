/**
 * Where impostor scores lie among the genuine ones. That is all a receiver operating characteristic needs: billions of
 * scores become one count per interval, and nothing is rounded.
 */

/** Cells of a table of first guesses: 4 MiB, so that a search goes through one or two genuine scores. */
const CELLS = 2 ** 20;

/** Above this many candidates halving is quicker than walking. */
const FEW = 8;

export interface Tally {
  /**
   * Of impostors: at 2k those between the genuine scores k − 1 and k, at 2k + 1 those equal to genuine score k.
   */
  readonly counts: Float64Array;
  readonly add: (score: number) => void;
}

/** @param values distinct genuine scores, ascending */
export function tallyAmong(values: Float64Array): Tally {
  const [low, high] = [values[0], values[values.length - 1]];
  const factor = high > low ? CELLS / (high - low) : 0;
  const cellOf = (score: number): number => Math.min(CELLS - 1, Math.floor((score - low) * factor));
  // First genuine score of each cell or of a later one.
  const firsts = new Int32Array(CELLS + 1).fill(values.length);
  let cell = 0;
  for (let k = 0; k < values.length; k++) {
    for (const own = cellOf(values[k]); cell <= own; cell++) firsts[cell] = k;
  }
  const counts = new Float64Array(2 * values.length + 1);
  return {
    counts,
    add(score) {
      if (score < low) counts[0]++;
      else if (score > high) counts[2 * values.length]++;
      else {
        const own = cellOf(score);
        let [from, to] = [firsts[own], firsts[own + 1]];
        while (to - from > FEW) {
          const middle = (from + to) >>> 1;
          if (values[middle] < score) from = middle + 1;
          else to = middle;
        }
        while (from < to && values[from] < score) from++;
        counts[2 * from + (values[from] === score ? 1 : 0)]++;
      }
    },
  };
}
