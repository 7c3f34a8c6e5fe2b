/** The name by which a paper refers to a table. */
import { defaultTableOptions } from '../study/table/tableOptions.ts';
import type { StudyTable } from '../study/table/table.ts';
import { slug } from './fileName.ts';
import type { PageOptions } from './pageOptions.ts';

/**
 * "paper", or "paper-column-verification-auc": the study, then what the table shows other than by default, so that two
 * tables of one study in a paper have labels of their own.
 */
export function tableLabel(table: StudyTable, page?: Pick<PageOptions, 'width'>): string {
  const { measure, measures = [measure], options } = table;
  const ids = [...new Set(measures.map(({ id }) => id))];
  const { width = 'page' } = page ?? {};
  const parts = [
    ...(width === 'page' ? [] : [typeof width === 'number' ? `${width}mm` : width]),
    ...(ids.join() === defaultTableOptions.measure ? [] : ids),
    ...(options.selection === defaultTableOptions.selection ? [] : [options.selection]),
    ...(options.rows.join() === defaultTableOptions.rows.join() ? [] : ['by', ...options.rows]),
  ];
  return [slug(table.study), ...parts].join('-');
}
