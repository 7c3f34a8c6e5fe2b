import type { StudyConfusion } from '../../../../core/study/table/confusion.ts';
import { addConfusion, confusedPairs, emptyConfusion } from '../../../../core/study/table/confusion.ts';
import { selectedCell } from '../../../../core/study/table/chosen.ts';
import { splitOf } from '../../../../core/study/splits/splits.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { conflict, invalid } from '../../errors.ts';
import { noPredictionsReason } from '../givenAsRates.ts';
import { nearestImages } from './nearestImages.ts';
import { studyResults } from '../studyResults.ts';

/**
 * The confusion of one method in one condition at the shape that the table shows (oracle), over its finished repeats.
 * Throws INVALID for a label or condition that the study does not have.
 */
export function confusionCounts(
  workspace: Workspace,
  study: StoredStudy,
  label: string,
  condition: string,
): StudyConfusion {
  const { table } = studyResults(workspace, study);
  const row = table.rows.find((candidate) => candidate.label === label);
  const column = table.conditions.findIndex(({ key }) => key === condition);
  if (!row || column < 0) {
    const [path, value, known] = row
      ? ['condition', condition, table.conditions.map(({ key }) => key)]
      : ['label', label, table.rows.map((candidate) => candidate.label)];
    const list = known.map((name) => `"${name}"`).join(', ');
    throw invalid([{ path, message: `The study has no ${path} "${value}"; there are ${list}.` }]);
  }
  const rates = noPredictionsReason(study.spec, label);
  if (rates !== null) throw conflict(rates);
  const { shape } = row.entries[column];
  const facts = workspace.datasets.facts(study.datasetId)!;
  const counts = emptyConfusion(facts.subjects.length);
  const nearest = nearestImages(workspace, study);
  let repeats = 0;
  for (const repeat of row.entries[column].repeats) {
    const cell = selectedCell(label, row.entries[column], repeat);
    const places = cell && nearest({ label: cell.label, condition, repeat }, cell.shape);
    if (!places) continue;
    addConfusion(counts, places, splitOf(study.spec, facts, condition, repeat), facts.labels);
    repeats++;
  }
  return { shape, repeats, subjects: facts.subjects, counts, pairs: confusedPairs(counts) };
}
