/** A worker thread: the pairs in a part of the blocks of a set of vectors, then it ends. */
import { scorePairs, type Part } from '../../core/allPairs/scorePairs.ts';
import type { PairMetric } from '../../core/allPairs/vectorSet.ts';
import { answerJob } from './answerJob.ts';

/** float64 and int32 in memory that all threads share. */
export interface PairJob extends Part {
  readonly metric: PairMetric;
  readonly length: number;
  readonly data: SharedArrayBuffer;
  readonly norms: SharedArrayBuffer;
  readonly labels: SharedArrayBuffer;
  /** Distinct genuine scores, ascending. */
  readonly genuine: SharedArrayBuffer;
}

// The core's arrays are typed over plain buffers; it only ever reads these.
const floats = (shared: SharedArrayBuffer) => new Float64Array(shared) as unknown as Float64Array<ArrayBuffer>;

answerJob(({ metric, length, data, norms, labels, genuine, part, of }: PairJob, visited) => {
  const numbers = new Int32Array(labels) as unknown as Int32Array<ArrayBuffer>;
  const set = { count: numbers.length, length, metric, data: floats(data), norms: floats(norms), labels: numbers };
  return scorePairs(set, floats(genuine), { part, of }, visited);
});
