/** A worker whose fit fails in repeat 2, as a singular covariance would. */
import { serveCells } from '../../../../src/main/workers/solvers/serveCells.ts';
import { evaluateTask } from '../../../../src/main/workers/solvers/evaluateTask.ts';

serveCells((task, tell) => {
  if (task.repeat === 2) return { kind: 'failed', reason: 'covariance is singular (rank 79 of 112)' };
  return evaluateTask(task, tell);
});
