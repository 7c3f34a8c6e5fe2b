/** What commands that score pairs of vectors share: vectors of files or datasets, threads with a line of progress. */
import { availableParallelism } from 'node:os';
import { scoredRows, type PairMetric, type ScoredRows } from '../../core/allPairs/vectorSet.ts';
import { InvalidInputError } from '../../core/methods/problems.ts';
import { MeanRateMeter, SETTLING } from '../engine/streams/meanRateMeter.ts';
import type { PairRun } from '../threads/pairThreads.ts';
import type { LoadedImages } from './files/arrays.ts';
import { Failure, Interrupted } from './errors.ts';
import { interruptible } from './interrupt.ts';
import { ProgressLine } from './progress.ts';
import { progressTarget } from './terminal.ts';

/** The vectors in memory that threads share, with what their scores need. Throws Failure where they have none. */
export function rowsOf(source: string, { images }: LoadedImages, metric: PairMetric): ScoredRows {
  const { count } = images;
  const length = images.rows * images.cols;
  // The core's arrays are typed over plain buffers.
  const data = new Float64Array(new SharedArrayBuffer(8 * count * length)) as unknown as Float64Array<ArrayBuffer>;
  return named(source, () => scoredRows(images.data, { count, length, metric, data }));
}

/** Runs threads with a line of progress; Ctrl-C ends them. Throws Failure, Interrupted. */
export function withThreads<T>(
  what: string,
  { workers, json }: { readonly workers?: number; readonly json?: boolean },
  work: (run: PairRun) => Promise<T>,
): Promise<T> {
  const line = new ProgressLine(progressTarget(), { unit: '%', json: json === true });
  const meter = new MeanRateMeter(SETTLING);
  const abort = new AbortController();
  return interruptible([() => abort.abort()], async () => {
    try {
      return await work({
        threads: workers || availableParallelism(),
        signal: abort.signal,
        onProgress(done, total) {
          const share = Math.floor((100 * done) / total);
          line.show({ ...meter.update({ done: share, total: 100, running: what }), rate: null });
        },
      });
    } catch (error) {
      if (abort.signal.aborted) throw new Interrupted('Cancelled; no file was written.');
      throw new Failure((error as Error).message);
    } finally {
      line.clear();
    }
  });
}

/** Throws Failure that begins with the name where what was given is at fault. */
export function named<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new Failure(`${source}: ${error.message}.`);
    throw error;
  }
}
