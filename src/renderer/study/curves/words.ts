/** Words of this room, by component. */
import { plural } from '../../words/format.ts';

export const chartPanel = {
  condition: 'Condition',
  at: 'At',
  options: 'Options',
  shapesChosen: 'Shapes chosen',
  methodsShown: (count: number, legendCount: number, hiddenByReader: boolean) =>
    `${count} of ${plural(legendCount, 'method')}${hiddenByReader ? ': the best, the reference and what is selected' : ''}`,
  showAll: 'Show all',
  largeMarkers: 'Large markers: the shape of the table',
  validatedMarkers: '; ◇: the shape chosen most often inside the training images',
  clickHides: '. A click hides or shows a method.',
  allSideBySide: 'All side by side',
  description: (name: string, title: string, best: string) => `Mean ${name} against ${title}. Best: ${best}`,
};

export const chartPanels = {
  against: 'against',
};

export const smallChart = {
  enlarge: (title: string) => `Enlarge ${title}`,
};

export const figureThumbnails = {
  figure: 'Figure',
};

export const curveLegend = {
  findMethods: 'Find methods',
  those: 'Those',
  all: 'All',
  best5: 'Best 5',
  none: 'None',
  methodsShown: 'Methods shown',
  show: 'Show',
  hide: 'Hide',
  noMethodOfThisName: 'No method of this name.',
};

export const engineFigure = {
  whatTheFigure: 'the figure',
};

export const characteristicFigure = {
  noCurveIsShown: 'No curve is shown.',
  whatTheFigure: 'the figure',
};

export const timeFigure = {
  whatTheFigure: 'the figure',
};
