/** The words in the form of a study, by component. */
import { integer, pixelRange, plural, shapeText } from '../words/format.ts';

export const studyFormView = {
  runStudy: 'Run study',
  whatMethodsAndDatasets: 'methods and datasets',
  needsADatasetText: 'Import the faces first; the study then draws its splits from them.',
  needsADataset: 'A study needs a dataset',
  whatTheStudy: 'the study',
  whatCanBeAdded:
    'Repeats, methods and conditions can be added; labels and the comparison can be changed. Finished cells are kept, and only new ones are computed.',
  splits: 'Splits',
  seed: 'Seed',
  seedHelp: 'The same seed draws the same splits on any machine.',
  conditions: 'Conditions',
  features: 'Features',
  measures: 'Measures',
  tests: 'Tests',
  asASpec: 'As a spec',
  specSummary: 'JSON, as the command line runs it',
  draftDiscarded: 'Draft discarded.',
  draftCameBack: 'This is the draft that you left.',
  startAgain: 'Start again',
  useCounts: (counts: string) => `Use k = ${counts}`,
  addCounts: (counts: string) => `Add k = ${counts}`,
};

export const comparisonFields = {
  validate: 'Also choose the latent shape inside the training images',
  validateHelp:
    'Adds a column to the table next to the best shape on the test images, which is an optimistic choice. Each inner split costs one more fit.',
};

export const dataSection = {
  data: 'Data',
  name: 'Name',
  dataset: 'Dataset',
  alsoOn: 'Also on',
  alsoOnHelp: 'Each dataset gets its own study. One table shows them all, with ranks over the datasets.',
  whichImages: 'Which images',
  imagesOfSubjects: (count: number, subjects: number, rows: number, cols: number) =>
    `${plural(count, 'image')} of ${plural(subjects, 'subject')}, ${rows} × ${cols}`,
};

export const subsetFields = {
  onlyTheseSubjects: 'Only these subjects',
  onlyTheseSubjectsPlaceholder: 'all',
  namesSeparatedByCommas: 'Names, separated by commas.',
  onlyImagesWith: 'Only images with',
  onlyImagesWithPlaceholder: 'session = 1, 2',
  onlyImagesWithHelp: 'One attribute per line, with the values that are allowed.',
  onlyTheseImages: 'Only these images',
  onlyTheseImagesHelp: 'Indices from 0 in the order of the dataset, such as 0-99, 120.',
};

export const draftLine = {
  draftKept: 'Draft kept',
  draftTooLarge: 'Draft too large to keep: save the study before you leave',
  discard: 'Discard',
};

export const featureRows = {
  step: 'Step',
  whatFeatureStep: 'Feature step',
  addAStep: 'Add a step',
};

export const formOutline = {
  problems: (counts: number) => plural(counts, 'problem'),
  partsOfTheForm: 'Parts of the form',
};

export const methodsSection = {
  methods: 'Methods',
  addMethods: 'Add methods',
  subspacesAndDeep: 'Subspaces and a deep descriptor',
};

export const deepPreset = {
  label: (name: string | null) => `Deep descriptor${name === null ? '' : `, ${name}`} (trained elsewhere)`,
};

export const methodCard = {
  helpOn: (title: string) => `Help on ${title}`,
  remove: (title: string) => `Remove ${title}`,
  andOthers: ' et al.',
  labelInTables: 'Label in tables',
  labelInTablesHelp: 'Needed when a method takes part twice.',
  featuresOfItsOwn: 'Own features',
  featuresOfItsOwnHelp: 'Replace the features of the study; with no step, the method gets raw grey values.',
  classifierOfItsOwn: 'Own classifier',
  classifierOfItsOwnHelp: 'Replaces the classifier of the study: one study can then compare classifiers and distances.',
  severalValuesHelp:
    'Of several values (3, 5, 7, or several ticked) the best is selected together with the latent shape: on the test images (oracle), and inside the training images if the study validates.',
  combinationsOfSettings: (combinations: number) => ` × ${plural(combinations, 'combination')} of settings`,
  shapesLargest: (shapes: number, largest: readonly number[], times: string) =>
    `${largest.length === 0 ? 'no latent shape' : `${plural(shapes, 'shape')}, largest ${shapeText(largest)}`}${times}`,
  changedParameter: (count: number) => `${integer(count)} changed ${count === 1 ? 'parameter' : 'parameters'}`,
};

export const latentGridEditor = {
  latentDimension: (count: number) =>
    `${count === 0 ? 'No latent' : 'Latent'} ${count > 1 ? 'dimensions' : 'dimension'}`,
  noLatentDimension: 'Images, or the features of the study, are compared as they are.',
  latentShapesToTry: 'Latent shapes to try',
  latentShapes: 'Latent shapes',
  default: 'Default',
  adaptive: 'Adaptive',
  full: 'Full',
  all: 'All',
  ranges: 'Ranges',
  tied: 'Tied',
  matched: 'Matched',
  shapes: 'Shapes',
  allShared: 'Every shape that the training images allow; one fit serves them all.',
  defaultHelp: 'The default grid of this method: dense for small dimensions, sparse above.',
  defaultShared: 'Every shape: this method needs one fit for all of them.',
  adaptiveHelp: 'Powers of two, then a finer search around the best, inside the training images of each repeat.',
  fullHelp:
    'One shape: all axes that the training images of each repeat give, such as T − 1 or K − 1. The table shows how many there were.',
  allAlone: 'Every shape that the training images allow.',
  rangesHelp: 'A range such as 1-40 or 2-40 step 2, values such as 5, 10, 15, or all.',
  tiedHelp: 'The shapes (q, q), q written as 1-20, 2-20 step 2, 5, 10, 15, or all.',
  matchedHelp: 'The shapes (q, q). With the same entry, other methods get the dimension that compresses as much.',
  matchedDimensionHelp:
    'The dimension that stores as many numbers as the codes and bases of a bilinear method at (q, q).',
  shapesHelp: 'Shapes such as (10, 3), (12, 3).',
};

export const perturbationRows = {
  images: 'Images',
  whatCondition: 'Condition',
  pixelsRange: (range: readonly [number, number]) => `The stored pixels run over ${pixelRange(range)}.`,
  addACondition: 'Add a condition',
};

export const conditionFaces = {
  firstImageUnder: (title: string) => `First image of the dataset, ${title}`,
  asItIs: 'as it is',
};

export const protocolFaces = {
  condition: 'Condition',
  repeat: 'Repeat',
  of: (min: number, repeats: number) => `${min} of ${repeats}`,
  theSplitOnFaces: 'The split on faces',
};

export const protocolFields = {
  splits: 'Splits',
  more: 'More…',
  usual: [
    { kind: 'random', title: 'Random k', note: 'k images of every subject train, all others are tested.' },
    { kind: 'k-fold', title: 'Folds', note: 'Cross-validation: every repeat tests each image once.' },
    { kind: 'pairs', title: 'Verification', note: 'Genuine and impostor pairs, over folds of subjects.' },
  ],
} as const;

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

export const specJson = {
  theStudyAsJson: 'The study as JSON',
  fillTheFormFromThis: 'Fill the form from this',
  saveAsAFile: 'Save as a file',
  openAFile: 'Open a file',
  notJson: (message: string) => `This is not JSON: ${message}.`,
  specCopied: 'Spec copied.',
  noClipboard: 'The clipboard is not available.',
};

export const studySize = {
  sizeOfTheStudy: 'Size of the study',
  cellsToAdd: 'cells to add',
  cells: 'cells: conditions × repeats × methods',
  fits: 'fits',
  cannotRun: 'This study cannot run.',
  blocked: (blocked: number) => `${plural(blocked, 'field needs', 'fields need')} attention before the study can run.`,
  counting: 'Counting.',
  why: 'Why',
  whatACellIs:
    'A cell is one method on one split; it gives the error at every latent shape. Cells are saved as they finish: a study can be stopped and resumed at any time.',
};

export const studyTime = {
  onWorkers: (workers: number) => `on ${plural(workers, 'worker')}`,
  estimatedTime: 'Estimated time',
  fromFinishedCells: 'An estimate from finished cells of this workspace.',
  rough: 'An estimate from the speed of this machine: no cell of these methods has finished in this workspace yet.',
  methods: (count: number) => plural(count, 'method'),
  roughFor: (names: string) =>
    `An estimate from finished cells of this workspace; for ${names}, which have none yet, from the speed of this machine.`,
  without: (names: string) => `Without ${names}, whose fits take an unknown time.`,
};
