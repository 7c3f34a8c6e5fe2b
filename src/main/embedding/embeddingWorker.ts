/** A worker thread: one embedding, then it ends. Errors leave it as data. */
import { parentPort, workerData } from 'node:worker_threads';
import { embed, type Embedding } from '../../core/embedding/embed.ts';
import type { EmbeddingSpec } from '../../core/embedding/spec.ts';
import { KernelMemoryError, matrixStack } from '../../core/linalg/index.ts';
import { FitError, type AttributeCodes } from '../../core/methods/method.ts';
import { findMethod } from '../../core/methods/registry.ts';
import { resolveSettings } from '../../core/methods/settings.ts';
import { fitMemory, requireMemory } from '../../core/study/cellMemory.ts';
import { applyKernelChoice } from '../kernelChoice.ts';

export interface EmbeddingJob {
  readonly spec: EmbeddingSpec;
  readonly datasetHash: string;
  readonly rows: number;
  readonly cols: number;
  /** Subject numbers, one an image. */
  readonly labels: Int32Array;
  readonly attributes: AttributeCodes;
  /** float64, one image after another. */
  readonly pixels: SharedArrayBuffer;
}

export type EmbeddingMessage =
  | { readonly kind: 'iterations'; readonly done: number }
  | { readonly kind: 'done'; readonly embedding: Embedding }
  | { readonly kind: 'failed'; readonly reason: string };

/** Milliseconds between two messages about iterations, at least. */
const PAUSE = 100;

function answer({ spec, datasetHash, rows, cols, labels, attributes, pixels }: EmbeddingJob): EmbeddingMessage {
  let done = 0;
  let told = -Infinity;
  try {
    const count = labels.length;
    const method = findMethod(spec.method);
    if (method) {
      const size = { rows, cols, train: count, axes: spec.latent[0] };
      requireMemory(fitMemory(method, size, resolveSettings(method, spec.settings)), process.availableMemory());
    }
    // The core's arrays are typed over plain buffers; it only ever reads these.
    const data = new Float64Array(pixels) as unknown as Float64Array<ArrayBuffer>;
    const images = matrixStack(count, rows, cols, data);
    const embedding = embed(spec, { images, labels, attributes, datasetHash }, () => {
      done++;
      if (performance.now() < told + PAUSE) return;
      told = performance.now();
      send({ kind: 'iterations', done });
    });
    return { kind: 'done', embedding };
  } catch (error) {
    const foreseen = error instanceof FitError || error instanceof KernelMemoryError;
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', reason: foreseen ? reason : `Unexpected error: ${reason}` };
  }
}

function send(message: EmbeddingMessage): void {
  parentPort?.postMessage(message);
}

applyKernelChoice();
send(answer(workerData as EmbeddingJob));
