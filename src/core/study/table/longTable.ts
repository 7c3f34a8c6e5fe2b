/** Everything that a study measured, one row per method, condition, repeat and latent shape. */
import type { LatentShape } from '../../methods/method.ts';
import { findMethod } from '../../methods/registry.ts';
import { measureAt } from '../../measures/cellMeasures.ts';
import { countedErrors } from '../../measures/threshold.ts';
import { measuresOf, type Measure } from '../../measures/measures.ts';
import { conditionFactors, type ConditionFactors } from '../spec/conditions.ts';
import type { StudyPlan } from '../plan/plan.ts';
import type { Outcomes } from './rowRepeats.ts';

export interface LongRow {
  readonly label: string;
  readonly methodId: string;
  /** Key of the condition, e.g. "k=2". */
  readonly condition: string;
  readonly factors: ConditionFactors;
  /** Numbered from 1. */
  readonly repeat: number;
  readonly shape: LatentShape;
  /** Names of the dimensions of the shape: "q", or "q_c" and "q_r". */
  readonly latentNames: readonly string[];
  /** Misclassified test images, of `tests`; null: not counted. */
  readonly wrong: number | null;
  readonly tests: number;
  /** One per measure of the table; null if undefined. */
  readonly values: readonly (number | null)[];
}

export interface LongTable {
  readonly study: string;
  readonly dataset: string;
  readonly measures: readonly Measure[];
  readonly rows: readonly LongRow[];
}

/**
 * The finished cells by method, condition, repeat, then shape in the order of the cell, with all measures of the study
 * except the accuracy, which follows from the error rate.
 */
export function longTable(plan: StudyPlan, outcomes: Outcomes): LongTable {
  const { spec } = plan.study;
  const measures = measuresOf(spec).filter(({ id }) => id !== 'accuracy');
  const methodOrder = new Map(plan.methods.map((method, index) => [method.key, index]));
  const conditionOrder = new Map(plan.conditions.map((condition, index) => [condition.key, index]));
  const factors = new Map(plan.conditions.map(({ key }) => [key, conditionFactors(spec, key)]));
  const cells = [...plan.cells].sort(
    (a, b) =>
      methodOrder.get(a.methodKey)! - methodOrder.get(b.methodKey)! ||
      conditionOrder.get(a.condition)! - conditionOrder.get(b.condition)! ||
      a.repeat - b.repeat,
  );
  const rows = cells.flatMap((cell): LongRow[] => {
    const outcome = outcomes.get(cell.key);
    if (outcome?.status !== 'done') return [];
    const { shapes, testCount } = outcome.result;
    const { label, methodId } = plan.methods[methodOrder.get(cell.methodKey)!];
    const latentNames = findMethod(methodId)!.latentNames;
    return shapes.map((shape, index) => ({
      label,
      methodId,
      condition: cell.condition,
      factors: factors.get(cell.condition)!,
      repeat: cell.repeat,
      shape,
      latentNames,
      wrong: countedErrors(outcome.result, index),
      tests: testCount,
      values: measures.map(({ id }) => measureAt(id, outcome.result, index)),
    }));
  });
  return { study: spec.name, dataset: spec.dataset, measures, rows };
}
