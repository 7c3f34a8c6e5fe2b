import { condition, labels, measure, selection } from '../fields.ts';
import { declareCharts } from '../figure.ts';
import { figureContext } from '../figureSource.ts';
import { timeChart } from '../charts/timeChart.ts';

export const time = declareCharts({
  kind: 'time',
  title: 'Against computing time',
  help: 'A measure against computing time, with the front of the methods that no other beats in both.',
  icon: 'M2 1V15H23M5 3C6 9 9 12 22 12.5M17 1.5C19.5 1.5 21.5 3.5 21.5 6C21.5 8.5 19.5 10.5 17 10.5C14.5 10.5 12.5 8.5 12.5 6C12.5 3.5 14.5 1.5 17 1.5M17 4V6H19',
  studies: 'one',
  fields: { condition, measure, labels, selection },
  read(figure, source) {
    const { table, condition, appearances } = figureContext(source, figure);
    const times = source.times(condition.key, figure.selection);
    return [timeChart(table, times, { ...figure, condition: condition.key }, appearances)];
  },
});
