import { confusionMatrix, CONFUSION_STYLE, type ConfusionMatrix } from '../charts/confusionMatrix.ts';
import { condition, label } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { FigureRefusal, figureContext } from '../figureSource.ts';
import { SCREEN, type Sheet } from '../drawingArea.ts';
import { picture, rect, text, type Drawing } from '../drawing/drawing.ts';
import { ground, figureColours, type FigureTheme } from '../painters/theme.ts';
import { textWidth, wrapped } from '../painters/textWidth.ts';

// Draws a confusion matrix: names, outlined diagonal, shaded cells with counts.

const { side: SIDE, font: FONT, countFont: COUNT_FONT } = CONFUSION_STYLE;
const LINE = 16;
/** Maximum and minimum side of a cell on a sheet; smaller cells cannot be told apart. */
const LARGEST = 40;
const LEAST = 3;
/** Minimum side of a cell that shows its count, and minimum distance between names. */
const ROOM = 13;

export function drawConfusionMatrix(
  { title, description, subjects, cells }: ConfusionMatrix,
  theme: FigureTheme,
  sheet = SCREEN,
): Drawing {
  const colours = figureColours(theme);
  const longest = Math.max(0, ...subjects.map((name) => textWidth(name, FONT)));
  const left = longest + 16;
  const side = cellSide(subjects.length, left, sheet);
  const extent = subjects.length * side;
  const width = Math.max(left + extent + 8, sheet.width === null ? 260 : 0);
  const titles = wrapped(title, Math.max(width, sheet.width ?? 0) - 16, FONT);
  const top = 10 + titles.length * LINE + longest + 8;
  const grey = { fill: colours.secondary };
  // If space is short, only every n-th name is shown.
  const every = Math.ceil(ROOM / side);
  const named = subjects.map((name, n) => ({ name, n })).filter(({ n }) => n % every === 0);
  const counted =
    sheet.width === null ||
    (side >= ROOM && Math.max(0, ...cells.map((cell) => textWidth(cell.text, COUNT_FONT))) <= side);
  const body = [
    ...titles.map((words, l) => text(8, 16 + l * LINE, words, { fill: colours.text })),
    ...named.map(({ name, n }) =>
      text(left - 8, top + (n + 0.5) * side + 4, name, { part: 'row name', ...grey, 'text-anchor': 'end' }),
    ),
    ...named.map(({ name, n }) => {
      const [x, y] = [left + (n + 0.5) * side + 4, top - 8];
      return text(x, y, name, { part: 'column name', ...grey, upward: 'about' });
    }),
    ...subjects.map((_, n) =>
      rect({
        part: 'right',
        x: left + n * side + 0.5,
        y: top + n * side + 0.5,
        width: side - 1,
        height: side - 1,
        fill: 'none',
        stroke: colours.secondary,
        'stroke-opacity': 0.5,
      }),
    ),
    ...cells.flatMap(({ row, column, text: count, opacity, dark }) => {
      const [x, y] = [left + column * side, top + row * side];
      const place = { cell: [row, column] as const };
      const shade = { fill: colours.text, 'fill-opacity': opacity };
      const cell = rect({ part: 'cell', ...place, x, y, width: side, height: side, ...shade });
      if (!counted) return [cell];
      const words = text(x + side / 2, y + side / 2 + 4, count, {
        part: 'count',
        fill: dark ? colours.surface : colours.text,
        'text-anchor': 'middle',
        'font-size': COUNT_FONT,
      });
      return [cell, words];
    }),
  ];
  const height = top + extent + 8;
  return picture(width, height, description, [ground(width, height, colours), ...body]);
}

/** Side of a cell; on a sheet the names decide how much space is left. */
function cellSide(count: number, left: number, { width }: Sheet): number {
  return width === null ? SIDE : Math.min(LARGEST, Math.max(LEAST, (width - left - 8) / count));
}

export const confusion = declareFigure({
  kind: 'confusion',
  title: 'Confusions',
  help: 'Which subjects one method misclassifies as which, in one condition at the shape of the table.',
  icon: 'M4 1H20V15H4V1M6.5 3H8M10 6H11.5M13 9.5H14.5M16 12.5H17.5M15.5 4.5H15.5M8 11H8',
  studies: 'one',
  fields: { label, condition },
  read(figure, source) {
    const { table, condition } = figureContext(source, figure);
    const confusion = source.confusion(figure.label, condition.key);
    const where = `${figure.label}, ${condition.title}, ${table.dataset}`;
    if (confusion.pairs.length > 0) return confusionMatrix(confusion, where);
    throw new FigureRefusal(`${figure.label} misclassifies no subject in ${condition.title}.`);
  },
  draw: (matrix, { theme, sheet }) => drawConfusionMatrix(matrix, theme, sheet),
});
