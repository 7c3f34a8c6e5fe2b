import type { LatentShape } from '../../../../core/methods/method.ts';
import type { Split } from '../../../../core/protocols/split.ts';
import { shapeIndex, shapeText } from '../../../../core/methods/latent/latentShape.ts';
import { splitOf } from '../../../../core/study/plan/splits.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { conflict, invalid } from '../../errors.ts';
import { allCells } from './allCells.ts';
import { studyResults } from '../studyResults.ts';

export interface CellAtShape {
  readonly label: string;
  readonly condition: string;
  readonly repeat: number;
  readonly shape: LatentShape;
}

export interface FinishedCell {
  readonly split: Split;
  readonly methodKey: string;
  /** Gallery position of the match of every test image; see CellResult. */
  readonly nearest: ArrayLike<number>;
}

/** The label of the setting combination that the table shows for a row (oracle); the row's own label otherwise. */
function chosenLabel(
  workspace: Pick<Workspace, 'attachments' | 'cells' | 'datasets' | 'networks' | 'published'>,
  study: StoredStudy,
  row: string,
  condition: string,
): string {
  const { rows, conditions } = studyResults(workspace, study).table;
  const column = conditions.findIndex(({ key }) => key === condition);
  return rows.find(({ label }) => label === row)?.entries[column]?.tuned?.label ?? row;
}

/** Throws INVALID for a cell or shape that the study does not have, CONFLICT if it is not finished. */
export function finishedCell(
  workspace: Pick<Workspace, 'attachments' | 'cells' | 'datasets' | 'networks' | 'published'>,
  study: StoredStudy,
  { label: requested, condition, repeat, shape }: CellAtShape,
): FinishedCell {
  const { cells, datasets } = workspace;
  const stored = allCells(workspace, study);
  const label = stored.some((cell) => cell.label === requested)
    ? requested
    : chosenLabel(workspace, study, requested, condition);
  const match = stored.find((cell) => cell.label === label && cell.condition === condition && cell.repeat === repeat);
  const name = `${label}, ${condition}, repeat ${repeat}`;
  if (!match) throw invalid([{ path: 'label', message: `The study has no cell "${name}".` }]);
  if (match.status !== 'done') throw conflict(`The cell "${name}" is not finished.`);
  const { shapes, testCount } = cells.errors(study.id).get(match.position)!;
  const index = shapeIndex(shapes, shape);
  if (index < 0) throw invalid([{ path: 'shape', message: `The cell "${name}" has no shape ${shapeText(shape)}.` }]);
  const nearest = cells.nearest(study.id, match.position)!;
  if (nearest.length === 0) {
    throw conflict(`Of "${name}" only the error rate is known: it is not known which images are misclassified.`);
  }
  return {
    split: splitOf(study.spec, datasets.factsOf(study.datasetId), condition, repeat),
    methodKey: match.methodKey,
    nearest: nearest.subarray(index * testCount, (index + 1) * testCount),
  };
}
