import type { PairComparison, StudyDisagreements } from '../../../core/contract/studyResults.ts';
import { disagreement } from '../../../core/stats/tests/mcnemar.ts';
import { measureOf, measureOn } from '../../../core/measures/measures.ts';
import { pairReport } from '../../../core/compare/pairReport.ts';
import type { SplitDisagreement } from '../../../core/compare/pairTest.ts';
import { repeatCount } from '../../../core/study/spec/conditions.ts';
import { splitOf, testToTrain } from '../../../core/study/plan/splits.ts';
import type { ComparedScores } from '../../../core/stats/rocAreas.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { invalid, conflict } from '../errors.ts';
import { noPredictionsReason, pixelRange } from './studyResults.ts';
import { marginOf } from './margins.ts';
import { nearestImages } from './cells/nearestImages.ts';
import { pairSides, type PairQuery, type PairSide } from './pairSides.ts';
import { scoredPairs } from './scoredPairs.ts';
import { pairDisagreements, type PredictedSplit } from '../../../core/compare/pairDisagreements.ts';

export interface Pair extends PairQuery {
  /** Margin of practical equality. @default the margin of the measure */
  readonly rope?: number;
  readonly alpha?: number;
  /** The split of McNemar's test. @default the first that both methods have finished */
  readonly repeat?: number;
}

/**
 * Compares two methods of a study by label, in one condition or in all. Throws INVALID for a label or condition that
 * the study does not have.
 */
export function comparePair(workspace: Workspace, study: StoredStudy, pair: Pair): PairComparison[] {
  const { alpha = study.spec.comparison.alpha } = pair;
  const scale = { range: pixelRange(workspace.datasets, study), features: study.spec.features };
  const halfWidth = marginOf(measureOn(measureOf(pair.measure), scale), pair.rope);
  const wanted = pairSides(workspace, study, pair);
  const facts = workspace.datasets.factsOf(study.datasetId);
  const repeats = repeatCount(study.spec, facts);
  if (pair.repeat !== undefined && pair.repeat > repeats) {
    throw invalid([{ path: 'repeat', message: `There is no repeat ${pair.repeat}; the repeats are 1 to ${repeats}.` }]);
  }
  const nearest = nearestImages(workspace, study, pair.condition ?? null);
  const rates = noPredictionsReason(study.spec, pair.first, pair.second);
  const wrongIn = (condition: string, repeat: number, a: PairSide, b: PairSide): SplitDisagreement | null => {
    const { train, gallery = train, test } = splitOf(study.spec, facts, condition, repeat);
    const [x, y] = [a, b].map(({ cellAt }) => {
      const cell = cellAt(repeat);
      const places = cell && nearest({ label: cell.label, condition, repeat }, cell.shape);
      return places && Array.from(places, (place) => facts.labels[gallery[place]]);
    });
    if (!x || !y) return null;
    const truth = Array.from(test, (image) => facts.labels[image]);
    return { repeat, tests: truth.length, ...disagreement(x, y, truth) };
  };
  return wanted.map(({ condition: key, title, sides: [a, b] }) => {
    const repeat = pair.repeat ?? a.repeats.find((candidate) => b.repeats.includes(candidate));
    const mcnemar = rates !== null ? 'rates only' : repeat === undefined ? null : wrongIn(key, repeat, a, b);
    const ratio = (repeats: readonly number[]): number => testToTrain(study.spec, facts, key, repeats);
    const scores = comparedScores(workspace, study, key, [a, b]);
    const report = pairReport(a, b, { testToTrain: ratio, halfWidth, alpha, mcnemar, scores });
    return { condition: key, title, report };
  });
}

/**
 * The score ranks of two methods for the pairs of every common repeat, in a condition of a verification study; null for
 * other studies. Repeats without stored scores are left out.
 */
function comparedScores(
  workspace: Pick<Workspace, 'cells' | 'datasets'>,
  study: StoredStudy,
  condition: string,
  [a, b]: readonly [PairSide, PairSide],
): ComparedScores[] | null {
  const pairsOf = scoredPairs(workspace, study, condition);
  if (!pairsOf) return null;
  return a.repeats
    .filter((repeat) => b.repeats.includes(repeat))
    .flatMap((repeat): ComparedScores[] => {
      const [first, second] = [a, b].map(({ cellAt }) => {
        const selected = cellAt(repeat);
        return selected && pairsOf({ ...selected, repeat });
      });
      if (!first || !second) return [];
      return [{ first: first.scores, second: second.scores, genuine: first.genuine, subjects: first.subjects }];
    });
}

/** Maximum images sent per side: the most frequent cases. */
const MOST_IMAGES = 240;

/**
 * The test images that only one of two methods classifies correctly in a condition, over their common finished repeats,
 * at the shapes in the table. Throws INVALID for a label or condition that the study does not have.
 */
export function disagreementsOf(
  workspace: Workspace,
  study: StoredStudy,
  pair: PairQuery & { readonly condition: string },
): StudyDisagreements {
  const rates = noPredictionsReason(study.spec, pair.first, pair.second);
  if (rates !== null) throw conflict(rates);
  const [{ condition, sides }] = pairSides(workspace, study, pair);
  const facts = workspace.datasets.factsOf(study.datasetId);
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
    images: images.slice(0, MOST_IMAGES).map((disagreement) => ({
      ...disagreement,
      truth: subject(disagreement.image),
      firstAnswer: subject(disagreement.first),
      secondAnswer: subject(disagreement.second),
    })),
  });
  return {
    datasetId: study.datasetId,
    ...counts,
    onlyFirstRight: sent(onlyFirstRight),
    onlySecondRight: sent(onlySecondRight),
  };
}
