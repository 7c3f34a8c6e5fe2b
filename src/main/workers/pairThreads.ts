/** Scores many pairs of vectors in several threads. */
import { BLOCK } from '../../core/linalg/index.ts';
import { blockPairs, joinCounts, type PairCounts, type Part } from '../../core/allPairs/scorePairs.ts';
import { joinMatches, searchSteps, type GalleryMatches } from '../../core/allPairs/searchGallery.ts';
import { scoring, type PairMetric, type ScoredRows, type ScoredSet } from '../../core/allPairs/vectorSet.ts';
import { runInThreads } from './jobThread.ts';
import type { PairResult, PairJob, SharedRows, SharedSource } from './pairWorker.ts';

export interface PairRun {
  /** Limited to the number of parts of the work. */
  readonly threads: number;
  readonly signal: AbortSignal;
  /** Called with the number of started pairs of blocks, and their total. */
  readonly onProgress: (done: number, total: number) => void;
}

/** Scores all pairs of a set. Rejects with Error if a thread fails, and with the signal's reason if it is aborted. */
export async function scoreAllPairs(set: ScoredSet, genuine: Float64Array, run: PairRun): Promise<PairCounts> {
  const shared = { vectors: sharedRows(set), labels: sharedOf(set.labels), genuine: sharedOf(genuine) };
  const total = blockPairs(set.count);
  return joinCounts(await inParts<PairCounts>((part) => ({ kind: 'pairs', ...shared, ...part }), total, total, run));
}

/** The most similar gallery vectors of every probe. Rejects as `scoreAllPairs` does. */
export async function searchInThreads(
  probes: ScoredRows,
  gallery: ScoredRows | SharedSource,
  run: PairRun,
): Promise<GalleryMatches> {
  const shared = { probes: sharedRows(probes), gallery: 'factors' in gallery ? gallery : sharedRows(gallery) };
  const parts = Math.ceil(probes.count / BLOCK);
  const steps = searchSteps(probes.count, gallery.count);
  return joinMatches(
    await inParts<GalleryMatches>((part) => ({ kind: 'search', ...shared, ...part }), parts, steps, run),
  );
}

/** Vectors that are scaled when read. Throws InvalidInputError as `scoredRows`. */
export function sharedSource(
  values: Float32Array | Float64Array,
  data: SharedArrayBuffer,
  size: { readonly count: number; readonly length: number; readonly metric: PairMetric },
): SharedSource {
  const { norms, factors } = scoring(values, size);
  const type = values instanceof Float32Array ? 'float32' : 'float64';
  return { ...size, type, data, norms: sharedOf(norms), factors: sharedOf(factors) };
}

/** @param most maximum number of parts @param total steps of all parts */
async function inParts<A extends PairResult>(
  jobOf: (part: Part) => PairJob,
  most: number,
  total: number,
  { threads, signal, onProgress }: PairRun,
): Promise<A[]> {
  const parts = Math.min(threads, most);
  const jobs = Array.from({ length: parts }, (_, part) => jobOf({ part, of: parts }));
  return (await runInThreads('pairWorker', jobs, { signal, onProgress: (done) => onProgress(done, total) })) as A[];
}

function sharedRows({ metric, count, length, data, norms }: ScoredRows): SharedRows {
  return { metric, count, length, data: sharedOf(data), norms: sharedOf(norms) };
}

/** The memory of an array if threads already share it, else a shared copy. */
function sharedOf(array: Float64Array | Int32Array): SharedArrayBuffer {
  if (array.buffer instanceof SharedArrayBuffer) return array.buffer;
  const shared = new SharedArrayBuffer(array.byteLength);
  new Uint8Array(shared).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return shared;
}
