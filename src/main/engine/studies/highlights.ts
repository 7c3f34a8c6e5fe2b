import type { StudyGlance } from '../../../core/contract/studies.ts';
import { miniature } from '../../../core/figures/grids/miniature.ts';
import { highlightOf } from '../../../core/study/table/highlight.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import { WorkspaceError } from '../../workspace/faults.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { studyResults } from './studyResults.ts';

/**
 * The best entry of each study, over all its conditions, and its overview in small; null before anything has finished.
 * A damaged study has none either: its own page names the damage, and the others are listed with theirs.
 */
export function highlights(
  workspace: Pick<Workspace, 'attachments' | 'cells' | 'datasets' | 'published' | 'studies'>,
  ids: readonly number[],
): (StudyGlance | null)[] {
  return ids.map((id) => {
    try {
      const study = workspace.studies.get(id);
      return study && study.cells.done > 0 ? glanceOf(workspace, study) : null;
    } catch (error) {
      if (error instanceof WorkspaceError) return null;
      throw error;
    }
  });
}

function glanceOf(workspace: Parameters<typeof highlights>[0], study: StoredStudy): StudyGlance | null {
  const { table } = studyResults(workspace, study);
  const best = highlightOf(table);
  return best && { ...best, miniature: miniature(table) };
}
