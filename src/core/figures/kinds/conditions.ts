import { z } from 'zod';
import { field } from '../../field.ts';
import { conditionCharts } from '../charts/conditionCharts.ts';
import { condition, facets, labels, measure, axisRange, selection, spread } from '../fields.ts';
import { declareCharts } from '../figure.ts';
import { FigureRefusal, figureContext, type FigureSource } from '../figureSource.ts';
import { conditionAxes, type ConditionAxis } from '../../study/spec/conditionAxes.ts';

export const conditions = declareCharts({
  kind: 'conditions',
  title: 'Conditions',
  help: 'A measure against a number of the conditions: training images, noise, occlusion.',
  icon: 'M2 1V15H23M6 4L12 8L18 10M6 2V6M12 6V10M18 8V12',
  studies: 'one',
  fields: {
    axis: field(z.string().optional(), {
      title: 'Axis',
      help: 'training, gaussian-noise@test, … (default: the first)',
      // Pages have one entry for each of them.
      offered: () => false,
    }),
    /** A condition on the line that is drawn. */
    condition,
    facets: facets('a chart per setting of everything else'),
    measure,
    labels,
    selection,
    range: axisRange,
    spread,
  },
  read(figure, source) {
    const { table, condition, appearances } = figureContext(source, figure);
    const axis = axisOf(source, figure.axis);
    return conditionCharts(table, axis, { ...figure, condition: condition.key }, appearances);
  },
});

function axisOf({ studies: [{ spec }] }: FigureSource, wanted: string | undefined): ConditionAxis {
  const axes = conditionAxes(spec);
  const axis = wanted === undefined ? axes[0] : axes.find(({ id }) => id === wanted);
  if (axis) return axis;
  const message =
    axes.length === 0
      ? `The conditions of "${spec.name}" do not differ in a number: there is no axis.`
      : `There is no axis "${wanted}"; the axes are ${axes.map(({ id }) => `"${id}"`).join(', ')}.`;
  throw new FigureRefusal(message, 'figure.axis');
}
