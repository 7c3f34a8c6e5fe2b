/** Words of this room, by component. */
import { plural, shapeText } from '../../words/format.ts';

export const inspectPanel = {
  openTheModel: 'Open the model',
  nothingFinished: 'No repeat of this cell has finished yet.',
  mistakes: 'Mistakes',
  whatTheMistakes: 'the mistakes',
  under: 'Compare with',
  mostFrequentConfusions: 'Most frequent confusions',
};

export const wrongPairsPanel = {
  whatThePairs: 'the pairs',
  faceOf: (name: string, value: string) => `${name}, ${value}`,
};

export const confusedPairs = {
  noSubjectIsMisclassified: 'No subject is misclassified.',
  summary: (repeats: number, shape: readonly number[], count: number) =>
    `Over ${plural(repeats, 'repeat')} at ${shapeText(shape)}; ${plural(count, 'pair')} of subjects in all.`,
  meanFaces: 'Mean faces',
  subject: 'Subject',
  misclassifiedAs: 'Misclassified as',
  times: 'Times',
  ofItsTestImages: 'Of its test images',
  meanFaceOf: (nameOf: string) => `Mean face of ${nameOf}`,
  caption:
    'All errors: the stronger the shade, the larger the share of the true subject’s test images; numbers are counts.',
  tooManySubjects: (MOST_SUBJECTS: number) => `The matrix is drawn for at most ${MOST_SUBJECTS} subjects with errors.`,
};

export const cellMistakes = {
  noMistakes: (tests: number) => `All ${plural(tests, 'test image')} are recognised correctly.`,
  summary: (count: number, tests: number) =>
    `${plural(count, 'mistake')} among ${plural(tests, 'test image')}: the test image → the nearest image of the gallery → the first image of its own subject in the gallery. Images are shown as imported.`,
  misclassifiedAs: 'misclassified as',
  testImageOf: (truth: string) => `Test image of ${truth}`,
  matchedWithThisImageOf: (predicted: string) => `Matched with this image of ${predicted}`,
  anImageOf: (truth: string) => `An image of ${truth}`,
  why: 'Why?',
  whyOf: (truth: string, image: number) => `Why is image ${image} of ${truth} misclassified?`,
};

export const faceCases = {
  showMoreLeft: (count: number) => `Show more, ${count} left`,
};
