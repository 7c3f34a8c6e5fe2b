/** Words of this room, by component. */
import { plural } from '../../words/format.ts';

export const entryCard = {
  validated: 'validated',
  shape: 'shape',
  range: (count: number, low: string, high: string) => `${plural(count, 'split')} from ${low} to ${high}`,
};

export const resultsSection = {
  table: 'Table',
};

export const tableNotes = {
  notes: 'Notes',
};

export const methodName = {
  elsewhere: 'elsewhere',
  computedByAnotherProgram: 'Computed by another program on the same splits',
  compareWithAnotherMethod: 'Compare with another method',
};

export const tableTools = {
  measure: 'Measure',
  rows: 'Rows',
  resetView: 'Reset view',
  filterRows: 'Filter rows',
  filterCount: (count: number) => `Filter ${count} rows`,
};

export const columnsMenu = {
  columns: 'Columns',
  shownOf: (shown: number, all: number) => `${shown} of ${all}`,
  datasets: 'Datasets',
  training: 'Training',
  perturbations: 'Perturbations',
};

export const showMenu = {
  show: 'Show',
  entries: 'Entries',
};
