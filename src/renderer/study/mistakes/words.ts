/** Words of this room, by component. */

export const inspectPanel = {
  openTheModel: 'Open the model',
  nothingFinished: 'No repeat of this cell has finished yet.',
  mistakes: 'Mistakes',
  whatTheMistakes: 'the mistakes',
  under: 'Compare with',
  mostFrequentConfusions: 'Most frequent confusions',
};
