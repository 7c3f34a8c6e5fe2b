/** Worker thread: computes one embedding, then exits. */
import { embed } from '../../core/embedding/embed.ts';
import type { EmbeddingSpec } from '../../core/embedding/spec.ts';
import { matrixStack } from '../../core/linalg/index.ts';
import type { AttributeCodes } from '../../core/methods/method.ts';
import { findMethod } from '../../core/methods/registry.ts';
import { resolveSettings } from '../../core/methods/settings.ts';
import { fitMemory, requireMemory } from '../../core/study/cells/cellMemory.ts';
import { runJob } from './runJob.ts';

export interface EmbeddingJob {
  readonly spec: EmbeddingSpec;
  readonly datasetHash: string;
  readonly rows: number;
  readonly cols: number;
  /** Subject numbers, one per image. */
  readonly labels: Int32Array;
  readonly attributes: AttributeCodes;
  /** float64, images concatenated. */
  readonly pixels: SharedArrayBuffer;
}

runJob((job: EmbeddingJob, iterated) => {
  const { spec, datasetHash, rows, cols, labels, attributes, pixels } = job;
  const count = labels.length;
  const method = findMethod(spec.method);
  if (method) {
    const size = { rows, cols, train: count, axes: spec.latent[0] };
    requireMemory(fitMemory(method, size, resolveSettings(method, spec.settings)), process.availableMemory());
  }
  // The core's arrays are typed over plain buffers; it only ever reads these.
  const data = new Float64Array(pixels) as unknown as Float64Array<ArrayBuffer>;
  return embed(spec, { images: matrixStack(count, rows, cols, data), labels, attributes, datasetHash }, iterated);
});
