/** The words on the pages that list and compare studies, by component. */
import { duration, integer, plural } from '../words/format.ts';

export const studyMiniature = {
  overview: 'Overview: methods by conditions, bright is good',
};

export const compareView = {
  addAStudyPrompt: 'Add a study …',
  addAStudy: 'Add a study',
  whatStudies: 'studies',
  whatItShows:
    'Choose two or more studies. The page shows where their choices differ and, for the methods they share, the difference of the error rates, what may explain it, and their ranks.',
  chooseInList: 'Choose in the list of studies',
  noStudyChosen: 'No study chosen',
  studiesThatAreCompared: 'Studies that are compared',
  study: 'Study',
  dataset: 'Dataset',
  state: 'State',
  bestMethod: 'Best method',
  error: 'Error (%)',
  actions: 'Actions',
  takeOutStudy: (name: string) => `Remove ${name} from the comparison`,
  takeOut: 'Remove',
  onlyOne: 'This is one study only: add another.',
  whatTheComparison: 'the comparison',
  choicesThatDiffer: 'Choices that differ',
  showSame: 'Show choices that are the same',
  noneDiffer: 'None: the studies made the same choices.',
  choice: 'Choice',
  choices: 'Choices',
  whatTheyShare: 'What they share',
};

export const studyRanks = {
  ranks: 'Ranks of the methods',
  over: 'Over',
  blocks: [
    { value: 'condition', title: 'Conditions' },
    { value: 'dataset', title: 'Datasets' },
  ],
} as const;

export const sharedEntries = {
  nothingShared: 'Nothing: no method has finished under the same condition in two of them.',
  note: 'Error rate in per cent, mean ± sample standard deviation, at the best latent shape (oracle selection), in brackets. Differences are in percentage points against the first study that has the entry: over the common repeats if these have the same splits, otherwise of the means.',
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
  tickTwoStudiesOrMore: 'Tick two or more studies',
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
  noneWith: (search: string) => `No study matches “${search}”.`,
  noneWithTheseMarks: 'No study matches all of these filters.',
};

export const studyTools = {
  actionsOf: (name: string) => `Actions for ${name}`,
  duplicateAsANewStudy: 'Duplicate as a new study',
  renameThisStudy: 'Rename this study',
  newStudyFromThisOne: 'New study from this one',
  deleteThisStudy: 'Delete this study',
};
