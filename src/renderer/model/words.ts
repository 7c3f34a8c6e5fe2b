/** The words on the page of a model, by component. */
import { integer, plural } from '../words/format.ts';

export const modelView = {
  whatTheStudy: 'the study',
  fitAgain: 'Fit again',
  noModelYetText: 'No repeat of this cell has finished. A model can be inspected as soon as its cell has.',
  backToTheStudy: 'Back to the study',
  noModelYet: 'No model yet',
  iterationsAtMost: 'iterations at most',
  fitOf: (label: string) => `Fit of ${label}`,
  theFitWasCancelled: 'The fit was cancelled.',
  modelsPerSubject: 'Under this classifier every subject has its own model; no model covers all training images.',
  whatTheDataset: 'the dataset',
  theModel: 'The model',
  model: (label: string) => `${label}, model`,
};

export const basisPanel = {
  explanation: (single: boolean) =>
    `How the reconstruction changes with one entry of the code${single ? '' : ': the outer product of a column and a row vector'}. Below: the entry, the value at the ends of the scale, the share of the training images’ variance.`,
  order: 'Order',
  byNumber: 'By number',
  byVariance: 'By variance',
  scale: 'Scale',
  colour: 'Colour',
  grey: 'Grey',
  range: 'Range',
  eachImage: 'Each image',
  allAlike: 'Common to all',
  whatBasisImages: 'basis images',
  whatTheBasisImages: 'the basis images',
  basisImage: (key: string) => `Basis image ${key}`,
  ofTheVariance: (share: string) => ` · ${share} of the variance`,
};

export const pageSteps = {
  of: (from: number, last: number, total: number) => `${integer(from)}–${integer(last)} of ${integer(total)}`,
  previous: (what: string) => `Previous ${what}`,
  next: (what: string) => `Next ${what}`,
  pagesOf: (what: string) => `Pages of ${what}`,
};

export const signedBar = {
  fromBelow0ToAbove: 'from negative to positive',
};

export const componentsPanel = {
  whatTheComponents: 'the components',
  explanation: (count: number, shared: number, SURE: number) =>
    `Each component with its weight π and its mean, and the test images that it is most responsible for, of ${plural(count, 'test image')}; ${shared === 0 ? 'none is' : shared === 1 ? '1 is' : `${integer(shared)} are`} shared with a responsibility below ${SURE}.`,
  component: (k: number) => `Component ${k}`,
  testImages: (count: number) => plural(count, 'test image'),
  meanOfComponent: (k: number) => `Mean of component ${k}`,
  image: (position: number) => `Image ${integer(position)}`,
  responsibility: (share: string) => `responsibility ${share}`,
};

export const fitTraces = {
  quantity: 'Quantity',
  against: 'Against',
  iterations: 'Iterations',
  seconds: 'Seconds',
};

export const imputationPanel = {
  explanation:
    'From top to bottom: a test image with pixels hidden, what the model expects given the others, the image itself; below the RMSE over the hidden pixels, and that of the mean training image.',
  hidden: 'Hidden',
  scatteredPixels: 'Scattered pixels',
  lowerHalf: 'Lower half',
  leftHalf: 'Left half',
  share: 'Share',
  whatTestImages: 'test images',
  whatTheFilledImages: 'the filled images',
  mean: (ofMean: string) => `mean ${ofMean}`,
  pixelsHidden: (subject: string) => `${subject}, pixels hidden`,
  filled: (subject: string) => `${subject}, filled`,
  rmseOfTheMeanImage: (rmse: string, ofMean: string) => `RMSE ${rmse}, of the mean image ${ofMean}`,
  whole: (subject: string) => `${subject}, whole`,
};

export const seedField = {
  seed: 'Seed',
  drawOthers: 'Draw again',
};

export const latentPanel = {
  whatTheLatentSpace: 'the latent space',
  /** Names the file, too. */
  whatTheFigure: (method: string) => `latent space of ${method}`,
  explanation: (offset: number, count: number, size: number, links: string) =>
    `Codes of ${plural(offset, 'training image')} and ${plural(count, 'test image')} on two axes, coloured by subject: training hollow, test filled; ${plural(size, 'mistake')} ringed${links === 'mistakes' ? ', each with a line to the image it was matched with' : ''}.`,
  horizontal: 'Horizontal',
  vertical: 'Vertical',
  faces: 'Faces',
  none: 'None',
  small: 'Small',
  large: 'Large',
  lines: 'Lines',
  ofMistakes: 'Of mistakes',
  plotDescription: (count: number, size: number) =>
    `Latent space: ${plural(count, 'image')}, ${plural(size, 'mistake')}. Arrow keys go from image to image, plus and minus zoom, Shift with arrows moves, 0 shows all.`,
  pointAtOne: 'Point at an image, or choose one with the arrow keys.',
  axis: (entry: number) => `Axis ${entry}`,
  entry: (floor: number, entry: number) => `Entry (${floor}, ${entry})`,
  of: (what: string, subjectOf: string) => `${what} of ${subjectOf}`,
  inTraining: 'in training',
  trainingImage: 'Training image',
  testImage: 'Test image',
  recognised: 'recognised',
  misclassified: 'misclassified: matched with the second image',
  nearestImage: 'Nearest image',
};

export const rebuiltPanel = {
  explanation:
    'Test images as the method sees them; beneath each, its reconstruction from the leading entries of its code, and the root mean squared error. All come from this one model.',
  leadingEntriesKept: (name: string) => `Leading entries kept, ${name}`,
  of: (kept: number, size: number) => `${kept} of ${size}`,
  noLeadingBlock: 'The code of this method has no leading block; all of it is kept.',
  whatTestImages: 'test images',
  whatTheReconstructions: 'the reconstructions',
  testImageOf: (subject: string) => `Test image of ${subject}`,
  reconstructionOf: (subject: string) => `Reconstruction of ${subject}`,
  rmse: (rmse: string) => `RMSE ${rmse}`,
};

export const samplesPanel = {
  explanation:
    'Faces sampled from the prior of the model, on the scale of the training images. The same seed draws the same images.',
  images: 'Images',
  withoutNoise: 'Without noise',
  withNoise: 'With noise',
  whatTheDrawnImages: 'the drawn images',
  drawnImage: (n: number) => `Drawn image ${n}`,
  seed: (seed: number) => `seed ${seed}`,
};

export const spectrumPanel = {
  whatTheEigenvalues: 'the eigenvalues',
  noSpectrum:
    'There is no spectrum here: pixels of the training images are missing, or the code of this method has no latent dimension of its own.',
  ofTrainingImages: (images: number) => `${plural(images, 'training image')}; the first`,
  shareOfVariance: (chosen: number, count: number, kept: string) =>
    `= ${chosen} of ${count} eigenvalues hold ${kept} of the variance`,
  noiseVariance: '; noise variance',
  noiseVarianceShared: (numberText: string) => `= ${numberText}, shared by the others`,
  covarianceOfThePixels: 'Covariance of the pixels',
  covarianceOfTheColumns: 'Covariance of the columns',
  covarianceOfTheRows: 'Covariance of the rows',
};
