import type { StudyMistakes } from '../../../core/contract/studies.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { finishedCell, type CellAtShape } from './finishedCell.ts';

/** The test images of a finished cell that were taken for another subject, in the order of the test images. */
export function mistakesOf(workspace: Workspace, study: StoredStudy, cell: CellAtShape): StudyMistakes {
  const { split, nearest } = finishedCell(workspace, study, cell);
  const { labels, subjects } = workspace.datasets.facts(study.datasetId)!;
  const gallery = split.gallery ?? split.train;
  const mistakes = Array.from(split.test, (image, t) => ({ image, nearest: gallery[nearest[t]] }))
    .filter((pair) => labels[pair.image] !== labels[pair.nearest])
    .map((pair) => ({
      ...pair,
      truth: subjects[labels[pair.image]],
      predicted: subjects[labels[pair.nearest]],
      right: gallery.find((candidate) => labels[candidate] === labels[pair.image]) ?? null,
    }));
  return { datasetId: study.datasetId, tests: split.test.length, mistakes };
}
