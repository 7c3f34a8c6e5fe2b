import { declarationOf } from '../../../core/protocols/registry.ts';
import type { ComparedScores } from '../../../core/stats/rocAreas.ts';
import { shapeIndex } from '../../../core/methods/latentShape.ts';
import { splitOf } from '../../../core/study/splits/splits.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { PairSide } from './pairSides.ts';

/**
 * The ranks of the scores of two methods for the pairs of every repeat that both have, in a condition of a study of
 * verification; null for other studies. Repeats whose scores are not kept are left out.
 */
export function comparedScores(
  { cells, datasets }: Pick<Workspace, 'cells' | 'datasets'>,
  study: StoredStudy,
  condition: string,
  [a, b]: readonly [PairSide, PairSide],
): ComparedScores[] | null {
  if (declarationOf(study.spec.protocol).comparesPairs === undefined) return null;
  const facts = datasets.facts(study.datasetId)!;
  const done = cells.withStatus(study.id, 'done').filter((cell) => cell.condition === condition);
  const errors = cells.errors(study.id);
  const ranksOf = ({ cellAt }: PairSide, repeat: number): ArrayLike<number> | null => {
    const shown = cellAt(repeat);
    const cell = done.find((candidate) => candidate.label === shown?.label && candidate.repeat === repeat);
    if (!cell || !shown) return null;
    const { shapes, testCount } = errors.get(cell.position)!;
    const at = shapeIndex(shapes, shown.shape);
    const ranks = at < 0 ? null : cells.nearest(study.id, cell.position);
    return ranks && ranks.length > 0 ? ranks.subarray(at * testCount, (at + 1) * testCount) : null;
  };
  return a.repeats
    .filter((repeat) => b.repeats.includes(repeat))
    .flatMap((repeat): ComparedScores[] => {
      const [first, second] = [ranksOf(a, repeat), ranksOf(b, repeat)];
      const { gallery, pairs } = splitOf(study.spec, facts, condition, repeat);
      if (!first || !second || !gallery || !pairs) return [];
      const { genuine, references } = pairs.evaluation;
      return [{ first, second, genuine, subjects: Array.from(references, (place) => facts.labels[gallery[place]]) }];
    });
}
