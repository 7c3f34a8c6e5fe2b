/** The columns of a list of studies, and what a search looks at. */
import { noteSummary } from '../../core/text/note.ts';
import type { StudySummary } from '../../core/contract/studies.ts';
import type { StudyGlance } from '../../core/contract/studyResults.ts';
import type { ListColumn } from '../ui/lists/listOrder.ts';

export interface ListedStudy extends StudySummary {
  /** null before anything has finished, undefined before it is known. */
  readonly glance: StudyGlance | null | undefined;
}

type Column = ListColumn<ListedStudy>;

/** By state: what works first. */
const STATES: readonly StudySummary['state'][] = ['running', 'ready', 'stopped', 'finished'];

const columns: readonly Column[] = [
  { key: 'name', title: 'Study', value: ({ name }) => name },
  { key: 'result', title: 'Result', value: ({ state }) => STATES.indexOf(state) },
  { key: 'dataset', title: 'Dataset', value: ({ dataset }) => dataset },
  { key: 'created', title: 'Created', right: true, first: 'descending', value: ({ createdAt }) => createdAt },
];

/** In groups the dataset stands above its studies. */
export function studyColumns(grouped: boolean): readonly Column[] {
  return grouped ? columns.filter(({ key }) => key !== 'dataset') : columns;
}

export function studyText({ name, dataset, glance, tags, note }: ListedStudy): string {
  return [name, dataset, glance?.headline ?? '', ...tags, noteSummary(note)].join(' ');
}

export interface StudyGroup {
  readonly dataset: string;
  readonly studies: readonly ListedStudy[];
}

/** Studies by dataset, in the order in which the datasets first occur. */
export function byDataset(studies: readonly ListedStudy[]): StudyGroup[] {
  return [...Map.groupBy(studies, ({ dataset }) => dataset)].map(([dataset, own]) => ({ dataset, studies: own }));
}
