/** A worker that dies on the first cell of repeat 2, once, and on every try of repeat 3. */
import { workerData } from 'node:worker_threads';
import { serveCells } from '../../../../src/main/workers/solvers/serveCells.ts';
import { evaluateTask } from '../../../../src/main/workers/solvers/evaluateTask.ts';
import type { SharedStudy } from '../../../../src/main/workers/solvers/sharedStudy.ts';

/** Shared memory that 2DPCA has no use for: it outlives the thread. */
const deaths = new Int32Array((workerData as SharedStudy).gram!);

serveCells((task, tell) => {
  if (task.repeat === 3) process.exit(1);
  if (task.repeat === 2 && Atomics.add(deaths, 0, 1) === 0) process.exit(1);
  return evaluateTask(task, tell);
});
