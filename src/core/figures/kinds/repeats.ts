import { condition, labels, measure, selection } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { drawRepeatStrips } from '../painters/repeatStrips.ts';
import { repeatStrips } from '../charts/repeatStrips.ts';
import { figureContext } from '../figureSource.ts';

export const repeats = declareFigure({
  kind: 'repeats',
  title: 'Repeats',
  help: 'The values of every repeat, a strip per method; two methods are joined repeat by repeat.',
  icon: 'M3 2V5M6 2V5M8 2V5M9.5 2V5M13 2V5M8 6.5V9.5M11 6.5V9.5M12.5 6.5V9.5M14 6.5V9.5M18 6.5V9.5M11 11V14M15 11V14M16.5 11V14M19 11V14M21 11V14',
  studies: 'one',
  fields: { condition, measure, labels, selection },
  read(figure, source) {
    const { table, condition, appearances } = figureContext(source, figure);
    return repeatStrips(table, { ...figure, condition: condition.key }, appearances);
  },
  draw: (strips, { theme, sheet }) => drawRepeatStrips(strips, theme, true, sheet),
});
