/** Exhaustive search for the most similar gallery vector of each probe. */
import { BLOCK, rowProducts } from '../linalg/index.ts';
import type { Part } from './scorePairs.ts';
import type { ScoredRows, ScoredSource } from './vectorSet.ts';

/** Position in the gallery of the most similar vector per probe, the first of several, and its score. */
export interface GalleryMatches {
  /** −1 for probes of other parts. */
  readonly nearest: Int32Array;
  readonly best: Float64Array;
}

/** Number of steps: blocks of probes times blocks of the gallery. */
export function searchSteps(probes: number, gallery: number): number {
  return Math.ceil(probes / BLOCK) * Math.ceil(gallery / BLOCK);
}

/**
 * Searches every `of`-th block of probes. Both sets must be scored by the same metric. Throws RangeError if the gallery
 * is empty.
 *
 * @param visited called before each block of the gallery
 */
export function searchGallery(
  probes: ScoredRows,
  gallery: ScoredRows | ScoredSource,
  { part, of }: Part,
  visited: () => void = () => {},
): GalleryMatches {
  if (gallery.count === 0) throw new RangeError('searchGallery: the gallery is empty');
  const best = new Float64Array(probes.count).fill(-Infinity);
  const nearest = new Int32Array(probes.count).fill(-1);
  const factor = probes.metric === 'cosine' ? 1 : 2;
  rowProducts(probes, gallery, ofPart(), ({ first, second, rows, cols, products }) => {
    for (let row = 0; row < rows; row++) {
      const norm = probes.norms[first + row];
      let [most, at] = [best[first + row], nearest[first + row]];
      for (let col = 0, p = row * cols; col < cols; col++, p++) {
        const score = factor * products[p] - norm - gallery.norms[second + col];
        // Blocks come in order, so the first of equal scores wins.
        if (score > most) {
          most = score;
          at = second + col;
        }
      }
      best[first + row] = most;
      nearest[first + row] = at;
    }
  });
  return { nearest, best };

  function* ofPart(): Iterable<readonly [number, number]> {
    for (let i = part; i * BLOCK < probes.count; i += of) {
      for (let j = 0; j * BLOCK < gallery.count; j++) {
        visited();
        yield [i, j];
      }
    }
  }
}

/** Merges parts. */
export function joinMatches(parts: readonly GalleryMatches[]): GalleryMatches {
  const partOf = (n: number): GalleryMatches => parts.find(({ nearest }) => nearest[n] >= 0) ?? parts[0];
  return {
    nearest: parts[0].nearest.map((_, n) => partOf(n).nearest[n]),
    best: parts[0].best.map((_, n) => partOf(n).best[n]),
  };
}
