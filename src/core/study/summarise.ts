/** From the cells of a study to its table and curves. */
import { findMethod } from '../methods/registry.ts';
import { compareMethods } from './compare.ts';
import { bestShape, errorsByShape, spread, validatedErrors, type CellErrors } from './errors.ts';
import { tableFooter } from './footer.ts';
import type { PlannedCell, PlannedMethod, StudyPlan } from './plan.ts';
import type { Curve, StudyTable, TableEntry, ValidatedEntry } from './result.ts';
import type { StudySpec } from './spec.ts';
import { standings } from './standings.ts';

/** How a cell ended; a cell that is absent from a map of outcomes has not been computed yet. */
export type CellOutcome =
  { readonly status: 'done'; readonly result: CellErrors } | { readonly status: 'failed'; readonly reason: string };

/** Outcomes by the key of the cell. */
export type Outcomes = ReadonlyMap<string, CellOutcome>;

/**
 * The table of a study from the cells finished so far. `testToTrain` answers n_test/n_train of a condition; only the
 * corrected resampled t-test asks.
 */
export function summariseStudy(
  spec: StudySpec,
  plan: StudyPlan,
  outcomes: Outcomes,
  testToTrain: (condition: string) => number | null = () => null,
): StudyTable {
  const groups = cellGroups(plan);
  const summaries = plan.methods.map((method) =>
    plan.conditions.map((condition) => summariseEntry(groups.get(groupKey(method.key, condition.key)) ?? [], outcomes)),
  );
  const bare = summaries.map((row) => row.map((summary) => summary.entry));
  const lackingShapes = summaries.flat().reduce((sum, summary) => sum + summary.lackingShapes, 0);
  const validated = spec.selection ? validatedEntries(spec, plan, groups, outcomes, testToTrain) : null;
  const verdicts = plan.conditions.map((condition, column) =>
    compareMethods(
      bare.map((entries, row) => ({ ...entries[column], label: plan.methods[row].label })),
      spec.comparison,
      spec.comparison.test === 'corrected-resampled-t' ? testToTrain(condition.key) : null,
    ),
  );
  const entries = plan.methods.map((_, row) => ({
    entries: bare[row].map((entry, column) => ({
      ...entry,
      ...verdicts[column][row],
      ...(validated && { validated: validated[row][column] }),
    })),
  }));
  const several = plan.conditions.length > 1 && plan.methods.length > 1;
  const standing = several ? standings(entries) : [];
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
    conditions: plan.conditions,
    rows,
    done,
    total: plan.cells.length,
  };
  return { ...table, footer: tableFooter(spec, table, lackingShapes, plan.repeats) };
}

/** Mean error against latent shape of every method and condition that has finished cells. */
export function studyCurves(plan: StudyPlan, outcomes: Outcomes): Curve[] {
  const groups = cellGroups(plan);
  return plan.methods.flatMap((method) =>
    plan.conditions.flatMap((condition) => {
      const finished = finishedCells(groups.get(groupKey(method.key, condition.key)) ?? [], outcomes);
      if (finished.length === 0) return [];
      const points = errorsByShape(finished.map((cell) => cell.result)).map(({ shape, errors, mean }) => ({
        shape,
        mean,
        std: spread(errors),
        n: errors.length,
      }));
      return [
        {
          label: method.label,
          methodId: method.methodId,
          condition: condition.key,
          latentNames: latentNames(method),
          points,
        },
      ];
    }),
  );
}

type BareEntry = Omit<TableEntry, 'standing' | 'significant' | 'p'>;

/** An entry but for its verdict, and how many shapes were not selectable because some finished repeats lack them. */
function summariseEntry(
  cells: readonly PlannedCell[],
  outcomes: Outcomes,
): { entry: BareEntry; lackingShapes: number } {
  const finished = finishedCells(cells, outcomes);
  const failed = cells.filter((cell) => outcomes.get(cell.key)?.status === 'failed').length;
  const candidates = errorsByShape(finished.map((cell) => cell.result));
  const selectable = candidates.filter((candidate) => candidate.errors.length === finished.length);
  const best = bestShape(selectable);
  const entry = {
    mean: best?.mean ?? null,
    std: best ? spread(best.errors) : null,
    shape: best?.shape ?? null,
    values: best?.errors ?? [],
    repeats: best ? finished.map((cell) => cell.repeat) : [],
    failed,
    pending: cells.length - finished.length - failed,
  };
  return { entry, lackingShapes: candidates.length - selectable.length };
}

/** Methods by conditions, at the shapes chosen inside the training images, with verdicts of their own. */
function validatedEntries(
  spec: StudySpec,
  plan: StudyPlan,
  groups: ReadonlyMap<string, readonly PlannedCell[]>,
  outcomes: Outcomes,
  testToTrain: (condition: string) => number | null,
): ValidatedEntry[][] {
  const bare = plan.methods.map((method) =>
    plan.conditions.map((condition) =>
      validatedErrors(finishedCells(groups.get(groupKey(method.key, condition.key)) ?? [], outcomes)),
    ),
  );
  const verdicts = plan.conditions.map((condition, column) =>
    compareMethods(
      bare.map((entries, row) => ({ ...entries[column], label: plan.methods[row].label })),
      spec.comparison,
      spec.comparison.test === 'corrected-resampled-t' ? testToTrain(condition.key) : null,
    ),
  );
  return bare.map((entries, row) => entries.map((entry, column) => ({ ...entry, ...verdicts[column][row] })));
}

function finishedCells(cells: readonly PlannedCell[], outcomes: Outcomes): { repeat: number; result: CellErrors }[] {
  return cells.flatMap((cell) => {
    const outcome = outcomes.get(cell.key);
    return outcome?.status === 'done' ? [{ repeat: cell.repeat, result: outcome.result }] : [];
  });
}

function cellGroups(plan: StudyPlan): Map<string, PlannedCell[]> {
  const groups = new Map<string, PlannedCell[]>();
  for (const cell of plan.cells) {
    const key = groupKey(cell.methodKey, cell.condition);
    const group = groups.get(key);
    if (group) group.push(cell);
    else groups.set(key, [cell]);
  }
  return groups;
}

function groupKey(methodKey: string, condition: string): string {
  return `${methodKey} ${condition}`;
}

function latentNames(method: PlannedMethod): readonly string[] {
  return findMethod(method.methodId)?.latentNames ?? [];
}
