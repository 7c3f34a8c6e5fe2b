/** Worker thread: runs one experiment of a paper, then exits. */
import { matrixStack } from '../../core/linalg/index.ts';
import type { DatabaseId } from '../../core/papers/databases.ts';
import type { Size } from '../../core/papers/experiment.ts';
import { findExperiment } from '../../core/papers/registry.ts';
import { experimentResultSchema } from '../../core/papers/result.ts';
import { runJob } from './runJob.ts';

export interface PaperJob {
  readonly id: string;
  readonly size: Size;
  readonly data: {
    readonly database: DatabaseId;
    readonly standIn: boolean;
    readonly rows: number;
    readonly cols: number;
    /** Subject numbers, one per image. */
    readonly labels: Int32Array;
    /** float64, images concatenated. */
    readonly pixels: SharedArrayBuffer;
  } | null;
}

/** Node 24 reports the processor time of a thread, older versions that of the process. */
const usage = (): { user: number; system: number } =>
  (process as { threadCpuUsage?: () => { user: number; system: number } }).threadCpuUsage?.() ?? process.cpuUsage();

runJob(({ id, size, data }: PaperJob, iterated, onProgress) => {
  const experiment = findExperiment(id);
  if (experiment?.kind !== 'own') throw new RangeError(`paperWorker: "${id}" is no computation of its own`);
  const clock = (): number => {
    const { user, system } = usage();
    return (user + system) / 1e6;
  };
  const context = {
    checkCancelled: iterated,
    onProgress: (done: number, total: number, running: string) => onProgress({ done, total, running }),
    clock,
  };
  if (!data) return experimentResultSchema.parse(experiment.run(null, size, context));
  const { database, standIn, rows, cols, labels, pixels } = data;
  // The core's arrays are typed over plain buffers; it only ever reads these.
  const values = new Float64Array(pixels) as unknown as Float64Array<ArrayBuffer>;
  const images = matrixStack(labels.length, rows, cols, values);
  return experimentResultSchema.parse(experiment.run({ database, standIn, images, labels }, size, context));
});
