/** Stored scores of the pairs of a verification study. */
import { comparisonTarget } from '../../../core/study/spec/comparedWith.ts';
import { measureAt } from '../../../core/measures/cellMeasures.ts';
import type { ScoredComparisons } from '../../../core/measures/subjectIntervals.ts';
import { shapeIndex } from '../../../core/methods/latent/latentShape.ts';
import type { LatentShape } from '../../../core/methods/method.ts';
import { splitOf } from '../../../core/study/plan/splits.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** A finished cell by its label and repeat, at one of its shapes. */
export interface CellAtShape {
  readonly label: string;
  readonly repeat: number;
  readonly shape: LatentShape;
}

/**
 * Returns a function that looks up the evaluation pairs of a cell with the ranks of their scores, null if the cell's
 * scores are not stored. null for studies that compare no pairs.
 */
export function scoredPairs(
  { cells, datasets }: Pick<Workspace, 'cells' | 'datasets'>,
  study: StoredStudy,
  condition: string,
): ((cell: CellAtShape) => ScoredComparisons | null) | null {
  if (!comparisonTarget(study.spec.protocol).pairs) return null;
  const facts = datasets.factsOf(study.datasetId);
  const done = cells.withStatus(study.id, 'done', condition);
  const errors = cells.errors(study.id, { measures: true, condition });
  const splits = new Map<number, Pick<ScoredComparisons, 'genuine' | 'subjects'> | null>();
  const pairsOf = (repeat: number): Pick<ScoredComparisons, 'genuine' | 'subjects'> | null => {
    if (!splits.has(repeat)) {
      const { gallery, pairs } = splitOf(study.spec, facts, condition, repeat);
      const evaluation = gallery && pairs ? pairs.evaluation : null;
      splits.set(
        repeat,
        evaluation && {
          genuine: evaluation.genuine,
          subjects: Int32Array.from(evaluation.references, (place) => facts.labels[gallery![place]]),
        },
      );
    }
    return splits.get(repeat)!;
  };
  return ({ label, repeat, shape }) => {
    const cell = done.find((candidate) => candidate.label === label && candidate.repeat === repeat);
    const result = cell && errors.get(cell.position);
    const index = result ? shapeIndex(result.shapes, shape) : -1;
    const ranks = cell && index >= 0 ? cells.nearest(study.id, cell.position) : null;
    const pairs = pairsOf(repeat);
    if (!result || !ranks || ranks.length === 0 || !pairs) return null;
    const scores = ranks.subarray(index * result.testCount, (index + 1) * result.testCount);
    const genuineCount = Array.from(pairs.genuine).reduce((sum, kind) => sum + kind, 0);
    const [accepted, rejected] = (['false-acceptance', 'false-rejection'] as const).map((id) =>
      measureAt(id, result, index),
    );
    const decided =
      accepted === null || rejected === null
        ? null
        : {
            falseAlarms: Math.round((accepted / 100) * (pairs.genuine.length - genuineCount)),
            misses: Math.round((rejected / 100) * genuineCount),
          };
    return { ...pairs, scores, decided };
  };
}
