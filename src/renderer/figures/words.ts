export const saveFigure = {
  saveFigure: 'Save figure',
};

export const figureDialog = {
  format: 'Format',
  width: 'Width',
  widthInMm: 'Width in mm',
  axisFrom: 'Axis from',
  axisFromPlaceholder: 'auto',
  to: 'to',
  background: 'Background',
  whatTheFigure: 'the figure',
  dragItOut: 'Drag the figure into a folder to save it as SVG',
  theFigureAsIt: 'The figure as saved',
  previewAtTheSize: 'Preview at print size',
  lettersOfDocument: '; the typeface will be that of the document',
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
