import type { DatasetSubject } from '../../core/contract/datasets.ts';

const order = new Intl.Collator('en', { numeric: true });

/** The subjects with the numbers in their names as numbers, 2 before 10: files of arrays list them as they occur. */
export function inNaturalOrder(subjects: readonly DatasetSubject[]): DatasetSubject[] {
  return [...subjects].sort((a, b) => order.compare(a.subject, b.subject));
}
