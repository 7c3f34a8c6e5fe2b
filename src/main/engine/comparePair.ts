import type { PairComparison } from '../../core/contract/types.ts';
import { pairReport } from '../../core/study/pairReport.ts';
import { testToTrain } from '../../core/study/splits.ts';
import type { StoredStudy } from '../workspace/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { invalid } from './errors.ts';
import { studyResults } from './studyResults.ts';

export interface Pair {
  readonly first: string;
  readonly second: string;
  readonly condition?: string;
  readonly rope: number;
}

/** Two methods of a study by label, in one condition or in all. Throws INVALID for a label or condition it does not have. */
export function comparePair(workspace: Workspace, study: StoredStudy, pair: Pair): PairComparison[] {
  const { conditions, rows } = studyResults(workspace, study).table;
  const [first, second] = (['first', 'second'] as const).map((side) => {
    const row = rows.find(({ label }) => label === pair[side]);
    if (row) return row;
    const known = rows.map(({ label }) => `"${label}"`).join(', ');
    throw invalid([{ path: side, message: `There is no method labelled "${pair[side]}"; the labels are ${known}.` }]);
  });
  const wanted = conditions.filter(({ key }) => pair.condition === undefined || key === pair.condition);
  if (wanted.length === 0) {
    const known = conditions.map(({ key }) => `"${key}"`).join(', ');
    const message = `There is no condition "${pair.condition}"; the conditions are ${known}.`;
    throw invalid([{ path: 'condition', message }]);
  }
  const facts = workspace.datasets.facts(study.datasetId)!;
  return wanted.map(({ key, title }) => {
    const column = conditions.findIndex((condition) => condition.key === key);
    const ratio = testToTrain(study.spec, facts, key);
    return {
      condition: key,
      title,
      report: pairReport(first.entries[column], second.entries[column], ratio, pair.rope),
    };
  });
}
