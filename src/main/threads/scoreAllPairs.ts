/** All pairs of a set of vectors, scored by several threads. */
import { blockPairs, joinCounts, type PairCounts } from '../../core/allPairs/scorePairs.ts';
import type { ScoredSet } from '../../core/allPairs/vectorSet.ts';
import { startJob } from './oneJob.ts';

export interface PairRun {
  /** As many as there are blocks at most. */
  readonly threads: number;
  readonly signal: AbortSignal;
  /** Pairs of blocks that were begun, of how many. */
  readonly onProgress: (done: number, total: number) => void;
}

/** Rejects with Error where a thread fails, and with the signal's reason where it is aborted. */
export async function scoreAllPairs(set: ScoredSet, genuine: Float64Array, run: PairRun): Promise<PairCounts> {
  const total = blockPairs(set.count);
  const of = Math.min(run.threads, total);
  const { metric, length } = set;
  const shared = {
    data: sharedOf(set.data),
    norms: sharedOf(set.norms),
    labels: sharedOf(set.labels),
    genuine: sharedOf(genuine),
  };
  const begun = new Array<number>(of).fill(0);
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const parts = begun.map(
    (_, part) =>
      new Promise<PairCounts>((done, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        startJob('pairWorker', { metric, length, ...shared, part, of }, signal, (message) => {
          if (message.kind === 'done') done(message.result);
          else if (message.kind === 'failed') reject(new Error(message.reason));
          else {
            begun[part] = message.done;
            run.onProgress(
              begun.reduce((sum, each) => sum + each, 0),
              total,
            );
          }
        });
      }),
  );
  try {
    return joinCounts(await Promise.all(parts));
  } finally {
    // One thread that failed ends the others.
    failed.abort(new Error('ended'));
  }
}

/** The memory of an array where threads share it already, else a copy that they can. */
function sharedOf(array: Float64Array | Int32Array): SharedArrayBuffer {
  if (array.buffer instanceof SharedArrayBuffer) return array.buffer;
  const shared = new SharedArrayBuffer(array.byteLength);
  new Uint8Array(shared).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return shared;
}
