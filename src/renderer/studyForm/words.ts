/** The words in the form of a study, by component. */
import { plural } from '../words/format.ts';

export const splitFiles = {
  countFrom: 'The files count images from',
  countFromOne: '1, as MATLAB does',
  countFromHelp: 'Tables with a column index0 or index1 state it themselves.',
  chooseFiles: 'Choose files',
  ofFiles: (count: number) => ` of ${plural(count, 'file')}`,
  splitFiles: 'Split files',
  predefinedSplit: 'predefined split',
  splitFilesHelp: 'MATLAB files with trainIdx and testIdx, or tables with the columns image and role.',
  pairFiles: 'Pair files',
  listOfPairs: 'list of pairs',
  pairFilesHelp: 'pairs.txt of LFW, or tables with the columns first, second, genuine and fold.',
  listFiles: 'List files',
  enrolmentList: 'enrolment list',
  listFilesHelp: 'A table with the columns file, set and role. Lists of Bob are read on the command line.',
};

export const recognitionFields = {
  classifier: 'Classifier',
  classifierHelp: 'Methods set to their own classification rule keep it.',
  severalValuesHelp:
    'Of several values (1, 3, 5, or several ticked) the best is selected for each method, together with the latent shape and its listed settings; every combination is fitted.',
  measures: 'Measured in addition to the error rate',
  region: 'Reconstruction RMSE within',
  regionPlaceholder: 'no region',
  regionHelp: (REGION_HELP: string) => `Rectangles, separated by semicolons. ${REGION_HELP}`,
};
