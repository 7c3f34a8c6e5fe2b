import { compareStudies, type StudiesComparison } from '../../../../core/study/comparison/compareStudies.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { storedSplit } from '../storedSplits.ts';
import { studyResults } from '../studyResults.ts';

/** Stored studies side by side, as far as they are finished. */
export function sideBySide(
  workspace: Pick<Workspace, 'attachments' | 'cells' | 'datasets' | 'published'>,
  studies: readonly StoredStudy[],
): StudiesComparison {
  return compareStudies(
    studies.map((study) => {
      // Every method of a condition asks for the same splits.
      const hashes = new Map<string, string>();
      const splitHash = (condition: string, repeat: number): string => {
        const name = JSON.stringify([condition, repeat]);
        const known = hashes.get(name) ?? storedSplit(workspace, study, condition, repeat)!.hash;
        hashes.set(name, known);
        return known;
      };
      const { spec, datasetHash } = study;
      return { spec, datasetHash, table: studyResults(workspace, study).table, splitHash };
    }),
  );
}
