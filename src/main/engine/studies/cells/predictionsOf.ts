import type { Prediction } from '../../../../core/report/predictions.ts';
import { shownCell } from '../../../../core/study/table/chosen.ts';
import { splitOf } from '../../../../core/study/splits/splits.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { nearestImages } from './nearestImages.ts';
import { studyResults } from '../studyResults.ts';

/**
 * What every method answers for every test image of its finished repeats, at the shapes of the table (oracle). Methods
 * of which only error rates are known are left out.
 */
export function predictionsOf(workspace: Workspace, study: StoredStudy): Prediction[] {
  const { rows, conditions } = studyResults(workspace, study).table;
  const facts = workspace.datasets.facts(study.datasetId)!;
  const nearest = nearestImages(workspace, study);
  return rows.flatMap(({ label, entries }) =>
    conditions.flatMap(({ key }, column) => {
      return entries[column].repeats.flatMap((repeat): Prediction[] => {
        const cell = shownCell(label, entries[column], repeat);
        const places = cell && nearest({ label: cell.label, condition: key, repeat }, cell.shape);
        if (!places) return [];
        const { train, gallery = train, test } = splitOf(study.spec, facts, key, repeat);
        return Array.from(test, (image, t) => {
          const match = gallery[places[t]];
          const subject = (of: number): string => facts.subjects[facts.labels[of]];
          return {
            method: label,
            condition: key,
            repeat,
            image,
            label: subject(image),
            predicted: subject(match),
            match,
          };
        });
      });
    }),
  );
}
