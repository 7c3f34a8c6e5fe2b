import type { RefitCell } from '../../../core/study/cells/refitCell.ts';
import { startJob, type JobMessage } from '../oneJob.ts';
import type { RefitJob } from './refitWorker.ts';

/** Fits a cell again in a thread, which aborting `signal` kills. */
export function startRefit(job: RefitJob, signal: AbortSignal, tell: (message: JobMessage<RefitCell>) => void): void {
  startJob('refitWorker', import.meta.url, job, signal, tell);
}
