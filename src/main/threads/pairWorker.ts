/** A worker thread: a part of the blocks of all pairs, or of a search, then it ends. */
import { scorePairs, type PairCounts, type Part } from '../../core/allPairs/scorePairs.ts';
import { searchGallery, type Found } from '../../core/allPairs/searchGallery.ts';
import type { PairMetric, ScoredRows } from '../../core/allPairs/vectorSet.ts';
import { answerJob } from './answerJob.ts';

/** Vectors in memory that all threads share: float64. */
export interface SharedRows {
  readonly metric: PairMetric;
  readonly count: number;
  readonly length: number;
  readonly data: SharedArrayBuffer;
  readonly norms: SharedArrayBuffer;
}

export type PairJob = Part &
  (
    | {
        readonly kind: 'pairs';
        readonly vectors: SharedRows;
        /** int32. */
        readonly labels: SharedArrayBuffer;
        /** Distinct genuine scores, ascending: float64. */
        readonly genuine: SharedArrayBuffer;
      }
    | { readonly kind: 'search'; readonly probes: SharedRows; readonly gallery: SharedRows }
  );

export type PairAnswer = PairCounts | Found;

// The core's arrays are typed over plain buffers; it only ever reads these.
const floats = (shared: SharedArrayBuffer) => new Float64Array(shared) as unknown as Float64Array<ArrayBuffer>;
const rowsOf = (shared: SharedRows): ScoredRows => ({
  ...shared,
  data: floats(shared.data),
  norms: floats(shared.norms),
});

answerJob((job: PairJob, visited): PairAnswer => {
  if (job.kind === 'search') return searchGallery(rowsOf(job.probes), rowsOf(job.gallery), job, visited);
  const labels = new Int32Array(job.labels) as unknown as Int32Array<ArrayBuffer>;
  return scorePairs({ ...rowsOf(job.vectors), labels }, floats(job.genuine), job, visited);
});
