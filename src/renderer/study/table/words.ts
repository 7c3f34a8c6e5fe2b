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
  shapesChosen: 'Shapes chosen',
  useOfLabels: 'Use of labels',
  countsAndRanks: 'Counts and ranks',
};

export const showMenu = {
  show: 'Show',
  entries: 'Entries',
  decimalPlaces: 'Decimal places',
  bold: 'Bold',
  underlineTiesWithTheBest: 'Underline ties with the best',
  marksOfSignificance: 'Marks of significance',
  test: 'Test',
  correction: 'Correction',
  correctedTogether: 'Corrected together',
  significanceLevel: 'Significance level, α',
  comparedWith: 'Compared with',
  theBest: 'The best',
};
