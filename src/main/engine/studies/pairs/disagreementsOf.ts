import type { StudyDisagreements } from '../../../../core/contract/studies.ts';
import { pairDisagreements, type PredictedSplit } from '../../../../core/compare/pairDisagreements.ts';
import { splitOf } from '../../../../core/study/splits/splits.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { conflict } from '../../errors.ts';
import { noPredictionsReason } from '../givenAsRates.ts';
import { nearestImages } from '../cells/nearestImages.ts';
import { pairSides, type PairQuery } from './pairSides.ts';

/** Images of a side that are sent: those it concerns most often. */
const MOST_IMAGES = 240;

/**
 * The test images that only one of two methods gets right in a condition, over the repeats that both have finished, at
 * the shapes of the table. Throws INVALID for a label or condition that the study does not have.
 */
export function disagreementsOf(
  workspace: Workspace,
  study: StoredStudy,
  pair: PairQuery & { readonly condition: string },
): StudyDisagreements {
  const rates = noPredictionsReason(study.spec, pair.first, pair.second);
  if (rates !== null) throw conflict(rates);
  const [{ condition, sides }] = pairSides(workspace, study, pair);
  const facts = workspace.datasets.facts(study.datasetId)!;
  const nearest = nearestImages(workspace, study, condition);
  const splits = sides[0].repeats
    .filter((repeat) => sides[1].repeats.includes(repeat))
    .flatMap((repeat): PredictedSplit[] => {
      const { train, gallery = train, test } = splitOf(study.spec, facts, condition, repeat);
      const [first, second] = sides.map(({ cellAt }) => {
        const cell = cellAt(repeat);
        const places = cell && nearest({ label: cell.label, condition, repeat }, cell.shape);
        return places && Array.from(places, (place) => gallery[place]);
      });
      return first && second ? [{ repeat, test, first, second }] : [];
    });
  const { onlyFirstRight, onlySecondRight, ...counts } = pairDisagreements(splits, facts.labels);
  const subject = (image: number): string => facts.subjects[facts.labels[image]];
  const sent = ({ cases, images }: typeof onlyFirstRight): StudyDisagreements['onlyFirstRight'] => ({
    cases,
    distinct: images.length,
    images: images.slice(0, MOST_IMAGES).map((found) => ({
      ...found,
      truth: subject(found.image),
      firstAnswer: subject(found.first),
      secondAnswer: subject(found.second),
    })),
  });
  return {
    datasetId: study.datasetId,
    ...counts,
    onlyFirstRight: sent(onlyFirstRight),
    onlySecondRight: sent(onlySecondRight),
  };
}
