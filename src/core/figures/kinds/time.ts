import { condition, labels, measure, selection } from '../fields.ts';
import { declareCharts } from '../figure.ts';
import { shownOf } from '../source.ts';
import { timeChart } from '../charts/timeChart.ts';

export const time = declareCharts({
  kind: 'time',
  title: 'Against computing time',
  help: 'A measure against computing time, with the front of the methods that no other beats in both.',
  studies: 'one',
  fields: { condition, measure, labels, selection },
  read(figure, source) {
    const { table, condition, appearances } = shownOf(source, figure);
    const times = source.times(condition.key, figure.selection);
    return [timeChart(table, times, { ...figure, condition: condition.key }, appearances)];
  },
});
