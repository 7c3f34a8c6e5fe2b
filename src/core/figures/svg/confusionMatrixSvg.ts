/** Draws a confusion matrix as SVG: names, outlined diagonal, shaded cells with their counts. */
import { CONFUSION_STYLE, type ConfusionMatrix } from '../confusionMatrix.ts';
import { element, picture, text } from './svg.ts';
import { textWidth } from './textWidth.ts';
import { figureColours, type FigureTheme } from './theme.ts';

const { side: SIDE, font: FONT, countFont: COUNT_FONT } = CONFUSION_STYLE;
const TOP = 26;

export function confusionMatrixSvg(
  { title, description, subjects, cells }: ConfusionMatrix,
  theme: FigureTheme,
): string {
  const colours = figureColours(theme);
  const longest = Math.max(0, ...subjects.map((name) => textWidth(name, FONT)));
  const [left, top, extent] = [longest + 16, TOP + longest + 8, subjects.length * SIDE];
  const grey = { fill: colours.secondary };
  const body = [
    text(8, 16, title, { fill: colours.text }),
    ...subjects.map((name, n) =>
      text(left - 8, top + (n + 0.5) * SIDE + 4, name, { class: 'row name', ...grey, 'text-anchor': 'end' }),
    ),
    ...subjects.map((name, n) => {
      const [x, y] = [left + (n + 0.5) * SIDE + 4, top - 8];
      return text(x, y, name, { class: 'column name', ...grey, transform: `rotate(-90 ${x} ${y})` });
    }),
    ...subjects.map((_, n) =>
      element('rect', {
        class: 'right',
        x: left + n * SIDE + 0.5,
        y: top + n * SIDE + 0.5,
        width: SIDE - 1,
        height: SIDE - 1,
        fill: 'none',
        stroke: colours.secondary,
        'stroke-opacity': 0.5,
      }),
    ),
    ...cells.flatMap(({ row, column, text: count, opacity, dark }) => {
      const [x, y] = [left + column * SIDE, top + row * SIDE];
      const place = { 'data-row': row, 'data-column': column };
      return [
        element('rect', {
          class: 'cell',
          ...place,
          x,
          y,
          width: SIDE,
          height: SIDE,
          fill: colours.text,
          'fill-opacity': opacity,
        }),
        text(x + SIDE / 2, y + SIDE / 2 + 4, count, {
          class: 'count',
          fill: dark ? colours.surface : colours.text,
          'text-anchor': 'middle',
          'font-size': COUNT_FONT,
        }),
      ];
    }),
  ];
  const [width, height] = [Math.max(left + extent + 8, 260), top + extent + 8];
  const ground = element('rect', { width, height, fill: colours.surface });
  return picture(width, height, description, ground + body.join(''));
}
