/** The words on Home, by component. */
import { plural } from '../words/format.ts';

export const homeView = {
  tryTheDemo: 'Try the demo',
  runningNow: 'Running now',
  importOf: (name: string) => `Import of ${name}`,
  images: 'images',
  import: 'Import',
  cells: 'cells',
  recentStudies: 'Recent studies',
  allStudies: 'All studies',
  whatStudies: 'studies',
  allArchived: 'All studies are archived.',
  noStudyYet: 'No study yet. Studies appear here with their best method and its error.',
  datasets: 'Datasets',
  allDatasets: 'All datasets',
};

export const datasetCard = {
  images: (count: number) => plural(count, 'image'),
  subjects: (subjects: number) => plural(subjects, 'subject'),
};

export const firstSteps = {
  title: 'Compare subspace methods on faces',
  whatItDoes:
    'Eigenbench draws the splits, fits every latent dimension, classifies by nearest neighbour and writes the table of error rates with its significance tests. Everything stays on this machine.',
  datasets: (datasets: number) => plural(datasets, 'dataset'),
  step1: 'Step 1',
  importFaces: 'Import faces',
  importFacesText:
    'Folders in the layout of ORL or Yale, or one per subject; MATLAB files with fea and gnd; IDX files.',
  step2: 'Step 2',
  setUpAStudy: 'Set up a study',
  setUpAStudyText: 'Methods, latent dimensions, training images per subject, repeats.',
  orFirst: 'Or first',
  lookAround: 'Look around',
  lookAroundText: 'Synthetic faces, and a study that compares most methods on them.',
  tryTheDemo: 'Try the demo',
  steps: 'Steps',
  dropHint: 'Or drop a folder of images anywhere on this window.',
  readTheManual: 'Read “A first study, step by step”',
};

export const firstResult = {
  picture: 'Error rate against the latent dimension: three methods on the ORL faces',
  dimension: 'Latent dimension q',
  error: 'Error rate (%)',
  caption: 'What a study gives: here three methods on the ORL faces, with 4 training images per subject.',
};
