/** The words on the page of a study, by component. */
import { duration, integer, plural } from '../words/format.ts';

export const studyView = {
  allStudies: 'All studies',
  whatTheTable: 'the table',
  whatTheStudy: 'the study',
  addResultsFromElsewhere: 'Import results',
  addToThisStudy: 'Add to this study',
  publishedNumbers: 'Published numbers',
  panel: (title: string) => `Panel: ${title}`,
  measure: (title: string) => `Measure: ${title}`,
};

export const resultPanels = {
  results: 'Results',
  whatTheCurves: 'the curves',
};

export const ranksPanel = {
  shapesChosen: 'Shapes chosen',
  overStudies: 'Rank over several studies',
};

export const splitParts = {
  roles: { train: 'Training', gallery: 'Gallery', test: 'Test' },
  unused: 'left out',
};

export const splitsPanel = {
  condition: 'Condition',
  repeat: 'Repeat',
  images: 'Images',
  note: (gallery: boolean) =>
    `${gallery ? 'Test images are compared with the gallery. ' : ''}Images are shown as imported.`,
  selected: 'Selected',
  none: 'none',
  sha256OfTheSplit: 'SHA-256 of the split',
  whatTheSplit: 'the split',
  all: 'All',
  imagesOfSubjects: (images: number, roleTitle: string, subjects: number) =>
    `${plural(images, `${roleTitle} image`)} of ${plural(subjects, 'subject')}`,
  leftOut: (left: number) => `${plural(left, 'image')} of the dataset left out`,
  image: (index: number) => `image ${index}`,
  more: (more: number) => `${integer(more)} more`,
  trainingOrGallery: 'training or gallery',
  trainingOnly: 'training',
  duplicatesAcross: (count: number, places: string, named: string) =>
    `${plural(count, 'test image')} with an identical or nearly identical image in ${places}: ${named}.`,
};

export const overviewPanel = {
  colours: 'Colours',
  perCondition: 'Per condition',
  oneScale: 'One scale',
  shapesChosen: 'Shapes chosen',
  method: 'Method',
  meanRank: 'Mean rank',
};

export const studyHead = {
  dataset: (name: string) => `Dataset ${name}`,
  seed: (seed: number) => `seed ${seed}`,
  ofComputing: (seconds: number) => `${duration(seconds)} of computing`,
  aboutThisStudy: 'About this study',
};
