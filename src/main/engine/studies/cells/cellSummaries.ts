import { CURVES, curveAxis } from '../../../../core/measures/curves.ts';
import { shapeIndex } from '../../../../core/methods/latent/latentShape.ts';
import type { CurvePoints } from '../../../../core/report/csv.ts';
import { selectedCell } from '../../../../core/study/table/chosenShapes.ts';
import type { StudyTable } from '../../../../core/study/table/table.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { conflict, invalid } from '../../errors.ts';
import {
  type StudyConfusion,
  addConfusion,
  confusedPairs,
  emptyConfusion,
} from '../../../../core/study/table/confusion.ts';
import { splitOf } from '../../../../core/study/plan/splits.ts';
import { noPredictionsReason, studyResults, plannedStudy } from '../studyResults.ts';
import { nearestImages } from './nearestImages.ts';
import type { MethodTimes } from '../../../../core/figures/charts/timeChart.ts';
import { defaultTableOptions } from '../../../../core/study/table/tableOptions.ts';

/**
 * The stored curves of the finished cells of a study, each at the shape and settings of its table entry. Throws
 * CONFLICT if none are stored.
 */
export function curvePoints(
  { cells }: Pick<Workspace, 'cells'>,
  study: StoredStudy,
  { rows, conditions }: StudyTable,
): CurvePoints[] {
  const errors = cells.errors(study.id);
  const column = new Map(conditions.map(({ key }, at) => [key, at]));
  const curves = cells.withStatus(study.id, 'done').flatMap(({ position, label, condition, repeat }) => {
    const kept = cells.measures(study.id, position)?.curves;
    if (!kept) return [];
    return rows.flatMap((row) => {
      const selected = selectedCell(row.label, row.entries[column.get(condition)!], repeat);
      if (selected?.label !== label) return [];
      const index = shapeIndex(errors.get(position)!.shapes, selected.shape);
      return CURVES.flatMap((curve): CurvePoints[] => {
        const counts = kept[curve]?.counts[index];
        if (!counts) return [];
        const axis = curveAxis(curve, counts.length);
        return [
          { label: row.label, condition, repeat, shape: selected.shape, curve, axis, counts, of: kept[curve]!.of },
        ];
      });
    });
  });
  if (curves.length > 0) return curves;
  throw conflict(
    'The study keeps no curves: they come with the measures "identification", "verification", "decisions" and "open-set".',
  );
}

/**
 * The confusion matrix of one method in one condition at the shape in the table (oracle), over its finished repeats.
 * Throws INVALID for a label or condition that the study does not have.
 */
export function confusionCounts(
  workspace: Workspace,
  study: StoredStudy,
  label: string,
  condition: string,
): StudyConfusion {
  const { table } = studyResults(workspace, study);
  const row = table.rows.find((candidate) => candidate.label === label);
  const column = table.conditions.findIndex(({ key }) => key === condition);
  if (!row || column < 0) {
    const [path, value, names] = row
      ? ['condition', condition, table.conditions.map(({ key }) => key)]
      : ['label', label, table.rows.map((candidate) => candidate.label)];
    const list = names.map((name) => `"${name}"`).join(', ');
    throw invalid([{ path, message: `The study has no ${path} "${value}"; there are ${list}.` }]);
  }
  const rates = noPredictionsReason(study.spec, label);
  if (rates !== null) throw conflict(rates);
  const { shape } = row.entries[column];
  const facts = workspace.datasets.factsOf(study.datasetId);
  const counts = emptyConfusion(facts.subjects.length);
  const nearest = nearestImages(workspace, study);
  let repeats = 0;
  for (const repeat of row.entries[column].repeats) {
    const cell = selectedCell(label, row.entries[column], repeat);
    const places = cell && nearest({ label: cell.label, condition, repeat }, cell.shape);
    if (!places) continue;
    addConfusion(counts, places, splitOf(study.spec, facts, condition, repeat), facts.labels);
    repeats++;
  }
  return { shape, repeats, subjects: facts.subjects, counts, pairs: confusedPairs(counts) };
}

/**
 * Mean seconds of every method in a condition: of the fits at the shapes in the table if the study measures time,
 * otherwise of its finished cells, each with all its latent shapes and tests.
 */
export function methodTimes(
  workspace: Workspace,
  study: StoredStudy,
  condition: string,
  selection: 'oracle' | 'validated' = 'oracle',
): MethodTimes {
  if (study.spec.measures?.includes('time')) {
    const options = { ...defaultTableOptions, measure: 'fit-seconds' as const, selection: 'both' as const };
    const { rows, conditions } = studyResults(workspace, study, options).table;
    const column = conditions.findIndex(({ key }) => key === condition);
    const entries = rows.flatMap(({ label, entries: all }): [string, number][] => {
      const seconds = (selection === 'validated' ? all[column].validated : all[column])?.mean ?? null;
      return seconds !== null && seconds > 0 ? [[label, seconds]] : [];
    });
    return { of: 'fit', seconds: Object.fromEntries(entries) };
  }
  const means = new Map(
    workspace.cells
      .meanSeconds(study.id)
      .filter((mean) => mean.condition === condition && mean.seconds > 0)
      .map(({ methodKey, seconds }) => [methodKey, seconds]),
  );
  // All combinations of listed settings together, because the choice needs all of them.
  const { rows } = plannedStudy(study, workspace.cells.all(study.id));
  const sums = rows.flatMap(({ label, methods }): [string, number][] => {
    const seconds = methods.reduce((sum, { key }) => sum + (means.get(key) ?? 0), 0);
    return seconds > 0 ? [[label, seconds]] : [];
  });
  return { of: 'cell', seconds: Object.fromEntries(sums) };
}
