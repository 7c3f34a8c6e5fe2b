import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import { serveRequests } from '../../workerClient.ts';
import type { CellReply } from './evaluateTask.ts';
import type { SharedStudy } from './sharedStudy.ts';

/** Requests to a solver thread; its first study is passed as workerData. */
export type SolverJob =
  | { readonly kind: 'cell'; readonly task: CellTask }
  /** null ends the study. */
  | { readonly kind: 'study'; readonly study: SharedStudy | null };

/** Messages of a solver thread: progress of the fit of its cell, then the result of the cell. */
export type SolverMessage =
  | CellReply
  | { readonly kind: 'attached' }
  | { readonly kind: 'progress'; readonly text: string };

/** The thread's side of the pool: answers every cell with the result of `evaluate`. */
export function serveCells(
  evaluate: (task: CellTask, onProgress: (text: string) => void) => CellReply,
  attach: (study: SharedStudy | null) => void = () => {},
): void {
  serveRequests<SolverJob, SolverMessage>((job, send) => {
    if (job.kind === 'cell') return send(evaluate(job.task, (text) => send({ kind: 'progress', text })));
    attach(job.study);
    send({ kind: 'attached' });
  });
}
