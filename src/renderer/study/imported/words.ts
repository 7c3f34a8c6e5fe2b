/** Words of this room, by component. */
import { plural } from '../../words/format.ts';

export const elsewhereDialog = {
  explanationStart: 'What another program computed on the splits of this study (',
  exportSplits: 'Export → Splits',
  explanationEnd:
    ') becomes a row of its table: predictions or error rates (CSV, JSON), scores or distances (NPZ, JSON, Bob’s score files).',
  file: 'File',
  nameOfTheRow: 'Name of the row',
  nameOfTheRowPlaceholder: 'ArcFace',
  holds: (elsewhereKind: string, splits: number, planned: number) =>
    `holds ${elsewhereKind} for ${splits} of ${plural(planned, 'split')}.`,
  lacks: (lacking: string, more: number) =>
    `It lacks ${lacking}${more > 0 ? ` and ${more} more` : ''}; these stay open.`,
  condition: 'Condition',
  repeats: 'Repeats',
  errorRate: 'Error rate in %',
  preview: 'Preview',
  rowsFromElsewhere: 'External rows',
  addToTheTable: 'Add to the table',
  resultsFromElsewhere: 'Imported results',
  source: (elsewhereKind: string, source: string, done: number, total: number) =>
    `${elsewhereKind} of ${source}, ${done} of ${plural(total, 'split')}`,
};

export const addedRows = {
  inThisStudy: 'In this study',
};

export const publishedDialog = {
  explanation:
    'Error rates from the literature appear in italics below the results of this study, with the difference in percentage points and the source. Tests and ranks ignore them.',
  source: 'Source',
  sourcePlaceholder: 'Zhao et al. (2012), Table 3',
  condition: 'Condition',
  method: 'Method',
  errorRateIn: 'Error rate in %',
  s: '± s',
  fieldOf: (part: string, label: string) =>
    `${part === 'value' ? 'Error rate' : 'Standard deviation'} of ${label} in per cent`,
  orAFile: 'Or a file: CSV or JSON with method, condition, value, deviation and source',
  replaceNumbersThatAreThere: 'Replace numbers that are there',
  publishedNumbersOfThisStudy: 'Published numbers of this study',
  numbers: (count: number) => plural(count, 'number'),
  addNumbers: (count: number) => `Add ${plural(count, 'number')}`,
  publishedNumbers: 'Published numbers',
  typedIn: 'typed in',
};

export const offeredNumbers = {
  title: 'From the papers on this database',
  protocol: (protocol: string) => `Protocol: ${protocol}.`,
  add: (count: number) => `Add ${plural(count, 'number')}`,
  added: 'Added',
};
