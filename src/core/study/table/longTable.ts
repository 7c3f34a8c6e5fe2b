/** Everything that a study measured, one row a method, condition, repeat and latent shape. */
import type { LatentShape } from '../../methods/method.ts';
import { measureAt } from '../../measures/cellMeasures.ts';
import { measuresOf, type Measure } from '../../measures/measures.ts';
import type { StudyPlan } from '../plan/plan.ts';
import type { StudySpec } from '../spec/spec.ts';
import type { Outcomes } from './rowRepeats.ts';

export interface LongRow {
  readonly label: string;
  readonly methodId: string;
  /** Key of the condition, e.g. "k=2". */
  readonly condition: string;
  /** Numbered from 1. */
  readonly repeat: number;
  readonly shape: LatentShape;
  /** Misclassified test images, of `tests`. */
  readonly wrong: number;
  readonly tests: number;
  /** One a measure of the table; null where there is no value. */
  readonly values: readonly (number | null)[];
}

export interface LongTable {
  readonly measures: readonly Measure[];
  readonly rows: readonly LongRow[];
}

/**
 * The finished cells by method, condition, repeat, then shape as the cell lists it, with all measures of the study but
 * the accuracy, which the error rate says already.
 */
export function longTable(spec: Pick<StudySpec, 'measures'>, plan: StudyPlan, outcomes: Outcomes): LongTable {
  const measures = measuresOf(spec).filter(({ id }) => id !== 'accuracy');
  const methodOrder = new Map(plan.methods.map((method, index) => [method.key, index]));
  const conditionOrder = new Map(plan.conditions.map((condition, index) => [condition.key, index]));
  const cells = [...plan.cells].sort(
    (a, b) =>
      methodOrder.get(a.methodKey)! - methodOrder.get(b.methodKey)! ||
      conditionOrder.get(a.condition)! - conditionOrder.get(b.condition)! ||
      a.repeat - b.repeat,
  );
  const rows = cells.flatMap((cell): LongRow[] => {
    const outcome = outcomes.get(cell.key);
    if (outcome?.status !== 'done') return [];
    const { shapes, wrong, testCount } = outcome.result;
    const { label, methodId } = plan.methods[methodOrder.get(cell.methodKey)!];
    return shapes.map((shape, index) => ({
      label,
      methodId,
      condition: cell.condition,
      repeat: cell.repeat,
      shape,
      wrong: wrong[index],
      tests: testCount,
      values: measures.map(({ id }) => measureAt(id, outcome.result, index)),
    }));
  });
  return { measures, rows };
}
