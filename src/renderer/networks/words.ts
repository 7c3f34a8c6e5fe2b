/** Words of this room, by component. */
import { integer, plural, roughDuration } from '../words/format.ts';

export const deepFeaturesDialog = {
  deepFeatures: 'Deep features',
  whatTheyAre:
    'The vectors of a network that was trained elsewhere, on other faces: a reference for methods that learn from the images of a study.',
  network: 'Network',
  networks: [
    { value: 'built-in', title: 'Built in' },
    { value: 'file', title: 'ONNX file' },
  ],
  builtInNetwork:
    '128 numbers per face. The recognition network of dlib, trained on about three million photographs of some 7,500 persons from the web (FaceScrub, VGG Face and others).',
  chooseAFile: 'Choose an ONNX file',
  recipeRead: 'Read from the JSON beside the file.',
  recipeAsked: 'No JSON beside the file says how it takes faces: state it here, as its documentation does.',
  name: 'Name',
  nameHelp: 'In a study: the feature step Attached vectors with this name.',
  replace: 'Replace vectors of this name',
  whatItSees: 'What the network sees',
  images: 'images',
  compute: (count: number) => `Compute ${plural(count, 'vector')}`,
} as const;

export const originalsField = {
  grey: 'The dataset has no colours: the network sees grey images.',
  matched: 'Each file is matched to its image by name and grey values. The colours are stored with the dataset.',
  takeColours: 'Take colours from files…',
  stayInGrey: 'Stay in grey',
  chooseTheFolder: 'Choose the folder of the original files',
} as const;

export const recipeFields = {
  rows: 'Rows',
  columns: 'Columns',
  layout: 'Layout',
  layouts: [
    { value: 'NCHW', title: 'Channels first (NCHW)' },
    { value: 'NHWC', title: 'Channels last (NHWC)' },
  ],
  channels: 'Channels',
  channelOrders: [
    { value: 'RGB', title: 'RGB' },
    { value: 'BGR', title: 'BGR' },
  ],
  mean: 'Subtract',
  scale: 'Divide by',
  alignment: 'Alignment',
  alignments: [
    { value: 'five', title: 'Five points: eyes, nose, corners of the mouth' },
    { value: 'eyes', title: 'Two points: the eyes' },
    { value: 'whole', title: 'None: the whole image is resized' },
  ],
  template: 'Template',
  templateHelp: 'x, y of each point in the input, left before right as seen; semicolons between them.',
} as const;

export const networkPreview = {
  whatItSees: 'What the network sees',
  whatTheInput: 'the input',
  image: (n: number) => `Image ${n}`,
  input: (n: number) => `Input of image ${n}`,
  whole: 'The whole image, resized.',
  byMarkedEyes: 'Aligned by the marked eyes.',
  byLandmarks: 'Aligned by landmarks: no eyes are marked in this image.',
  next: 'Another image',
};

export const networkTrial = {
  trial: 'Trial',
  tryIt: 'Try on ten images',
  trying: 'Trying…',
  passed: (length: number, images: number, seconds: number, count: number) =>
    `${integer(length)} finite numbers from each of ${images} images, ${Math.round(1000 * seconds)} ms per image: ${roughDuration(count * seconds)} for all.`,
  distances: (within: number, between: number) =>
    `Mean distance of two images of one subject ${within.toPrecision(3)}, of two subjects ${between.toPrecision(3)}.`,
};
