import type { AuditEvent } from '../../../core/contract/audits.ts';
import { ImportError } from '../../import/index.ts';
import { auditDataset, type AuditJob } from './auditDataset.ts';
import { MeanRateMeter, SETTLING } from '../streams/meanRateMeter.ts';
import { workStream } from '../streams/workStream.ts';
import type { Services } from '../services.ts';

/** Audits and tells how far it is, in per cent. Leaving the stream cancels. */
export function auditStream(
  services: Pick<Services, 'workspace' | 'closing' | 'log'>,
  job: Omit<AuditJob, 'datasets' | 'signal' | 'onShare'>,
  signal: AbortSignal | undefined,
): AsyncIteratorObject<AuditEvent, void, void> {
  const meter = new MeanRateMeter(SETTLING);
  return workStream<AuditEvent>(services, signal, async (stop, offer) => {
    const onShare = (share: number): void => {
      const progress = meter.update({
        done: Math.floor(100 * share),
        total: 100,
        running: `Auditing ${job.dataset.name}`,
      });
      offer({ kind: 'progress', progress: { ...progress, rate: null } });
    };
    try {
      const { datasets } = services.workspace;
      return { kind: 'done', audit: await auditDataset({ ...job, datasets, signal: stop, onShare }) };
    } catch (error) {
      if (!stop.aborted && !(error instanceof ImportError)) {
        services.log.error({ err: error, dataset: job.dataset.name }, 'audit failed');
      }
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  });
}
