/** A thread that finds the width by itself, as the desktop's engine does, and tells it. */
import { parentPort, workerData } from 'node:worker_threads';
import { kernelWidth } from '../../../src/main/kernelWidth.ts';

parentPort!.postMessage(
  kernelWidth('wasm-relaxed-simd', { file: workerData as string, environment: { EIGENBENCH_WIDTH: '256' } }),
);
