/** The words on the pages that list and compare studies, by component. */
import { duration, integer, plural } from '../words/format.ts';

export const compareView = {
  addAStudyPrompt: 'Add a study …',
  addAStudy: 'Add a study',
  whatStudies: 'studies',
  whatItShows:
    'Choose two studies or more: what they chose differently stands side by side, and methods that they share with the difference of their error rates and what may have made it.',
  chooseInList: 'Choose in the list of studies',
  noStudyChosen: 'No study chosen',
  studiesThatAreCompared: 'Studies that are compared',
  study: 'Study',
  dataset: 'Dataset',
  state: 'State',
  bestMethod: 'Best method',
  error: 'Error (%)',
  actions: 'Actions',
  takeOutStudy: (name: string) => `Take ${name} out`,
  takeOut: 'Take out',
  onlyOne: 'One study alone: add another one.',
  whatTheComparison: 'the comparison',
  choicesThatDiffer: 'Choices that differ',
  showSame: 'Show those that are the same',
  noneDiffer: 'None: the studies chose the same throughout.',
  choice: 'Choice',
  choices: 'Choices',
  whatTheyShare: 'What they share',
};

export const sharedEntries = {
  nothingShared: 'Nothing: no method stands in the same condition in two of them, or none has finished.',
  note: 'Error rate in per cent, mean ± sample standard deviation, at the best latent shape (oracle selection), in brackets. Differences are in percentage points against the first study that has the entry: over the repeats in common where these have the same splits, else of the means.',
  caption: 'Methods that the studies share',
  method: 'Method',
  condition: 'Condition',
  sharedMethods: 'Shared methods',
  pp: (value: string, text: string) => `${value}${text} pp`,
  sameSplits: 'same splits',
};

export const stateBadge = {
  notStarted: 'Not started',
  running: 'Running',
  stopped: 'Stopped',
  finished: 'Finished',
  pausing: 'Pausing',
  finishedWithFailures: 'Finished with failures',
};

export const studiesView = {
  compare: 'Compare',
  compareStudies: (count: number) => `Compare ${count} studies`,
  tickTwoStudiesOrMore: 'Tick two studies or more',
  whatStudies: 'studies',
  whatAStudyIs:
    'A study compares methods on one dataset: it draws the splits, fits every latent dimension of the grid, and gives the table of error rates with its significance test.',
  itNeedsADatasetFirst: 'It needs a dataset first.',
  noStudyYet: 'No study yet',
  studies: 'Studies',
};

export const studiesTable = {
  searchStudies: 'Search studies',
  groupByDataset: 'Group by dataset',
  studies: (count: number) => plural(count, 'study', 'studies'),
  choose: (name: string) => `Choose ${name}`,
  ofTotal: (total: number) => ` of ${integer(total)}`,
  ofComputing: (seconds: number) => `${duration(seconds)} of computing`,
  noneWith: (search: string) => `No study has “${search}”.`,
  noneWithTheseMarks: 'No study has all of these marks.',
};

export const studyTools = {
  rename: (name: string) => `Rename ${name}`,
  duplicate: (name: string) => `Duplicate ${name}`,
  duplicateAsANewStudy: 'Duplicate as a new study',
  delete: (name: string) => `Delete ${name}`,
  renameThisStudy: 'Rename this study',
  newStudyFromThisOne: 'New study from this one',
  deleteThisStudy: 'Delete this study',
};
