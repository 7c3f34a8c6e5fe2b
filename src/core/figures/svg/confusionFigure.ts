/** Which subjects are taken for which, as a figure: rows are the true subjects, columns what they are taken for. */
import type { StudyConfusion } from '../../study/table/confusion.ts';
import { element, picture, text } from './svg.ts';
import { textWidth } from './textWidth.ts';
import { figureColours, type FigureTheme } from './theme.ts';

const SIDE = 20;
const SIZE = 12;
const TOP = 26;

/** The subjects that are mistaken or that others are mistaken for, by number. */
export function confusedSubjects({ pairs }: Pick<StudyConfusion, 'pairs'>): number[] {
  return [...new Set(pairs.flatMap(({ truth, predicted }) => [truth, predicted]))].sort((a, b) => a - b);
}

/**
 * The errors among the confused subjects, shaded by their share of the true subject's test images, with their counts;
 * right answers, on the diagonal, are outlined and not counted.
 */
export function confusionFigure(confusion: StudyConfusion, theme: FigureTheme): string {
  const colours = figureColours(theme);
  const chosen = confusedSubjects(confusion);
  const names = chosen.map((subject) => confusion.subjects[subject]);
  const longest = Math.max(0, ...names.map((name) => textWidth(name, SIZE)));
  const [left, top, extent] = [longest + 16, TOP + longest + 8, chosen.length * SIDE];
  const place = new Map(chosen.map((subject, n) => [subject, n * SIDE]));
  const greatest = Math.max(...confusion.pairs.map(({ count, tests }) => count / tests));
  const grey = { fill: colours.secondary };
  const body = [
    text(8, 16, 'Row: true subject; column: answer', { fill: colours.text }),
    ...names.map((name, n) => text(left - 8, top + (n + 0.5) * SIDE + 4, name, { ...grey, 'text-anchor': 'end' })),
    ...names.map((name, n) => {
      const [x, y] = [left + (n + 0.5) * SIDE + 4, top - 8];
      return text(x, y, name, { ...grey, transform: `rotate(-90 ${x} ${y})` });
    }),
    ...chosen.map((subject) =>
      element('rect', {
        x: left + place.get(subject)! + 0.5,
        y: top + place.get(subject)! + 0.5,
        width: SIDE - 1,
        height: SIDE - 1,
        fill: 'none',
        stroke: colours.secondary,
        'stroke-opacity': 0.5,
      }),
    ),
    ...confusion.pairs.flatMap(({ truth, predicted, count, tests }) => {
      const [x, y] = [left + place.get(predicted)!, top + place.get(truth)!];
      const shade = count / tests / greatest;
      return [
        element('rect', { x, y, width: SIDE, height: SIDE, fill: colours.text, 'fill-opacity': 0.08 + 0.92 * shade }),
        text(x + SIDE / 2, y + SIDE / 2 + 4, String(count), {
          fill: shade > 0.45 ? colours.surface : colours.text,
          'text-anchor': 'middle',
          'font-size': 10,
        }),
      ];
    }),
  ];
  const [width, height] = [Math.max(left + extent + 8, 260), top + extent + 8];
  const ground = element('rect', { width, height, fill: colours.surface });
  return picture(width, height, `Confusions among ${names.length} subjects`, ground + body.join(''));
}
