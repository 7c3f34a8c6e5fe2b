/** A worker that answers at once, with a result that only the same images, labels and task have. */
import { createHash } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { serveCells } from '../../../../src/main/workers/solvers/serveCells.ts';
import type { SharedStudy } from '../../../../src/main/workers/solvers/sharedStudy.ts';

const { pixels, labels } = workerData as SharedStudy;
const dataset = createHash('sha256');
for (const memory of [...pixels.pieces, labels]) dataset.update(new Uint8Array(memory));

serveCells((task) => ({
  kind: 'done',
  result: {
    shapes: [[1], [2]],
    wrong: [2, 1],
    testCount: 3,
    nearest: Uint16Array.from([0, 1, 2, 2, 1, 0]),
    predictionHash: dataset.copy().update(JSON.stringify(task)).digest('hex'),
    iterations: [1, 1],
    converged: [true, true],
    logLikelihood: [null, -0.1],
    warnings: [],
    failures: [],
    fits: 1,
    kernel: 'wasm-simd',
    seconds: 0.125,
  },
}));
