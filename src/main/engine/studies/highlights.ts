import { highlightOf, type StudyHighlight } from '../../../core/study/table/highlight.ts';
import { WorkspaceError } from '../../workspace/faults.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { studyResults } from './studyResults.ts';

/**
 * The best entry of each study, over all its conditions; null before anything has finished. A damaged study has none
 * either: its own page names the damage, and the others are listed with theirs.
 */
export function highlights(
  workspace: Pick<Workspace, 'attachments' | 'cells' | 'datasets' | 'published' | 'studies'>,
  ids: readonly number[],
): (StudyHighlight | null)[] {
  return ids.map((id) => {
    try {
      const study = workspace.studies.get(id);
      return study && study.cells.done > 0 ? highlightOf(studyResults(workspace, study).table) : null;
    } catch (error) {
      if (error instanceof WorkspaceError) return null;
      throw error;
    }
  });
}
