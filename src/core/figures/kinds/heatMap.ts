import { condition, label, measure, colourRange } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { heatMap as mapOf } from '../charts/heatMap.ts';
import { drawHeatMap } from '../painters/heatMap.ts';
import { FigureRefusal, figureContext } from '../figureSource.ts';

export const heatMap = declareFigure({
  kind: 'heat-map',
  title: 'Grid',
  help: 'Error rates of one bilinear method over both of its latent dimensions.',
  icon: 'M3 1H21V15H3V1M9 1V15M15 1V15M3 6H21M3 10.5H21M17 2.5L19 4.5M19 2.5L17 4.5',
  studies: 'one',
  fields: { label, condition, measure, range: colourRange },
  read(figure, source) {
    const { table, curves, condition } = figureContext(source, figure);
    const curve = curves().find((one) => one.label === figure.label && one.condition === condition.key);
    if (curve?.latentNames.length === 2) return mapOf(table, curve, figure.range);
    throw new FigureRefusal(
      `"${figure.label}" has no results over two latent dimensions in this condition.`,
      'figure.label',
    );
  },
  draw: (map, { theme, sheet }) => drawHeatMap(map, theme, sheet),
});
