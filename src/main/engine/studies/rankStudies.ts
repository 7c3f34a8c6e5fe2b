import { sharedFileSentences } from '../../../core/images/sharedFiles.ts';
import type { MeasureId } from '../../../core/measures/measures.ts';
import { rankReport, type RankOptions, type RankReport } from '../../../core/study/comparison/ranks.ts';
import { defaultTableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { wantedMargin } from './pairs/margins.ts';
import { joinedTable, joinedSplits, datasetSources } from './joinedTable.ts';

/** Ranks of the methods of one study or several by a measure. */
export function rankStudies(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  {
    measure,
    rope,
    ...options
  }: Omit<RankOptions, 'seed' | 'testToTrain' | 'splitsOf' | 'rope'> & {
    readonly measure: MeasureId;
    /** Absent: nothing is asked of practical equality; 'default': within the margin of the measure. */
    readonly rope?: number | 'default';
  },
): RankReport {
  const made = datasetSources(workspace, studies);
  const table = joinedTable(
    workspace,
    studies,
    { ...defaultTableOptions, measure, selection: options.selection },
    made,
  );
  const report = rankReport(table, {
    ...options,
    rope: rope === undefined ? undefined : wantedMargin(table.measure, rope === 'default' ? undefined : rope),
    seed: studies[0].spec.seed,
    ...joinedSplits(workspace, studies),
  });
  return { ...report, remarks: [...report.remarks, ...sharedFileSentences(made)] };
}
