import { comparisonTarget } from '../../../../core/study/spec/comparedWith.ts';
import type { LatentShape } from '../../../../core/methods/method.ts';
import { shapeIndex } from '../../../../core/methods/latent/latentShape.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';

export interface FinishedCell {
  readonly label: string;
  readonly condition: string;
  readonly repeat: number;
}

/**
 * Gallery positions for the test images of a cell at a shape; null if the cell is not finished, lacks the shape, has
 * error rates only, or compares pairs.
 */
export type NearestImages = (cell: FinishedCell, shape: LatentShape) => ArrayLike<number> | null;

/** The gallery images matched with the test images of a study's cells; `condition` restricts them to one condition. */
export function nearestImages(
  { cells }: Pick<Workspace, 'cells'>,
  study: StoredStudy,
  condition: string | null = null,
): NearestImages {
  const keyOf = ({ label, condition, repeat }: FinishedCell): string => JSON.stringify([label, condition, repeat]);
  const positions = new Map(cells.withStatus(study.id, 'done', condition).map((cell) => [keyOf(cell), cell.position]));
  const errors = cells.errors(study.id, { condition });
  const comparesPairs = comparisonTarget(study.spec.protocol).pairs;
  return (cell, shape) => {
    if (comparesPairs) return null;
    const position = positions.get(keyOf(cell));
    if (position === undefined) return null;
    const { shapes, testCount } = errors.get(position)!;
    const index = shapeIndex(shapes, shape);
    const nearest = index < 0 ? null : cells.nearest(study.id, position);
    // Imported error rates name no images.
    if (!nearest || nearest.length === 0) return null;
    return nearest.subarray(index * testCount, (index + 1) * testCount);
  };
}
