import { confusionMatrix } from '../grids/confusionMatrix.ts';
import { condition, label } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { drawConfusionMatrix } from '../painters/confusionMatrix.ts';
import { FigureRefusal, figureContext } from '../source.ts';

export const confusion = declareFigure({
  kind: 'confusion',
  title: 'Confusions',
  help: 'Which subjects one method misclassifies as which, in one condition at the shape of the table.',
  icon: 'M4 1H20V15H4V1M6.5 3H8M10 6H11.5M13 9.5H14.5M16 12.5H17.5M15.5 4.5H15.5M8 11H8',
  studies: 'one',
  fields: { label, condition },
  read(figure, source) {
    const { table, condition } = figureContext(source, figure);
    const found = source.confusion(figure.label, condition.key);
    const where = `${figure.label}, ${condition.title}, ${table.dataset}`;
    if (found.pairs.length > 0) return confusionMatrix(found, where);
    throw new FigureRefusal(`${figure.label} misclassifies no subject in ${condition.title}.`);
  },
  draw: (matrix, { theme, sheet }) => drawConfusionMatrix(matrix, theme, sheet),
});
