/** Worker thread: scores some of the blocks of all pairs or of a search, then exits. */
import { scorePairs, type PairCounts, type Part } from '../../core/allPairs/scorePairs.ts';
import { searchGallery, type GalleryMatches } from '../../core/allPairs/searchGallery.ts';
import { readScaled, type PairMetric, type ScoredRows, type ScoredSource } from '../../core/allPairs/vectorSet.ts';
import { runJob } from './runJob.ts';

/** Vectors in memory that all threads share: float64. */
export interface SharedRows {
  readonly metric: PairMetric;
  readonly count: number;
  readonly length: number;
  readonly data: SharedArrayBuffer;
  readonly norms: SharedArrayBuffer;
}

/** Unscaled vectors of a file, in memory that all threads share; each is scaled when read. */
export interface SharedSource extends SharedRows {
  readonly type: 'float32' | 'float64';
  readonly factors: SharedArrayBuffer;
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
    | { readonly kind: 'search'; readonly probes: SharedRows; readonly gallery: SharedRows | SharedSource }
  );

export type PairResult = PairCounts | GalleryMatches;

// The core's arrays are typed over plain buffers; it only ever reads these.
const floats = (shared: SharedArrayBuffer) => new Float64Array(shared) as unknown as Float64Array<ArrayBuffer>;
const rowsOf = (shared: SharedRows): ScoredRows => ({
  ...shared,
  data: floats(shared.data),
  norms: floats(shared.norms),
});

function galleryOf(shared: SharedRows | SharedSource): ScoredRows | ScoredSource {
  if (!('factors' in shared)) return rowsOf(shared);
  const { metric, count, length, type, data } = shared;
  const source = type === 'float32' ? new Float32Array(data) : new Float64Array(data);
  const factors = floats(shared.factors);
  return {
    ...{ metric, count, length, norms: floats(shared.norms) },
    read: (from, to, target, at) => readScaled(source, factors, length, from, to, target, at),
  };
}

runJob((job: PairJob, visited): PairResult => {
  if (job.kind === 'search') return searchGallery(rowsOf(job.probes), galleryOf(job.gallery), job, visited);
  const labels = new Int32Array(job.labels) as unknown as Int32Array<ArrayBuffer>;
  return scorePairs({ ...rowsOf(job.vectors), labels }, floats(job.genuine), job, visited);
});
