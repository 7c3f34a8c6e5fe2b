/** Every error rate of a study, one row a method, condition, repeat and latent shape. */
import type { LatentShape } from '../methods/method.ts';
import type { StudyPlan } from './plan.ts';
import type { Outcomes } from './summarise.ts';

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
  /** 100 · wrong / tests. */
  readonly errorPercent: number;
}

/** The rows of the finished cells: by method, condition, repeat, then shape as the cell lists it. */
export function longRows(plan: StudyPlan, outcomes: Outcomes): LongRow[] {
  const methodOrder = new Map(plan.methods.map((method, index) => [method.key, index]));
  const conditionOrder = new Map(plan.conditions.map((condition, index) => [condition.key, index]));
  const cells = [...plan.cells].sort(
    (a, b) =>
      methodOrder.get(a.methodKey)! - methodOrder.get(b.methodKey)! ||
      conditionOrder.get(a.condition)! - conditionOrder.get(b.condition)! ||
      a.repeat - b.repeat,
  );
  return cells.flatMap((cell) => {
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
      errorPercent: (100 * wrong[index]) / testCount,
    }));
  });
}
