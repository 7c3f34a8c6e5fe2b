import { choice, enumOf, field } from '../../field.ts';
import { condition, facets, labels, measure, ofShares, RANGES, SPREADS } from '../fields.ts';
import { conditionCurves, errorCurves } from '../charts/errorCurves.ts';
import { declareCharts, type FigureSubject } from '../figure.ts';
import { figureContext } from '../figureSource.ts';

const SPREADS_OF_CURVES = [...SPREADS, { value: 'best', title: 'Band of the best' }] as const;

export const curves = declareCharts({
  kind: 'curves',
  title: 'Curves',
  help: 'A measure against the latent dimension, with bands of one standard deviation.',
  icon: 'M2 1V15H23M5 2C7 9 12 10 22 10.5M5 6C8 12 14 12.5 22 12.5',
  studies: 'one',
  fields: {
    condition,
    facets: facets('a chart per condition'),
    measure,
    labels,
    axis: choice(
      [
        { value: 'latent', title: 'Latent dimension' },
        { value: 'codes', title: 'Numbers per code' },
      ],
      { title: 'Against', help: 'the latent dimension, or the numbers per code' },
    ),
    scale: choice(
      [
        { value: 'log', title: 'Log' },
        { value: 'linear', title: 'Linear' },
      ],
      { title: 'Scale', help: 'scale of the latent dimension' },
    ),
    range: choice([RANGES.near, RANGES.full], {
      title: 'Axis',
      help: 'near the best values, or all values',
      ...ofShares,
    }),
    shapes: choice(
      [
        { value: 'best', title: 'Best of similar size' },
        { value: 'square', title: 'Square' },
      ],
      {
        title: 'Bilinear',
        help: 'bilinear methods at the best of the shapes of about a size, or at q_c = q_r only',
        offered: ({ bilinear }: FigureSubject) => bilinear,
      },
    ),
    spread: field(enumOf(SPREADS_OF_CURVES).default('band'), {
      title: '± s',
      help: 'how one standard deviation is drawn',
      options: SPREADS_OF_CURVES,
    }),
  },
  read(figure, source) {
    const { table, curves, condition, appearances } = figureContext(source, figure);
    if (figure.facets) return conditionCurves(table, curves(), figure, appearances);
    return [errorCurves(table, curves(), { ...figure, condition: condition.key }, appearances)];
  },
});
