import type { MeasureId } from '../../../core/measures/measures.ts';
import { rankReport, type RankOptions, type RankReport } from '../../../core/study/comparison/ranks.ts';
import { defaultTableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { joinedTable } from './joinedTable.ts';

/** Ranks of the methods of one study or several by a measure. */
export function rankStudies(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  { measure, selection, per, alpha, rope }: RankOptions & { readonly measure: MeasureId },
): RankReport {
  const table = joinedTable(workspace, studies, { ...defaultTableOptions, measure, selection });
  return rankReport(table, { per, selection, alpha, rope });
}
