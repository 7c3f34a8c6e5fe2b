/** Worker thread: refits one cell of a study at one shape, then answers queries until it is ended. */
import { FitError, type LatentShape } from '../../core/methods/method.ts';
import {
  runCellQuery,
  type ModelQueryResult,
  type ModelQuery,
  type ModelQueryName,
} from '../../core/study/model/modelQueries.ts';
import { factsOf, openModel, type ModelFacts, type OpenModel } from '../../core/study/model/openModel.ts';
import type { CellTask } from '../../core/study/cells/cellTask.ts';
import { runJob } from './runJob.ts';
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

/** A query to the fitted model. */
export interface ModelQueryJob {
  readonly name: ModelQueryName;
  readonly question: ModelQuery<ModelQueryName>;
}

export type ModelResult = FittedModel | ModelQueryResult<ModelQueryName>;

let model: OpenModel | null = null;

runJob((job: ModelJob | ModelQueryJob, iterated): ModelResult => {
  if ('name' in job) return answerQuery(model!, job);
  const { shared, task, shape } = job;
  model = openModel(task, shape, cellData(shared, task, iterated), iterated);
  const { learned, nearest } = model;
  return { facts: learned && factsOf(learned), nearest };
});

function answerQuery(fitted: OpenModel, { name, question }: ModelQueryJob): ModelQueryResult<ModelQueryName> {
  try {
    return runCellQuery(fitted, name, question);
  } catch (error) {
    // A query for something that does not exist is reported to the user, like a failed fit.
    throw error instanceof RangeError ? new FitError(error.message) : error;
  }
}
