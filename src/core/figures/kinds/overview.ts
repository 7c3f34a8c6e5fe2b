import { choice } from '../../field.ts';
import { measure, selection } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { overview as overviewOf } from '../charts/overview.ts';
import { drawOverview } from '../painters/overview.ts';
import { figureContext } from '../figureSource.ts';

const shading = choice(
  [
    { value: 'condition', title: 'Per condition' },
    { value: 'all', title: 'One scale' },
  ],
  { title: 'Colours', help: 'a scale of colours per condition, or one for all' },
);

export const overview = declareFigure({
  kind: 'overview',
  title: 'Overview',
  help: 'All methods in all conditions, coloured, with mean ranks.',
  icon: 'M2 3H7M2 8H5M2 13H6M10 3H13M10 8H15M10 13H14M18 3H22M18 8H20M18 13H22',
  studies: 'one',
  fields: { measure, selection, shading },
  read(figure, source) {
    const { table, appearances } = figureContext(source, figure);
    return { overview: overviewOf(table, figure), appearances };
  },
  draw: ({ overview: data, appearances }, { theme, sheet }) => drawOverview(data, appearances, theme, sheet),
});
