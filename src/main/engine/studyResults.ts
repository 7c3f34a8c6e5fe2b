import type { FailedCell } from '../../core/contract/types.ts';
import { longRows, type LongRow } from '../../core/study/longRows.ts';
import { conditionsOf, repeatCount } from '../../core/study/conditions.ts';
import { plannedMethods, type StudyPlan } from '../../core/study/plan.ts';
import type { Curve, StudyTable } from '../../core/study/result.ts';
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
export function studyResults({ cells }: Pick<Workspace, 'cells'>, study: StoredStudy): ComputedResults {
  const stored = cells.all(study.id);
  const errors = cells.errors(study.id);
  // The stored cells are the plan; hashing their keys again would take longer than all the rest.
  const plan: StudyPlan = {
    conditions: conditionsOf(study.spec.protocol),
    repeats: repeatCount(study.spec.protocol),
    methods: plannedMethods(study.spec),
    cells: stored,
  };
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
  return {
    table: summariseStudy(study.spec, plan, outcomes),
    curves: () => studyCurves(plan, outcomes),
    longRows: () => longRows(plan, outcomes),
    failed,
  };
}
