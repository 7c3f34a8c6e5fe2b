/** Scores all pairs of a set of vectors once, and keeps counts and best scores only. */
import { BLOCK, rowProducts } from '../linalg/index.ts';
import type { ScoredSet } from './vectorSet.ts';

// Counts of impostor scores between the genuine scores. They determine the receiver operating characteristic exactly:
// billions of scores become one count per interval, without rounding.

/** Cells of the lookup table that starts a search: 4 MiB, enough to narrow it to one or two genuine scores. */
const CELLS = 2 ** 20;

/** With more candidates than this, binary search is faster than a linear scan. */
const FEW = 8;

export interface Tally {
  /** Impostors: at 2k those between genuine scores k − 1 and k, at 2k + 1 those equal to genuine score k. */
  readonly counts: Float64Array;
  readonly add: (score: number) => void;
}

/** @param values distinct genuine scores, ascending */
export function tallyAmong(values: Float64Array): Tally {
  const [low, high] = [values[0], values[values.length - 1]];
  const factor = high > low ? CELLS / (high - low) : 0;
  const cellOf = (score: number): number => Math.min(CELLS - 1, Math.floor((score - low) * factor));
  // First genuine score in each cell or a later one.
  const firsts = new Int32Array(CELLS + 1).fill(values.length);
  let cell = 0;
  for (let k = 0; k < values.length; k++) {
    for (const last = cellOf(values[k]); cell <= last; cell++) firsts[cell] = k;
  }
  const counts = new Float64Array(2 * values.length + 1);
  return {
    counts,
    add(score) {
      if (score < low) counts[0]++;
      else if (score > high) counts[2 * values.length]++;
      else {
        const index = cellOf(score);
        let [from, to] = [firsts[index], firsts[index + 1]];
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

/** Results of the pairs in one part of the blocks. */
export interface PairCounts {
  /** Counts of impostors, as in `Tally`. */
  readonly impostors: Float64Array;
  /** Largest score of each vector with another one; −∞ if this part has none. */
  readonly best: Float64Array;
  /** Vector with that score, the first of several; −1 if there is none. */
  readonly nearest: Int32Array;
}

/** Part number `part` of `of`, counted from 0. */
export interface Part {
  readonly part: number;
  readonly of: number;
}

/** Number of pairs of blocks, the first not after the second. */
export function blockPairs(count: number): number {
  const blocks = Math.ceil(count / BLOCK);
  return (blocks * (blocks + 1)) / 2;
}

/**
 * Scores the pairs in one part of the blocks. The sum over all parts does not depend on their number.
 *
 * @param genuine distinct genuine scores, ascending
 * @param visited called before each pair of blocks
 */
export function scorePairs(
  set: ScoredSet,
  genuine: Float64Array,
  { part, of }: Part,
  visited: () => void = () => {},
): PairCounts {
  const { count, labels, metric, norms } = set;
  const tally = tallyAmong(genuine);
  const best = new Float64Array(count).fill(-Infinity);
  const nearest = new Int32Array(count).fill(-1);
  const factor = metric === 'cosine' ? 1 : 2;
  rowProducts(set, set, ofPart(count, { part, of }, visited), ({ first, second, rows, cols, products }) => {
    for (let row = 0; row < rows; row++) {
      const i = first + row;
      const [label, norm] = [labels[i], norms[i]];
      let [most, at] = [best[i], nearest[i]];
      for (let col = first === second ? row + 1 : 0, p = row * cols + col; col < cols; col++, p++) {
        const j = second + col;
        const score = factor * products[p] - norm - norms[j];
        if (score > most || (score === most && j < at)) {
          most = score;
          at = j;
        }
        if (score > best[j] || (score === best[j] && i < nearest[j])) {
          best[j] = score;
          nearest[j] = i;
        }
        if (labels[j] !== label) tally.add(score);
      }
      best[i] = most;
      nearest[i] = at;
    }
  });
  return { impostors: tally.counts, best, nearest };
}

/** Merges parts, in any order. Throws RangeError without parts. */
export function joinCounts(parts: readonly PairCounts[]): PairCounts {
  if (parts.length === 0) throw new RangeError('joinCounts: there are no parts');
  const [first, ...others] = parts;
  const [impostors, best, nearest] = [first.impostors.slice(), first.best.slice(), first.nearest.slice()];
  for (const other of others) {
    for (let k = 0; k < impostors.length; k++) impostors[k] += other.impostors[k];
    for (let n = 0; n < best.length; n++) {
      const earlier = other.best[n] === best[n] && other.nearest[n] >= 0 && other.nearest[n] < nearest[n];
      if (!(other.best[n] > best[n]) && !earlier) continue;
      best[n] = other.best[n];
      nearest[n] = other.nearest[n];
    }
  }
  return { impostors, best, nearest };
}

/** Every `of`-th pair of blocks. */
function* ofPart(count: number, { part, of }: Part, visited: () => void): Iterable<readonly [number, number]> {
  const blocks = Math.ceil(count / BLOCK);
  let number = 0;
  for (let first = 0; first < blocks; first++) {
    for (let second = first; second < blocks; second++) {
      if (number++ % of !== part) continue;
      visited();
      yield [first, second];
    }
  }
}
