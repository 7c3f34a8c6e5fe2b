/** Spread of the differences between methods in a condition of a study, to assess what its design can detect. */
import { differenceSpread } from '../../../core/compare/repeatValues.ts';
import { baselineOf, compareMethods } from '../../../core/study/comparison/compareMethods.ts';
import { conditionsOf } from '../../../core/study/spec/conditions.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { conditionEntries } from './studyResults.ts';

/**
 * Error rates, in percentage points, against the baseline or the best method; null if too few repeats have finished, or
 * the study does not have the condition (key).
 */
export function designSpread(workspace: Workspace, study: StoredStudy, condition: string): number | null {
  const { spec } = study;
  if (conditionsOf(spec.protocol, spec.perturbations).every(({ key }) => key !== condition)) return null;
  const options = { condition, measure: 'error-rate', selection: 'oracle' } as const;
  const sides = conditionEntries(workspace, study, options).rows.map(({ label, entries }) => ({
    label,
    ...entries[0],
  }));
  const baseline = baselineOf(spec.comparison);
  const verdicts = compareMethods(sides, spec.comparison);
  const reference = sides.find(({ label }, side) =>
    baseline === null ? verdicts[side].standing === 'best' : label === baseline,
  );
  const others = sides.filter((side) => side !== reference);
  return reference ? differenceSpread(reference, others) : null;
}
