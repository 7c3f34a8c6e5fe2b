/** A worker thread: one cell of a study fitted again at one shape, then it ends. */
import type { LatentShape } from '../../core/methods/method.ts';
import type { CellTask } from '../../core/study/cells/cellTask.ts';
import { insideCell } from '../../core/study/cells/insideCell.ts';
import { cellData } from '../jobs/cellData.ts';
import type { SharedStudy } from '../jobs/sharedStudy.ts';
import { answerJob } from '../threads/answerJob.ts';

export interface InsideJob {
  readonly shared: SharedStudy;
  readonly task: CellTask;
  readonly shape: LatentShape;
}

answerJob(({ shared, task, shape }: InsideJob, iterated) =>
  insideCell(task, shape, cellData(shared, task, iterated), iterated),
);
