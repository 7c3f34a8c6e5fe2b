import { joinProblems, joinTables } from '../../../core/study/table/joinTables.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import type { TableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { invalid } from '../errors.ts';
import { studyResults } from './studyResults.ts';

/** The tables of studies under the same options, as one. Throws INVALID where these do not suit each other. */
export function joinedTable(workspace: Workspace, studies: readonly StoredStudy[], options: TableOptions): StudyTable {
  const tables = studies.map((study) => studyResults(workspace, study, options).table);
  const problems = joinProblems(tables);
  if (problems.length > 0) throw invalid(problems);
  return joinTables(tables);
}
