/** A worker thread: one cell of a study fitted again at one shape, then it ends. */
import type { LatentShape } from '../../core/methods/method.ts';
import type { CellTask } from '../../core/study/cells/cellTask.ts';
import { refitCell } from '../../core/study/cells/refitCell.ts';
import { cellData } from './solvers/cellData.ts';
import type { SharedStudy } from './solvers/sharedStudy.ts';
import { answerJob } from './answerJob.ts';

export interface RefitJob {
  readonly shared: SharedStudy;
  readonly task: CellTask;
  readonly shape: LatentShape;
}

answerJob(({ shared, task, shape }: RefitJob, iterated) =>
  refitCell(task, shape, cellData(shared, task, iterated), iterated),
);
