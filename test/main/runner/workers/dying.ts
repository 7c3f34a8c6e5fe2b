/** A worker that dies on the first cell of repeat 2, once, and on every try of repeat 3. */
import { workerData } from 'piscina';
import type { CellTask } from '../../../../src/core/study/cells/cellTask.ts';
import type { SharedStudy } from '../../../../src/main/threads/solvers/sharedStudy.ts';
import evaluate from '../../../../src/main/threads/solvers/worker.ts';

/** Shared memory that 2DPCA has no use for: it outlives the thread. */
const deaths = new Int32Array((workerData as SharedStudy).gram!);

export default function dying(task: CellTask): unknown {
  if (task.repeat === 3) process.exit(1);
  if (task.repeat === 2 && Atomics.add(deaths, 0, 1) === 0) process.exit(1);
  return evaluate(task);
}
