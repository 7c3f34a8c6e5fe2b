/** A worker whose fit fails in repeat 2, as a singular covariance would. */
import type { CellTask } from '../../../../src/core/study/cells/cellTask.ts';
import evaluate, { type CellReply } from '../../../../src/main/threads/solvers/worker.ts';

export default function failing(task: CellTask): CellReply {
  if (task.repeat === 2) return { kind: 'failed', reason: 'covariance is singular (rank 79 of 112)' };
  return evaluate(task);
}
