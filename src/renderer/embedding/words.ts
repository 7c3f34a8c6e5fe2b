/** The words on the Embedding page, by component. */
import { integer, plural } from '../words/format.ts';

export const embeddingView = {
  whatTheDatasets: 'the datasets',
  whatAnEmbeddingIs: 'An embedding shows every image of a dataset at its position in the latent space of a method.',
  noDatasetToEmbed: 'No dataset to embed',
  howItIsMade:
    'Each method is fitted to all images; the plot shows the images on two of its latent axes. With noise, the methods see noisy images, and the plot shows the clean ones.',
  beginTitle: 'Faces in latent space',
  takes: ({ name, count, rows, cols }: { name: string; count: number; rows: number; cols: number }, time: string) =>
    `${integer(count)} images of ${name} with ${rows} × ${cols} pixels take ${time}; every n-th of them, less.`,
  embedNow: 'Embed now',
};

export const embeddingForm = {
  dataset: 'Dataset',
  methods: 'Methods',
  addAMethod: 'Add a method',
  searchMethods: 'Search methods',
  noise: 'Noise σ, units of the stored pixels',
  noiseHelp: 'Gaussian noise on every pixel. Each level is embedded separately: 0, 51 shows both side by side.',
  everyNThImage: 'Every n-th image',
  seed: 'Seed',
  embed: 'Embed',
  whatToEmbed: 'What to embed',
  choose: 'Choose',
  datasetWithCount: (name: string, count: number) => `${name} (${integer(count)} images)`,
};

export const embeddedMethodFields = {
  remove: (title: string) => `Remove ${title}`,
  latentDimension: 'Latent dimension',
  latentDimensionOf: (name: string, title: string) => `Latent dimension ${name} of ${title}`,
  parameters: (count: number) => plural(count, 'parameter'),
  notAtItsDefault: (count: number) => `, ${integer(count)} not at its default`,
};

export const embeddingPlots = {
  horizontal: 'Horizontal',
  vertical: 'Vertical',
  coordinates: 'Coordinates',
  posteriorMeans: 'Posterior means',
  codes: 'Codes',
  faces: 'Faces',
  none: 'None',
  small: 'Small',
  large: 'Large',
  colour: 'Colour',
  method: 'Method',
  order: 'Order',
  subject: 'Subject',
  dragging: 'Dragging',
  moves: 'Moves',
  selects: 'Selects',
  colours: 'Colours',
  axis: (n: number) => `Axis ${n}`,
};

export const embeddingPanel = {
  plotDescription: (title: string, count: number) =>
    `${title}: ${plural(count, 'image')}. Arrow keys go from image to image, plus and minus zoom, Shift with arrows moves, 0 shows all, Space selects. Dragging with Shift draws a lasso.`,
  iterationsAtMost: 'iterations at most',
  progressOf: (title: string) => `Progress of ${title}`,
  readingTheImages: 'Reading the images',
  waitsForItsTurn: 'Waits for its turn.',
  cancelled: 'Cancelled.',
  noise: (noise: number) => `noise σ = ${noise}`,
  withoutNoise: 'without noise',
  posteriorMean: 'posterior mean',
  horizontalAxis: (x: number, kind: string) => `Axis ${x} (${kind})`,
  verticalAxis: (y: number, kind: string) => `Axis ${y} (${kind})`,
  imagesQ: (count: number, latent: string) => `${plural(count, 'image')}, q = ${latent}`,
  iterations: (iterations: number) => plural(iterations, 'iteration'),
  notConverged: ', not converged',
  trustworthinessAllAxesNeighbours: (trustworthiness: string, neighbours: number) =>
    `trustworthiness ${trustworthiness} (all axes, ${plural(neighbours, 'neighbour')})`,
  copyCoordinates: 'Copy coordinates',
  coordinates: 'Coordinates',
  figure: 'Figure …',
  copiedTheCoordinates: 'Copied the coordinates',
  copyFailed: 'Could not copy; save them as CSV',
};

export const imageLine = {
  image: 'Image',
  of: (position: number, count: number) => `${integer(position)} of ${integer(count)}`,
  subject: 'Subject',
  file: 'File',
  openTheDataset: 'Open the dataset',
  selectedImage: 'Selected image',
};

export const selectionStrip = {
  imagesSelected: (count: number) => `${plural(count, 'image')} selected`,
  subjects: (subjects: number) => plural(subjects, 'subject'),
  copyTheList: 'Copy the list',
  saveCsv: 'Save CSV',
  enlargeImage: (file: string | null | undefined, position: number) => `Enlarge ${file ?? `image ${position}`}`,
  showMoreLeft: (count: number) => `Show more, ${count} left`,
  selection: 'Selection',
  copiedTheListOfImages: (count: number) => `Copied the list of ${plural(count, 'image')}`,
  copyFailed: 'Could not copy; save the list as CSV',
  fileName: (name: string) => `${name} selection`,
};
