import { parentPort } from 'node:worker_threads';
import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import type { CellReply } from './evaluateTask.ts';

/** What a solver thread says: how far the fit of its cell is, at last what became of the cell. */
export type SolverMessage = CellReply | { readonly kind: 'progress'; readonly text: string };

/** The thread's side of the pool: answers every task with what `evaluate` says of it. */
export function answerTasks(evaluate: (task: CellTask, tell: (text: string) => void) => CellReply): void {
  const post = (message: SolverMessage): void => parentPort!.postMessage(message);
  parentPort!.on('message', (task: CellTask) => post(evaluate(task, (text) => post({ kind: 'progress', text }))));
}
