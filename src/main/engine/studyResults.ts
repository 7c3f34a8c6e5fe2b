import type { FailedCell } from '../../core/contract/types.ts';
import { longRows, type LongRow } from '../../core/study/longRows.ts';
import { conditionsOf } from '../../core/study/conditions.ts';
import { plannedMethods, type StudyPlan } from '../../core/study/plan.ts';
import type { Curve, StudyTable } from '../../core/study/result.ts';
import { testToTrain } from '../../core/study/splits.ts';
import { studyCurves, summariseStudy, type CellOutcome } from '../../core/study/summarise.ts';
import type { StoredStudy } from '../workspace/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface ComputedResults {
  readonly table: StudyTable;
  readonly curves: () => Curve[];
  readonly longRows: () => LongRow[];
  readonly failed: readonly FailedCell[];
}

/** Table and curves from the cells that are finished so far; in what order they finished makes no difference. */
export function studyResults(
  { cells, datasets }: Pick<Workspace, 'cells' | 'datasets'>,
  study: StoredStudy,
): ComputedResults {
  const stored = cells.all(study.id);
  const errors = cells.errors(study.id, { selected: study.spec.selection !== undefined });
  const plan = plannedStudy(study, stored);
  const outcomes = new Map<string, CellOutcome>();
  const failed: FailedCell[] = [];
  for (const { key, position, status, reason, label, condition, repeat } of stored) {
    const result = errors.get(position);
    if (status === 'done' && result) outcomes.set(key, { status, result });
    if (status === 'failed') {
      outcomes.set(key, { status, reason: reason! });
      failed.push({ label, condition, repeat, reason: reason! });
    }
  }
  const table = summariseStudy(study.spec, plan, outcomes, (condition) =>
    testToTrain(study.spec, datasets.facts(study.datasetId)!, condition),
  );
  const older = otherDefaults(study, plan);
  return {
    table: older.length === 0 ? table : { ...table, footer: [...table.footer, olderNote(older)] },
    curves: () => studyCurves(plan, outcomes),
    longRows: () => longRows(plan, outcomes),
    failed,
  };
}

/** The plan of a study whose cells are stored; hashing their keys again would take longer than reading them. */
export function plannedStudy({ spec }: StoredStudy, cells: StudyPlan['cells']): StudyPlan {
  const keys = new Map(cells.map(({ label, methodKey }) => [label, methodKey]));
  return {
    conditions: conditionsOf(spec.protocol, spec.perturbations),
    repeats: cells.reduce((most, cell) => Math.max(most, cell.repeat), 0),
    // Cells that were planned with settings which a later version has changed or added have another key than their
    // method has now, and only the settings that the spec states are theirs for certain.
    methods: plannedMethods(spec).map((method, index) => {
      const key = keys.get(method.label) ?? method.key;
      return key === method.key ? method : { ...method, key, settings: spec.methods[index].settings };
    }),
    cells,
  };
}

/** Labels of the methods whose cells were planned by a version with other default settings. */
function otherDefaults({ spec }: StoredStudy, { methods }: StudyPlan): string[] {
  const now = new Set(plannedMethods(spec).map(({ key }) => key));
  return methods.filter(({ key }) => !now.has(key)).map(({ label }) => label);
}

function olderNote(labels: readonly string[]): string {
  return `With default settings of another version of Eigenbench: ${labels.join(', ')}.`;
}
