/** What the scripts for other programs draw: one measure against the numbers of a code, a line per method. */
import type { LongTable } from '../../study/table/longTable.ts';
import type { Measure } from '../../measures/measures.ts';
import { columnName } from '../csv.ts';

export interface NotebookFigure {
  /** Name of the measure in the file of results. */
  readonly column: string;
  readonly axis: string;
  readonly title: string;
  /** Of the latent shapes with as many numbers the best is drawn. */
  readonly best: 'min' | 'max';
}

/** The file of results, beside the script. */
export const RESULTS = 'study.csv';

/** Of the measure that is shown, where the results have a column for it, else of their first. */
export function notebookFigure({ study, dataset, measures }: LongTable, shown: Measure): NotebookFigure {
  const measure = measures.find(({ id }) => id === shown.id) ?? measures[0];
  const { title, unit, better } = measure;
  return {
    column: columnName(measure),
    axis: unit === '' ? title : `${title} (${unit})`,
    title: `${study}, ${dataset}`,
    best: better === 'lower' ? 'min' : 'max',
  };
}
