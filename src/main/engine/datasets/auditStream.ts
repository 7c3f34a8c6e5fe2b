import type { AuditEvent } from '../../../core/contract/audits.ts';
import { ImportError } from '../../import/index.ts';
import { auditDataset, type AuditJob } from './auditDataset.ts';
import { MeanRateMeter } from '../streams/meanRateMeter.ts';
import { latestStream } from '../streams/latestStream.ts';
import type { Services } from '../services.ts';

/** Seconds without a time left: the first share tells little. */
const SETTLING = 1;

/** Audits and tells how far it is, in per cent. Leaving the stream cancels. */
export function auditStream(
  { workspace, closing, log }: Pick<Services, 'workspace' | 'closing' | 'log'>,
  job: Omit<AuditJob, 'datasets' | 'signal' | 'onShare'>,
  signal: AbortSignal | undefined,
): AsyncIteratorObject<AuditEvent, void, void> {
  const abort = new AbortController();
  const { stream, offer, end } = latestStream<AuditEvent>(signal, () => abort.abort());
  const stop = AbortSignal.any([abort.signal, closing]);
  const meter = new MeanRateMeter(SETTLING);
  const onShare = (share: number): void => {
    const progress = meter.update({
      done: Math.floor(100 * share),
      total: 100,
      running: `Auditing ${job.dataset.name}`,
    });
    offer({ kind: 'progress', progress: { ...progress, rate: null } });
  };
  void auditDataset({ ...job, datasets: workspace.datasets, signal: stop, onShare })
    .then((audit): AuditEvent => ({ kind: 'done', audit }))
    .catch((error: unknown): AuditEvent => {
      if (!stop.aborted && !(error instanceof ImportError)) {
        log.error({ err: error, dataset: job.dataset.name }, 'audit failed');
      }
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    })
    .then((event) => {
      offer(event);
      end();
    });
  return stream;
}
