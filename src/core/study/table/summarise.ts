/** From the cells of a study to its table and curves. */
import type { Shape } from '../../features/feature.ts';
import { codeSize } from '../../methods/codeSize.ts';
import { findMethod } from '../../methods/registry.ts';
import { compareMethods, type Verdict } from '../comparison/compare.ts';
import { negated, type RepeatValues } from '../../compare/repeatValues.ts';
import { bestShape, errorsByShape, mostFrequent } from './errors.ts';
import { tableFooter } from './footer.ts';
import { measuredByShape, measuredRepeats, type TableCell } from './measured.ts';
import { measureOf, measureOn, type Measure, type MeasureId } from '../../measures/measures.ts';
import type { PlannedCell, PlannedMethod, StudyPlan } from '../plan/plan.ts';
import type { Condition } from '../../protocols/condition.ts';
import type { Curve } from './curve.ts';
import type { StudyTable, TableEntry, ValidatedEntry } from './table.ts';
import { shapeIndex } from '../../methods/latentShape.ts';
import type { StudySpec } from '../spec/spec.ts';
import { standings } from './standings.ts';
import { defaultTableOptions, tableComparison, type TableOptions } from './tableOptions.ts';

/** How a cell ended; a cell that is absent from a map of outcomes has not been computed yet. */
export type CellOutcome =
  { readonly status: 'done'; readonly result: TableCell } | { readonly status: 'failed'; readonly reason: string };

/** Outcomes by the key of the cell. */
export type Outcomes = ReadonlyMap<string, CellOutcome>;

/**
 * The table of a study from the cells finished so far. Shapes are chosen by the error rate, whatever the table shows.
 * `testToTrain` answers n_test/n_train of some repeats of a condition; only the corrected resampled t-test asks.
 * `range`: least and greatest stored pixel of the dataset.
 */
export function summariseStudy(
  spec: StudySpec,
  plan: StudyPlan,
  outcomes: Outcomes,
  testToTrain: (condition: string, repeats: readonly number[]) => number | null = () => null,
  options: TableOptions = defaultTableOptions,
  range: readonly [number, number] = [0, 255],
): StudyTable {
  const measure = measureOn(measureOf(options.measure), { range, features: spec.features });
  const comparison = tableComparison(spec, options);
  const groups = cellGroups(plan);
  const cellsOf = (method: PlannedMethod, { key }: Condition): readonly PlannedCell[] =>
    groups.get(groupKey(method.key, key)) ?? [];
  const summaries = plan.methods.map((method) =>
    plan.conditions.map((condition) => summariseEntry(cellsOf(method, condition), outcomes, measure.id)),
  );
  const lackingShapes = summaries.flat().reduce((sum, summary) => sum + summary.lackingShapes, 0);
  const judged = <T extends RepeatValues>(rows: readonly (readonly T[])[]) => {
    const verdicts = plan.conditions.map((condition, column) =>
      compareMethods(
        rows.map((entries, row) => ({ ...lowerIsBetter(measure, entries[column]), label: plan.methods[row].label })),
        comparison,
        (repeats) => testToTrain(condition.key, repeats),
      ),
    );
    return rows.map((entries, row) =>
      entries.map((entry, column) => ({ ...entry, ...shownVerdict(measure, verdicts[column][row]) })),
    );
  };
  const oracle = judged(summaries.map((row) => row.map((summary) => summary.entry)));
  const validated = spec.selection
    ? judged(
        plan.methods.map((method) =>
          plan.conditions.map((condition) =>
            validatedEntry(finishedCells(cellsOf(method, condition), outcomes), measure.id),
          ),
        ),
      )
    : null;
  const entries = oracle.map((row, r) => ({
    entries: row.map((entry, column) => ({ ...entry, ...(validated && { validated: validated[r][column] }) })),
  }));
  const several = plan.conditions.length > 1 && plan.methods.length > 1;
  const standing = several ? standings(entries, measure.better, options.selection) : [];
  const rows = plan.methods.map(({ label, methodId }, row) => ({
    label,
    methodId,
    ...entries[row],
    ...standing[row],
  }));
  const done = plan.cells.filter((cell) => outcomes.get(cell.key)?.status === 'done').length;
  const table = {
    study: spec.name,
    dataset: spec.dataset,
    measure,
    options,
    conditions: plan.conditions,
    rows,
    done,
    total: plan.cells.length,
  };
  return { ...table, ...tableFooter(spec, table, lackingShapes, plan.repeats) };
}

/**
 * Mean of a measure against latent shape of every method and condition that has finished cells. `images`: what the
 * methods see, after the features.
 */
export function studyCurves(
  plan: StudyPlan,
  outcomes: Outcomes,
  images: Shape,
  measure: MeasureId = 'error-rate',
): Curve[] {
  const groups = cellGroups(plan);
  // Results without a latent dimension are no curve over it.
  const swept = plan.methods.filter((method) => latentNames(method).length > 0);
  return swept.flatMap((method) =>
    plan.conditions.flatMap((condition) => {
      const finished = finishedCells(groups.get(groupKey(method.key, condition.key)) ?? [], outcomes);
      if (finished.length === 0) return [];
      const points = measuredByShape(
        measure,
        finished.map((cell) => cell.result),
      );
      return [
        {
          label: method.label,
          methodId: method.methodId,
          condition: condition.key,
          latentNames: latentNames(method),
          points: points.map((point) => ({
            ...point,
            codeSize: codeSize(findMethod(method.methodId), point.shape, images, method.settings),
          })),
        },
      ];
    }),
  );
}

/** Values that are smaller where they are better, as comparisons take them. */
function lowerIsBetter({ better }: Measure, { values, repeats, counts }: RepeatValues): RepeatValues {
  return better === 'lower' ? { values, repeats, counts } : negated({ values, repeats, counts });
}

/** A verdict with the compared mean as the measure gives it. */
function shownVerdict({ better }: Measure, verdict: Verdict): Verdict {
  const { compared } = verdict;
  return better === 'lower' || !compared ? verdict : { ...verdict, compared: { ...compared, mean: -compared.mean } };
}

type BareEntry = Omit<TableEntry, keyof Verdict>;

/** An entry but for its verdict, and how many shapes were not selectable because some finished repeats lack them. */
function summariseEntry(
  cells: readonly PlannedCell[],
  outcomes: Outcomes,
  measure: MeasureId,
): { entry: BareEntry; lackingShapes: number } {
  const finished = finishedCells(cells, outcomes);
  const failed = cells.filter((cell) => outcomes.get(cell.key)?.status === 'failed').length;
  const candidates = errorsByShape(finished.map((cell) => cell.result));
  const selectable = candidates.filter((candidate) => candidate.errors.length === finished.length);
  const shape = bestShape(selectable)?.shape ?? null;
  const chosen = shape === null ? [] : finished.map((cell) => ({ ...cell, at: shapeIndex(cell.result.shapes, shape) }));
  const entry = {
    ...measuredRepeats(measure, chosen),
    shape,
    failed,
    pending: cells.length - finished.length - failed,
    planned: cells.length,
  };
  return { entry, lackingShapes: candidates.length - selectable.length };
}

/** An entry at the shapes chosen inside the training images, but for its verdict. Repeats without one are left out. */
function validatedEntry(
  finished: readonly { readonly repeat: number; readonly result: TableCell }[],
  measure: MeasureId,
): Omit<ValidatedEntry, keyof Verdict> {
  const chosen = finished.flatMap(({ repeat, result }) =>
    result.selected === null || result.selected === undefined ? [] : [{ repeat, result, at: result.selected }],
  );
  const shapes = chosen.map(({ result, at }) => result.shapes[at]);
  return { ...measuredRepeats(measure, chosen), shape: mostFrequent(shapes), shapes };
}

function finishedCells(cells: readonly PlannedCell[], outcomes: Outcomes): { repeat: number; result: TableCell }[] {
  return cells.flatMap((cell) => {
    const outcome = outcomes.get(cell.key);
    return outcome?.status === 'done' ? [{ repeat: cell.repeat, result: outcome.result }] : [];
  });
}

function cellGroups(plan: StudyPlan): Map<string, PlannedCell[]> {
  return Map.groupBy(plan.cells, (cell) => groupKey(cell.methodKey, cell.condition));
}

function groupKey(methodKey: string, condition: string): string {
  return `${methodKey} ${condition}`;
}

function latentNames(method: PlannedMethod): readonly string[] {
  return findMethod(method.methodId)?.latentNames ?? [];
}
