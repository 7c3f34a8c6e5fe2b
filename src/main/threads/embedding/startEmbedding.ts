import type { Embedding } from '../../../core/embedding/embed.ts';
import { startJob, type JobMessage } from '../oneJob.ts';
import type { EmbeddingJob } from './embeddingWorker.ts';

/** Computes an embedding in a thread, which aborting `signal` kills. */
export function startEmbedding(
  job: EmbeddingJob,
  signal: AbortSignal,
  tell: (message: JobMessage<Embedding>) => void,
): void {
  startJob('embeddingWorker', import.meta.url, job, signal, tell);
}
