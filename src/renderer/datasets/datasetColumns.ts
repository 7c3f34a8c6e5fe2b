/** The columns of the list of datasets, and the text that a search reads. */
import type { DatasetSummary, DatasetSubject } from '../../core/contract/datasets.ts';
import { noteSummary } from '../../core/text/note.ts';
import type { ListColumn } from '../ui/lists/listOrder.ts';
import { compareNames } from '../../core/text/nameLookup.ts';

const numbers = { right: true, first: 'descending' } as const;

export const datasetColumns: readonly ListColumn<DatasetSummary>[] = [
  { key: 'name', title: 'Dataset', value: ({ name }) => name },
  { key: 'images', title: 'Images', ...numbers, value: ({ count }) => count },
  { key: 'subjects', title: 'Subjects', ...numbers, value: ({ subjects }) => subjects },
  { key: 'per-subject', title: 'Per subject', ...numbers, value: ({ perSubject }) => perSubject[1] },
  { key: 'size', title: 'Rows × columns', ...numbers, value: ({ rows, cols }) => rows * cols },
  { key: 'source', title: 'Source', value: sourceOf },
  { key: 'imported', title: 'Imported', ...numbers, value: ({ createdAt }) => createdAt },
];

/** The origin of the images: a file or folder, or a dataset and its steps. */
export function sourceOf({ preprocessing, source }: DatasetSummary): string {
  return preprocessing === null ? source : `${preprocessing.origin.name}: ${preprocessing.steps.join(', ')}`;
}

export function datasetText(dataset: DatasetSummary): string {
  const { name, rows, cols, tags, note } = dataset;
  return [name, sourceOf(dataset), `${rows} × ${cols}`, ...tags, noteSummary(note)].join(' ');
}

/** The subjects by name, numbers within names as numbers: 2 before 10. Array files list them in order of occurrence. */
export function inNaturalOrder(subjects: readonly DatasetSubject[]): DatasetSubject[] {
  return [...subjects].sort((a, b) => compareNames(a.subject, b.subject));
}
