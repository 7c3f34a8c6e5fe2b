import type { ImportEvent } from '../../../core/contract/imports.ts';
import { Cancelled } from '../../cancelled.ts';
import { ImportError, type ImportedDataset, type ImportProgress } from '../../import/index.ts';
import { runInTimeSlices } from '../../inSteps.ts';
import { MeanRateMeter, SETTLING } from '../streams/meanRateMeter.ts';
import { workStream } from '../streams/workStream.ts';
import { requireFreeName } from './requireFreeName.ts';
import { faultReason, reasonOfFault } from '../../workspace/faults.ts';
import type { Services } from '../services.ts';

/** Makes a dataset from files or from another one. Throws ImportError, Cancelled. */
export type Produce = (signal: AbortSignal, onProgress: (progress: ImportProgress) => void) => Promise<ImportedDataset>;

interface ImportJob {
  readonly name: string;
  /** Where the images come from, as the workspace keeps it. */
  readonly source: string;
  readonly read: Produce;
}

/** Imports and reports. Leaving the stream cancels: the dataset appears at the end as a whole, or not at all. */
export function importStream(services: Services, { name, source, read }: ImportJob, signal: AbortSignal | undefined) {
  const meter = new MeanRateMeter(SETTLING);
  const progressEvent = (found: ImportProgress): ImportEvent =>
    found.unit === undefined
      ? { kind: 'progress', progress: meter.update(found) }
      : { kind: 'progress', progress: { ...meter.update(found), rate: null, secondsLeft: null }, unit: found.unit };

  const over = services.importing(name);
  return workStream<ImportEvent>(services, signal, async (stop, offer) => {
    try {
      const imported = await read(stop, (found) => offer(progressEvent(found)));
      try {
        stop.throwIfAborted();
        requireFreeName(services, name);
        const onShare = (share: number): void =>
          offer(progressEvent({ done: Math.floor(100 * share), total: 100, unit: '%', running: `Storing ${name}` }));
        const dataset = await runInTimeSlices(services.workspace.datasets.store(name, imported, source), stop, onShare);
        services.workspace.requirePresent();
        return { kind: 'done', report: { dataset, problems: imported.problems, seconds: meter.seconds } };
      } finally {
        imported.release?.();
      }
    } catch (error) {
      if (stop.aborted || error instanceof Cancelled) return { kind: 'cancelled' };
      if (!(error instanceof ImportError) && faultReason(error) === null)
        services.log.error({ err: error, path: source }, 'import failed');
      return { kind: 'failed', reason: error instanceof ImportError ? error.message : reasonOfFault(error) };
    } finally {
      over();
    }
  });
}
