/** Words of this room, by component. */
import { plural } from '../../words/format.ts';

export const failedCells = {
  runFailedCellsAgain: 'Run failed cells again',
  cellsFailed: (count: number) => `${plural(count, 'cell')} failed`,
  failedCells: 'Failed cells',
  group: (count: number, reason: string) => `${plural(count, 'cell')}: ${reason}`,
  cell: (label: string, condition: string, repeat: number) => `${label}, ${condition}, repeat ${repeat}`,
};
