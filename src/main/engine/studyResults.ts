import type { FailedCell } from '../../core/contract/types.ts';
import { longRows, type LongRow } from '../../core/study/longRows.ts';
import { planStudy } from '../../core/study/plan.ts';
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

/** Table and curves from the cells that are finished so far. They depend on the cells only, not on their order in time. */
export function studyResults({ cells }: Pick<Workspace, 'cells'>, study: StoredStudy): ComputedResults {
  const plan = planStudy(study.spec, { hash: study.datasetHash });
  const outcomes = new Map<string, CellOutcome>();
  const failed: FailedCell[] = [];
  for (const { key, status, result, reason, label, condition, repeat } of cells.all(study.id)) {
    if (status === 'done') outcomes.set(key, { status, result: result! });
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
