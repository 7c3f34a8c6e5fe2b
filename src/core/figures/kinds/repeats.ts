import { condition, labels, measure, selection } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { drawRepeatStrips } from '../painters/repeatStrips.ts';
import { repeatStrips } from '../charts/repeatStrips.ts';
import { shownOf } from '../source.ts';

export const repeats = declareFigure({
  kind: 'repeats',
  title: 'Repeats',
  help: 'The values of every repeat, a strip per method; two methods are joined repeat by repeat.',
  studies: 'one',
  fields: { condition, measure, labels, selection },
  read(figure, source) {
    const { table, condition, appearances } = shownOf(source, figure);
    return repeatStrips(table, { ...figure, condition: condition.key }, appearances);
  },
  draw: (strips, { theme, sheet }) => drawRepeatStrips(strips, theme, true, sheet),
});
