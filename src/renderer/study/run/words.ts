/** Words of this room, by component. */
import { integer, plural } from '../../words/format.ts';

export const failedCells = {
  runFailedCellsAgain: 'Run failed cells again',
  cellsFailed: (count: number) => `${plural(count, 'cell')} failed`,
  failedCells: 'Failed cells',
  group: (count: number, reason: string) => `${plural(count, 'cell')}: ${reason}`,
  cell: (label: string, condition: string, repeat: number) => `${label}, ${condition}, repeat ${repeat}`,
};

export const runControls = {
  p: (title: string) => `${title} (P)`,
  pause: 'Pause',
  runStudy: 'Run study',
  resume: 'Resume',
  cancelTheRun: 'Cancel the run',
};

export const runStrip = {
  cells: 'cells',
  study: 'Study',
  pausing: 'Pausing: running cells finish first and are kept.',
  stoppedByFault: (done: number, total: number, fault: string) =>
    `Stopped after ${integer(done)} of ${integer(total)} cells: ${fault}. Finished cells are kept; resuming computes the rest.`,
  stopped: (done: number, total: number) =>
    `Stopped after ${integer(done)} of ${integer(total)} cells. Finished cells are kept; resuming computes the rest.`,
  toCompute: (total: number) => `${integer(total)} cells to compute. The table fills as they finish.`,
};
