import type { MeasureId } from '../../../core/measures/measures.ts';
import { rankReport, type RankOptions, type RankReport } from '../../../core/study/comparison/ranks.ts';
import { defaultTableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { joinedTable, joinedTestToTrain } from './joinedTable.ts';

/** Ranks of the methods of one study or several by a measure. */
export function rankStudies(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  { measure, ...options }: Omit<RankOptions, 'seed' | 'testToTrain'> & { readonly measure: MeasureId },
): RankReport {
  const table = joinedTable(workspace, studies, { ...defaultTableOptions, measure, selection: options.selection });
  return rankReport(table, {
    ...options,
    seed: studies[0].spec.seed,
    testToTrain: joinedTestToTrain(workspace, studies),
  });
}
