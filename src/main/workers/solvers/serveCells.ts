import { parentPort } from 'node:worker_threads';
import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import type { CellReply } from './evaluateTask.ts';
import type { SharedStudy } from './sharedStudy.ts';

/** Messages to a solver thread; its study is passed as workerData. */
export type SolverRequest =
  | { readonly kind: 'cell'; readonly task: CellTask }
  /** null ends the study. */
  | { readonly kind: 'study'; readonly study: SharedStudy | null };

/** Messages of a solver thread: progress of the fit of its cell, then the result of the cell. */
export type SolverMessage = CellReply | { readonly kind: 'progress'; readonly text: string };

/** The thread's side of the pool: answers every cell with the result of `evaluate`. */
export function serveCells(
  evaluate: (task: CellTask, tell: (text: string) => void) => CellReply,
  attach: (study: SharedStudy | null) => void = () => {},
): void {
  const post = (message: SolverMessage): void => parentPort!.postMessage(message);
  parentPort!.on('message', (order: SolverRequest) => {
    if (order.kind === 'study') attach(order.study);
    else post(evaluate(order.task, (text) => post({ kind: 'progress', text })));
  });
}
