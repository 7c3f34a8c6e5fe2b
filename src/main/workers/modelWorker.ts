/** Worker thread: refits one cell of a study at one shape, then answers queries until it is ended. */
import { parentPort } from 'node:worker_threads';
import type { LatentShape } from '../../core/methods/method.ts';
import {
  runCellQuery,
  type ModelQueryResult,
  type ModelQuery,
  type ModelQueryName,
} from '../../core/study/model/modelQueries.ts';
import { factsOf, openModel, type ModelFacts, type OpenModel } from '../../core/study/model/openModel.ts';
import type { CellTask } from '../../core/study/cells/cellTask.ts';
import { runJob } from './runJob.ts';
import { failureReason } from './failureReason.ts';
import { cellData } from './solvers/cellData.ts';
import type { SharedStudy } from './solvers/sharedStudy.ts';

export interface ModelJob {
  readonly shared: SharedStudy;
  readonly task: CellTask;
  readonly shape: LatentShape;
}

export interface FittedModel {
  /** null if every subject has its own model; only queries that need no model of all images are answered then. */
  readonly facts: ModelFacts | null;
  /** Position in the gallery of the image nearest to each test image. */
  readonly nearest: Uint32Array;
}

/** A query, numbered by the caller. */
export interface NumberedQuery<N extends ModelQueryName = ModelQueryName> {
  readonly number: number;
  readonly name: N;
  readonly question: ModelQuery<N>;
}

export type ModelReply =
  | { readonly kind: 'answer'; readonly number: number; readonly answer: ModelQueryResult<ModelQueryName> }
  | { readonly kind: 'refused'; readonly number: number; readonly reason: string };

runJob(({ shared, task, shape }: ModelJob, iterated): FittedModel => {
  const opened = openModel(task, shape, cellData(shared, task, iterated), iterated);
  parentPort?.on('message', (question: NumberedQuery) => parentPort?.postMessage(replyTo(opened, question)));
  const { learned, nearest } = opened;
  return { facts: learned && factsOf(learned), nearest };
});

function replyTo(opened: OpenModel, { number, name, question }: NumberedQuery): ModelReply {
  try {
    return { kind: 'answer', number, answer: runCellQuery(opened, name, question) };
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : failureReason(error);
    return { kind: 'refused', number, reason };
  }
}
