import type { ComparedScores } from '../../../../core/stats/rocAreas.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { PairSide } from './pairSides.ts';
import { scoredPairs } from './scoredPairs.ts';

/**
 * The ranks of the scores of two methods for the pairs of every repeat that both have, in a condition of a study of
 * verification; null for other studies. Repeats whose scores are not kept are left out.
 */
export function comparedScores(
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
        const shown = cellAt(repeat);
        return shown && pairsOf({ ...shown, repeat });
      });
      if (!first || !second) return [];
      return [{ first: first.scores, second: second.scores, genuine: first.genuine, subjects: first.subjects }];
    });
}
