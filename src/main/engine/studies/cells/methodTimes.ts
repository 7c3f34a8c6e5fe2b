import type { MethodTimes } from '../../../../core/figures/charts/timeChart.ts';
import { defaultTableOptions } from '../../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { methodRows } from '../../../../core/study/plan/plan.ts';
import { plannedStudy, studyResults } from '../studyResults.ts';

/**
 * Mean seconds of every method in a condition: of the fits at the shapes of the table where the study measures time,
 * else of its finished cells, each with all of its latent shapes and tests.
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
  // All combinations of listed settings together: that is what the choice takes.
  const rows = methodRows(plannedStudy(study, workspace.cells.all(study.id)).methods);
  const sums = rows.flatMap(({ label, methods }): [string, number][] => {
    const seconds = methods.reduce((sum, { key }) => sum + (means.get(key) ?? 0), 0);
    return seconds > 0 ? [[label, seconds]] : [];
  });
  return { of: 'cell', seconds: Object.fromEntries(sums) };
}
