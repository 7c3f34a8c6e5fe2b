/** The columns of a list of studies, and what a search looks at. */
import type { StudyHighlight } from '../../core/study/table/standings.ts';
import { noteSummary } from '../../core/text/note.ts';
import type { StudyGlance, StudySummary } from '../../core/contract/studies.ts';
import type { ListColumn } from '../ui/lists/listOrder.ts';

export interface ListedStudy extends StudySummary {
  /** The entry of the lowest error; null before anything has finished, undefined before it is known. */
  readonly best: StudyGlance | null | undefined;
}

type Column = ListColumn<ListedStudy>;

/** By state: what works first. */
const STATES: readonly StudySummary['state'][] = ['running', 'ready', 'stopped', 'finished'];

const columns: readonly Column[] = [
  { key: 'name', title: 'Study', value: ({ name }) => name },
  { key: 'dataset', title: 'Dataset', value: ({ dataset }) => dataset },
  { key: 'state', title: 'State', value: ({ state }) => STATES.indexOf(state) },
  { key: 'best', title: 'Best method', value: ({ best }) => best?.label ?? null },
  { key: 'error', title: 'Error (%)', right: true, value: ({ best }) => best?.mean ?? null },
  { key: 'cells', title: 'Cells', right: true, first: 'descending', value: ({ cells }) => cells.done },
  { key: 'created', title: 'Created', right: true, first: 'descending', value: ({ createdAt }) => createdAt },
];

/** In groups the dataset stands above its studies. */
export function studyColumns(grouped: boolean): readonly Column[] {
  return grouped ? columns.filter(({ key }) => key !== 'dataset') : columns;
}

export function studyText({ name, dataset, best, tags, note }: ListedStudy): string {
  return [name, dataset, best?.label ?? '', ...tags, noteSummary(note)].join(' ');
}

/** "4.50 ± 1.20", in percent; without the deviation where there is none. */
export function errorText({ mean, std }: StudyHighlight): string {
  return std === null ? mean.toFixed(2) : `${mean.toFixed(2)} ± ${std.toFixed(2)}`;
}

export interface StudyGroup {
  readonly dataset: string;
  readonly studies: readonly ListedStudy[];
}

/** Studies by dataset, in the order in which the datasets first occur. */
export function byDataset(studies: readonly ListedStudy[]): StudyGroup[] {
  return [...Map.groupBy(studies, ({ dataset }) => dataset)].map(([dataset, own]) => ({ dataset, studies: own }));
}
