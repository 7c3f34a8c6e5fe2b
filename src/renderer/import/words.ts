/** The words on the page that imports a dataset, by component. */
import { duration, integer, plural } from '../words/format.ts';

export const importView = {
  cancelImport: 'Cancel import',
  importing: 'Importing',
  cancelled: (name: string) => `The import of ${name} was cancelled.`,
  importAnother: 'Import another',
  preview: 'Preview',
  chooseTitle: 'Choose a folder or a file',
  whatCanBeImported: 'What can be imported',
  kinds: [
    { what: 'One folder per subject', how: 'Each folder is a subject, each image in it one of theirs.' },
    { what: 'Known databases', how: 'ORL, Yale, Extended Yale B, AR, XM2VTS, FERET and LFW, as they are distributed.' },
    { what: 'Images with any names', how: 'A pattern says which part of a name is the subject.' },
    { what: 'Arrays in a file', how: 'MATLAB, NumPy, IDX and CSV, with or without subjects.' },
  ],
  originals: 'A preview follows. The originals are not changed.',
  chooseAFolder: 'Choose a folder',
  chooseAFile: 'Choose a file',
  whatFolders: 'folders',
  busy: 'An import is running. Drop it again when that has finished.',
};

export const foundNote = {
  marked: (marked: number, images: number) => `Faces: eyes marked in ${plural(marked, 'image')} of ${integer(images)}.`,
  checkThem: 'Check the faces',
};

export const importForm = {
  whatTheFolder: 'the folder',
  name: 'Name',
  duplicates: 'Duplicates',
  findFaces: 'Find faces',
  findFacesHelp: 'Marks the eyes of the largest face in each image, for alignment. The audit lists doubtful images.',
  preprocessing: 'Preprocessing',
  alsoPreprocess: 'Also make a preprocessed dataset; the imported images are kept as they are',
  importImages: (images: number) => `Import ${integer(images)} images`,
  chooseAnother: 'Choose another',
  readingTheNames: 'Reading the file names',
  layout: 'Layout',
  images: 'Images',
  subjects: 'Subjects',
  rowsColumns: 'Rows × columns',
  unknownUntilRead: 'unknown until read',
  duplicatesKeep: 'Keep them; the audit shows them',
  duplicatesIdentical: 'Leave out identical images',
  duplicatesNear: 'Leave out near-duplicates too',
  duplicatesRecropped: 'Leave out pictures cropped twice too',
  preprocessedName: (name: string) => `${name} preprocessed`,
};

export const arrayFields = {
  arrays: 'Arrays',
  images: 'Images',
  imagesHelp: 'The array that holds the images, one per row or column.',
  subjects: 'Subjects',
  subjectsHelp: 'The array, or column of a table, that holds the subject of each image.',
  imageSize: 'Rows × columns of an image',
  imageSizePlaceholder: 'recognised',
  imageSizeHelp: 'Needed if the number of pixels does not determine it.',
  pixelsAreStacked: 'Pixels are stacked',
  missing: 'Missing values (?) of an ARFF table',
  refused: 'Refuse the file',
  leaveOutRows: 'Leave out their rows',
  leaveOutAttributes: 'Leave out their attributes',
  recognised: 'Recognised',
  isText: ', text',
  none: 'None',
  asUsualForThisFile: 'As usual for this format',
  alongTheRows: 'Along the rows',
  downTheColumnsMatlab: 'Down the columns (MATLAB)',
};

export const namingFields = {
  ambiguous: (count: number) => `The names can be read in ${count} ways. Choose what they mean.`,
  subjects: (subjects: number) => plural(subjects, 'subject', 'subjects'),
  layout: 'Layout',
  patternPlaceholder: '(?<subject>[^/]+)/(?<shot>\\d+)\\.png$',
  patternHelpStart: 'A regular expression on the path: the group',
  patternHelpGroup: '(?<subject>…)',
  patternHelpEnd: 'is the subject, every other named group (session, condition, shot …) an attribute.',
  pattern: 'Pattern',
  recogniseTheNamesAgain: 'Recognise the names again',
  subset: 'Subset',
  minimumImagesPerSubject: 'Minimum images per subject',
  minimumImagesPerSubjectPlaceholder: 'any',
  followLinks: 'Follow links that lead out of the folder',
  whatTheFirstNamesSay: 'How the first file names are read',
  file: 'File',
  subjectColumn: 'subject',
  firstNames: 'First names',
  leftOut: (count: number) => `${plural(count, 'image file does', 'image files do')} not match and would be left out`,
  andMore: (count: number) => `and ${integer(count)} more`,
  allMatch: 'Every image file matches.',
  names: 'Names',
  summaryNone: 'no name could be read',
  summaryAllMatch: 'every image file matches',
  summaryLeftOut: (count: number) => `${plural(count, 'image file does', 'image files do')} not match`,
  allImages: 'All images',
  recognised: 'Recognised',
};

export const patternChoices = {
  choosePattern: 'Choose what in the path names the subject; the faces show whether it is right.',
  subjects: (subjects: number) => plural(subjects, 'subject'),
  images: (images: number) => plural(images, 'image'),
  suggestedPatterns: 'Suggested patterns',
};

export const rawFields = {
  rawSamples: 'The files hold raw samples',
  rowsColumns: 'Rows × columns',
  headerBytes: 'Header, bytes',
  channels: 'Channels',
  grey: 'Grey',
  order: 'Order',
  interleaved: 'Interleaved',
  planar: 'Planar',
  bitsASample: 'Bits per sample',
};

export const shapeChoices = {
  chooseShape: 'Choose the shape that shows upright faces. The smoothest pictures come first.',
  imageAs: (n: number, imageSize: string) => `Image ${n} as ${imageSize}`,
  stackedBy: (imageSize: string, pixelOrder: string) => `${imageSize}, stacked by ${pixelOrder}`,
  possibleShapes: 'Possible shapes',
};

export const subjectsPreview = {
  loadingFaces: 'Loading faces',
  images: (count: number) => plural(count, 'image'),
  subjectsAndImages: 'Subjects and images',
  imagesBySubject: 'Images by subject',
  allAlone: 'Every image is a subject of its own.',
  onlyOne: 'All images belong to one subject.',
};

export const sizeFields = {
  pixels: 'Pixels',
  sizes: 'Size of the images',
  own: 'As in the files',
  stretch: 'Reduced to one size',
  pad: 'On one canvas',
  canvas: 'Canvas, rows × columns',
  asNeeded: 'as large as needed',
  rowsColumns: 'Rows × columns',
  filter: 'Filter',
  greyValues: 'Grey values',
  asComputed: 'As computed',
  rounded: 'Rounded',
  enlargeSmallerImages: 'Enlarge smaller images',
  sizeHelp: {
    own: 'The images keep their size, which must be the same for all. Later preprocessing starts from the images kept here, without another import.',
    stretch: 'Every image gets these rows and columns. Later preprocessing starts from the images kept here.',
    pad: 'For photographs of different sizes: each keeps its proportions and has black around it, at most 1024 pixels a side. Faces are found and aligned on the canvas.',
  },
  coloursToGrey: 'Colours to grey',
  dropColours: 'Discard colours (they take three times the space of grey values)',
};

export const importProgress = {
  import: 'Import',
  lookingThroughTheFiles: 'Scanning the files',
  cancelHelp: 'Cancelling leaves nothing behind. The import continues while you visit other pages.',
};

export const importReport = {
  made: 'Made',
  imported: 'Imported',
  summary: (count: number, subjects: number, rows: number, cols: number, seconds: number) =>
    `${plural(count, 'image')} of ${plural(subjects, 'subject')}, ${rows} × ${cols}, in ${duration(seconds)}.`,
  newStudyOn: (name: string) => `New study on ${name}`,
  lookAtTheImages: 'View the images',
  audit: 'Audit',
};
