import { parentPort } from 'node:worker_threads';
import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import type { CellReply } from './evaluateTask.ts';

/** The thread's side of the pool: answers every task with what `evaluate` says of it. */
export function answerTasks(evaluate: (task: CellTask) => CellReply): void {
  parentPort!.on('message', (task: CellTask) => parentPort!.postMessage(evaluate(task)));
}
