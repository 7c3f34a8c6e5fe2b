/** Words of this room, by component. */

export const inspectPanel = {
  openTheModel: 'Open the model',
  nothingFinished: 'No repeat of this cell has finished yet.',
  mistakes: 'Mistakes',
  hardestFaces: 'Hardest faces',
  confusions: 'Confusions',
  shown: 'Shown',
  headline: (label: string, rate: string) => `${label} misclassifies ${rate} of the test images`,
  pairsHeadline: (label: string, rate: string) => `${label} decides ${rate} of the pairs wrongly.`,
  equalErrorsHeadline: (label: string, rate: string) =>
    `${label} decides ${rate} of the pairs wrongly at equal errors.`,
  mostOften: (subject: string, count: number, tests: number) =>
    `; subject ${subject} most often, ${count} of ${tests} times`,
  whatTheMistakes: 'the mistakes',
  under: 'Compare with',
};
