/** Runs cells of a study one after another in this thread. */
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import { evaluateCell } from '../../../src/core/study/cells/evaluate.ts';
import { cellTask, type CellData, type CellTask } from '../../../src/core/study/cells/cellTask.ts';
import type { PlannedCell, StudyPlan } from '../../../src/core/study/plan/plan.ts';
import type { CellResult } from '../../../src/core/study/cells/cellResult.ts';
import type { StudySpec } from '../../../src/core/study/spec/spec.ts';
import { splitOf } from '../../../src/core/study/plan/splits.ts';

type Facts = Pick<DatasetFacts, 'hash' | 'labels' | 'subjects'>;

/** The task of a cell, as the jobs of the app make it. */
export function taskOf(spec: StudySpec, dataset: Facts, plan: StudyPlan, cell: PlannedCell): CellTask {
  const method = plan.methods.find((candidate) => candidate.key === cell.methodKey)!;
  const study = { ...spec, datasetHash: dataset.hash };
  return cellTask(cell, method, study, splitOf(spec, dataset, cell.condition, cell.repeat));
}

/** Outcomes of `cells` (all of the plan when omitted) by key. */
export function evaluateAll(
  spec: StudySpec,
  dataset: Facts,
  data: CellData,
  plan: StudyPlan,
  cells: readonly PlannedCell[] = plan.cells,
): Map<string, { status: 'done'; result: CellResult }> {
  return new Map(
    cells.map((cell) => {
      const result = evaluateCell(taskOf(spec, dataset, plan, cell), data, () => undefined);
      return [cell.key, { status: 'done', result }];
    }),
  );
}
