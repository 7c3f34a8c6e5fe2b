/** The words on the page that preprocesses a dataset, and in its fields, by component. */
import { plural } from '../../words/format.ts';

export const preprocessView = {
  makeTheDataset: 'Make the dataset',
  making: 'Making',
  cancelledNothingWasKept: 'Cancelled.',
  makeAnother: 'Make another',
  whatTheDataset: 'the dataset',
  title: (name: string) => `A dataset from the images of ${name}`,
  originalStays: (name: string) => `${name} is not changed. The steps are applied in order.`,
  lookAtOtherImages: 'Show other images',
};

export const preprocessFields = {
  nameOfTheNewDataset: 'Name of the new dataset',
};

export const eyesField = {
  markedInFaces: (count: number) => `Marked in ${plural(count, 'face')}`,
  foundAfterTheImport: 'Found in the images after the import',
  findFaces: 'Find faces',
  withoutEyePositions: 'Without eye positions',
  markByClicks: 'Mark by clicking',
  chooseAFile: 'Choose a file',
  chooseAFolder: 'Choose a folder',
  eyePositions: 'Eye positions',
  eyePositionsHelp:
    'A list (name x y x y per line), a table (.csv), or a folder of .pos files. Left and right are ordered by x.',
};

export const stepsEditor = {
  moveUp: (title: string) => `Move ${title} up`,
  moveDown: (title: string) => `Move ${title} down`,
  remove: (title: string) => `Remove ${title}`,
  take: (rows: number, cols: number) => `Take ${rows} × ${cols}`,
  steps: 'Steps',
  addAStep: 'Add a step',
  keepsProportions: (rows: number, cols: number) => `Keeps the proportions of ${rows} × ${cols}.`,
  distorts: (abs: number, by: number, rows: number, cols: number) =>
    `Makes faces ${abs} % ${by > 0 ? 'wider' : 'narrower'} than in ${rows} × ${cols}.`,
};

export const weightsField = {
  redGreenBlue: 'Red, green, blue',
  rec601: 'Rec. 601, as MATLAB’s rgb2gray',
  rec709: 'Rec. 709',
  meanOfTheChannels: 'Mean of the channels',
  lightness: 'Lightness',
  redOnly: 'Red only',
  greenOnly: 'Green only',
  blueOnly: 'Blue only',
  ownWeights: 'Custom weights',
};

export const stepsPreview = {
  whatThePreview: 'the preview',
  before: (file: string) => `${file} before`,
  after: (file: string) => `${file} after`,
  beforeAndAfter: 'Before and after',
};
