import type { DatasetSubject } from '../../core/contract/datasets.ts';
import { compareNames } from '../../core/text/compareNames.ts';

/** The subjects with the numbers in their names as numbers, 2 before 10: files of arrays list them as they occur. */
export function inNaturalOrder(subjects: readonly DatasetSubject[]): DatasetSubject[] {
  return [...subjects].sort((a, b) => compareNames(a.subject, b.subject));
}
