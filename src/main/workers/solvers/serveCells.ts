import { parentPort } from 'node:worker_threads';
import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import type { CellReply } from './evaluateTask.ts';
import type { SharedStudy } from './sharedStudy.ts';

/** Messages to a solver thread; its study is passed as workerData. */
export type SolverRequest =
  | { readonly kind: 'cell'; readonly task: CellTask }
  /** Null: the study is over. */
  | { readonly kind: 'study'; readonly study: SharedStudy | null };

/** What a solver thread says: how far the fit of its cell is, at last what became of the cell. */
export type SolverMessage = CellReply | { readonly kind: 'progress'; readonly text: string };

/** The thread's side of the pool: answers every cell with what `evaluate` says of it. */
export function serveCells(
  evaluate: (task: CellTask, tell: (text: string) => void) => CellReply,
  takeUp: (study: SharedStudy | null) => void = () => {},
): void {
  const post = (message: SolverMessage): void => parentPort!.postMessage(message);
  parentPort!.on('message', (order: SolverRequest) => {
    if (order.kind === 'study') takeUp(order.study);
    else post(evaluate(order.task, (text) => post({ kind: 'progress', text })));
  });
}
