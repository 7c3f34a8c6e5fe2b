/** The words in figures and the dialog that saves them, by component. */

export const heatMap = {
  description: (description: string, spoken: string, isBest: boolean) =>
    `${description}. ${spoken}${isBest ? ', the best' : ''}. Arrow keys move between the shapes.`,
  best: ' – the best, outlined',
  noResult: (row: number, column: number) => `(${row}, ${column}): no result`,
};

export const saveFigure = {
  saveFigure: 'Save figure',
};

export const figureDialog = {
  format: 'Format',
  width: 'Width',
  widthInMm: 'Width in mm',
  sizeOfTheText: 'Size of the text in points',
  letters: 'Letters',
  namesOfTheLines: 'Names of the lines',
  axisFrom: 'Axis from',
  axisFromPlaceholder: 'auto',
  to: 'to',
  ground: 'Ground',
  whatTheFigure: 'the figure',
  theFigureAsIt: 'The figure as it is saved',
  previewAtTheSize: 'Preview at the size of print',
  lettersOfDocument: '; the letters will be those of the document',
  saveFile: 'Save file',
  saveFigure: 'Save figure',
  light: 'Light',
  dark: 'Dark',
  inMm: 'In mm',
  saved: (name: string) => `Saved ${name}`,
};

export const scatterPlot = {
  scatterPlot: 'scatter plot',
};
