/** The words on the pages of datasets, by component. */
import { integer, plural } from '../words/format.ts';

export const datasetsView = {
  whatDatasets: 'datasets',
  whatADatasetIs:
    'A dataset is a set of images of one size, each labelled with its subject. Import a folder of faces: the file names of ORL, Yale, Extended Yale B, AR, XM2VTS, FERET and LFW are recognised, as is one folder per subject; any other naming is read with a pattern. MATLAB, NumPy, IDX and CSV files can be imported too.',
  noDatasetYet: 'No dataset yet',
  searchDatasets: 'Search datasets',
  datasets: 'Datasets',
  imagesExcluded: (excluded: number) => `${plural(excluded, 'image')} excluded`,
  filesLeftOut: (count: number) => `${plural(count, 'file')} left out`,
  noneWith: (search: string) => `No dataset matches “${search}”.`,
  noneWithTheseMarks: 'No dataset matches all of these filters.',
};

export const datasetView = {
  embed: 'Embed',
  preprocess: 'Preprocess',
  whatTheDataset: 'the dataset',
  show: 'Show',
  excludeThisImage: 'Exclude this image',
  images: 'Images',
  audit: 'Audit',
  allDatasets: 'All datasets',
  eigenfacesAndMeans: 'Eigenfaces and means',
  attached: 'Attached',
  renameThisDataset: 'Rename this dataset',
  preprocessThisDataset: 'Preprocess this dataset',
  newStudyOfThisDataset: 'New study of this dataset',
  export: (title: string, hint: string) => `Export: ${title} (${hint})`,
  panel: (title: string) => `Panel: ${title}`,
  deleteThisDataset: 'Delete this dataset',
};

export const attachmentsPanel = {
  attachedVectors: 'Attached vectors',
  whatTheyAre:
    'Vectors of every image, such as the embeddings of a network. In a study they replace the pixels: choose the feature step',
  whatTheyAreEnd: 'and their name.',
  whatTheAttachedVectors: 'the attached vectors',
  nothingIsAttachedTo: (name: string) => `Nothing is attached to ${name}.`,
  name: 'Name',
  numbersPerImage: 'Numbers per image',
  file: 'File',
  sha256: 'SHA-256',
  added: 'Added',
  actions: 'Actions',
  ofOtherImages: 'computed for other images than the dataset has now',
  detach: 'Detach',
  listOfAttachedVectors: 'List of attached vectors',
  fileNpyNpzCsv: 'File (.npy, .npz, .csv)',
  namePlaceholder: 'arcface',
  replace: 'Replace vectors of this name',
  attach: 'Attach',
  addVectors: 'Add vectors',
  deepFeatures: 'Deep features…',
  whatDeepFeaturesAre:
    'Computed here, by the built-in network or an ONNX file. Or attach what another program computed:',
  attachedDeep: (name: string, count: number) => `Attached ${name}: ${count} numbers per image`,
  attachedVectorsOf: (name: string, count: number, joinedBy: string) =>
    `Attached ${name}: ${count} numbers per image, joined by ${joinedBy}`,
  detached: (which: string) => `Detached ${which}`,
};

export const auditPanel = {
  defects: 'Defects',
  auditAgain: 'Audit again',
  searching: (found: boolean, count: number) =>
    `Searching ${plural(count, 'image')} for ${found ? 'duplicates' : 'defects'}. The page stays usable.`,
  audit: 'Audit',
  search: 'Search',
  searchCancelled: 'The search for near-duplicates was cancelled.',
  auditCancelled: 'The audit was cancelled.',
  nearDuplicatesOnDemand: 'Among this many images, near-duplicates are searched for on demand only.',
  searchNearDuplicates: 'Search for near-duplicates',
  clean: 'No duplicates, no constant or truncated images, equal numbers of images.',
  notes: 'Notes',
  excludedCount: (count: number) => plural(count, 'excluded image'),
  restoreAll: 'Restore all',
  subject: (subject: string) => `subject ${subject}`,
  restore: 'Restore',
  restoreImage: (file: string) => `Restore ${file}`,
  excludedImages: 'Excluded images',
};

export const auditFindings = {
  noThumbnails: (message: string) => `The thumbnails could not be read: ${message}`,
};

export const findingImages = {
  excludeAllButFirst: (count: number) => `Exclude all but the first of each (${integer(count)})`,
  excludeImages: (count: number) => `Exclude ${plural(count, 'image')}`,
  imageOf: (file: string, subject: string) => `${file}, subject ${subject}`,
  exclude: 'Exclude',
  excludeImage: (file: string) => `Exclude ${file}`,
  showMore: (count: number) => `Show more (${integer(count)})`,
};

export const datasetFacts = {
  facts: 'Facts',
  images: 'Images',
  subjects: 'Subjects',
  perSubject: 'Per subject',
  size: 'Size',
  rowsColumns: (rows: number, cols: number) => `${rows} rows × ${cols} columns`,
  pixels: 'Pixels',
  excluded: 'Excluded',
  excludedImages: (excluded: number) => plural(excluded, 'image'),
  colours: 'Colours',
  keptGreyValuesAreDerived: 'kept, grey values are derived',
  greyValuesOnly: 'grey values only',
  layout: 'Layout',
  imported: 'Imported',
  madeFrom: 'Made from',
  steps: 'Steps',
  source: 'Source',
  sha256: 'SHA-256',
  copySha256: 'Copy SHA-256',
  sha256Copied: 'SHA-256 copied',
  noClipboard: 'The clipboard is not available.',
};

export const imageDetails = {
  subject: 'Subject',
  file: 'File',
  selectedImage: 'Selected image',
};

export const imagesPanel = {
  noneMatches: 'No image has this subject and these attributes.',
  showAll: 'Show all',
  noImage: 'No image',
};

export const filterBar = {
  subject: 'Subject',
  subjectPlaceholder: 'any',
  showAll: 'Show all',
  filter: 'Filter',
  imagesOfSubjects: (images: number, count: number) => `${plural(images, 'image')} of ${plural(count, 'subject')}`,
};

export const meansPanel = {
  meanFaces: 'Mean faces',
  computeAgain: 'Compute again',
  whatTheMeanFaces: 'the mean faces',
  meanOfAllImagesOf: (name: string) => `Mean of all images of ${name}`,
  allImages: 'all images',
  meanOfSubject: (name: string) => `Mean of subject ${name}`,
  showMore: (subjects: number) => `Show more (${integer(subjects)})`,
  meansOfTheSubjects: 'Means of the subjects',
};

export const eigenfacesPanel = {
  eigenfaces: 'Eigenfaces',
  computeAgain: 'Compute again',
  whatTheEigenfaces: 'the eigenfaces',
  title: (dataset: string) => `Mean face and steps along the first components, ${dataset}`,
  component: (number: number, share: number) => `${number}, ${(100 * share).toFixed(1)} %`,
  step: (deviations: number) => {
    const sign = deviations < 0 ? '−' : '+';
    return deviations === 0 ? 'Mean' : `${sign} ${Math.abs(deviations)} s`;
  },
  note: 'Rows: principal components with their share of the variance. Columns: standard deviations along the component.',
  noComponents: 'All images are equal: there are no components.',
};

export const spectrumPanel = {
  eigenvalues: 'Eigenvalues',
  show: 'Show',
  axes: 'Axes',
  computeAgain: 'Compute again',
  whatTheEigenvalues: 'the eigenvalues',
  ofTheVariance: (share: number) => `${share} % of the variance`,
  moreThanAreListed: 'more than are listed',
  components: (components: number) => plural(components, 'component'),
  ofImagesEvenlySpaced: (images: number) => `Of ${plural(images, 'image')}, evenly spaced among all.`,
  cumulativeVariance: 'Cumulative variance',
  linear: 'Linear',
  logarithmic: 'Logarithmic',
};
