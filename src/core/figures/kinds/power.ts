import { z } from 'zod';
import { field } from '../../field.ts';
import { condition, measure, selection, twoLabels } from '../fields.ts';
import { declareCharts } from '../figure.ts';
import { powerChart } from '../charts/powerChart.ts';
import { FigureRefusal, figureContext } from '../figureSource.ts';

export const power = declareCharts({
  kind: 'power',
  title: 'Power',
  help: 'How likely two methods are found to differ, against their true difference, by formula and simulation.',
  icon: 'M2 1V15H23M3 14C13 14 10 3 22 3M4 6H6M9 6H11',
  studies: 'one',
  fields: {
    condition,
    measure,
    labels: twoLabels,
    selection,
    alpha: field(z.number().gt(0).lt(0.5).optional(), {
      title: 'α',
      help: 'significance level (default: that of the study)',
    }),
    wanted: field(z.number().gt(0).lt(1).default(0.8), {
      flag: 'power',
      title: 'Power',
      help: 'power that is wanted (default: 0.8)',
    }),
  },
  read(figure, source) {
    const { table, condition } = figureContext(source, figure);
    const { labels, selection, alpha, wanted } = figure;
    const [first, second] = labels;
    const pair = { first, second, condition: condition.key, measure: table.measure.id, selection };
    const [{ title, report }] = source.compare({ ...pair, alpha });
    const subject = { first, second, where: `${title}, ${table.dataset}`, measure: table.measure, wanted };
    const chart = powerChart(report.samples.differences, report, subject);
    if (chart) return [chart];
    throw new FigureRefusal(
      `${first} and ${second} have fewer than two common repeats, or differ by the same in all of them.`,
    );
  },
});
