import type { InsideCell } from '../../core/study/cells/insideCell.ts';
import { startJob, type JobMessage } from '../threads/oneJob.ts';
import type { InsideJob } from './insideWorker.ts';

/** Fits a cell again in a thread, which aborting `signal` kills. */
export function startInside(
  job: InsideJob,
  signal: AbortSignal,
  tell: (message: JobMessage<InsideCell>) => void,
): void {
  startJob('insideWorker', import.meta.url, job, signal, tell);
}
