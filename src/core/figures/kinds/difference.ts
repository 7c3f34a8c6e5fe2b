/** All pairs of methods in a condition: the mean difference as colour, with a dot if it is significant. */
import { correctionOf } from '../../compare/corrections.ts';
import { meanOfRepeats, pairSamples } from '../../compare/repeatValues.ts';
import { runPairTest, pairTest } from '../../compare/tests/registry.ts';
import { differenceUnit } from '../../measures/practicalMargin.ts';
import { mean } from '../../stats/describe.ts';
import { isUnavailable } from '../../stats/tests/testResult.ts';
import { plural, uncapitalised } from '../../text/phrases.ts';
import { circle, picture, rect, text, type Shape } from '../drawing/drawing.ts';
import { condition, labels, measure, selection } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { shadeColour, shadeInk, shadeOf } from '../charts/colourScale.ts';
import { ground, figureColours } from '../painters/theme.ts';
import { textWidth, wrapped } from '../painters/textWidth.ts';
import { FigureRefusal, figureContext } from '../figureSource.ts';

interface Pair {
  /** Indices into `names`. */
  readonly row: number;
  readonly column: number;
  /** Mean of row − column over the common repeats. */
  readonly difference: number;
  readonly text: string;
  readonly significant: boolean;
}

export interface DifferenceTriangle {
  readonly title: string;
  /** Best mean first. */
  readonly names: readonly string[];
  readonly pairs: readonly Pair[];
  readonly note: string;
}

/** Side of a cell on screen; minimum and maximum on a sheet. */
const SIDE = 40;
const LEAST = 10;
const LARGEST = 48;
const FONT = 11;
const LINE = 16;

export const difference = declareFigure({
  kind: 'difference',
  title: 'All differences',
  help: 'The mean difference of every pair of methods as colour, with a dot where it is significant.',
  icon: 'M4 1V15H20V10.5H15V6H9V1H4M9 6V15M15 10.5V15M4 6H9M4 10.5H15',
  studies: 'one',
  fields: { condition, measure, labels, selection },
  read(figure, source): DifferenceTriangle {
    const { table, condition } = figureContext(source, figure);
    const [{ spec }] = source.studies;
    const { test, correction = 'none', alpha } = spec.comparison;
    const column = table.conditions.indexOf(condition);
    const sign = table.measure.better === 'lower' ? 1 : -1;
    const methods = table.rows
      .filter(({ label }) => figure.labels?.includes(label) ?? true)
      .flatMap(({ label, entries }) => {
        const side = figure.selection === 'validated' ? entries[column].validated : entries[column];
        const level = side && meanOfRepeats(side);
        return side && level !== null && level !== undefined ? [{ label, side, level }] : [];
      })
      .sort((a, b) => sign * (a.level - b.level));
    if (methods.length < 2) throw new FigureRefusal('Differences need two methods with results in this condition.');
    const comparisons = methods.flatMap(({ side }, row) =>
      methods.slice(0, row).flatMap(({ side: other }, column) => {
        const { repeats, differences } = pairSamples(side, other);
        if (repeats.length === 0) return [];
        const answer = runPairTest(test, side, other, 'two-sided', source.testToTrain(condition.key, repeats));
        return [{ row, column, difference: mean(differences), p: answer && !isUnavailable(answer) ? answer.p : null }];
      }),
    );
    const tested = comparisons.filter(({ p }) => p !== null);
    const adjusted = correctionOf(correction).adjust(tested.map(({ p }) => p!));
    const { digits } = table.measure;
    const unit = differenceUnit(table.measure);
    const corrected =
      correction === 'none' ? '' : `, ${correctionOf(correction).phrase} over ${plural(tested.length, 'pair')}`;
    return {
      title: `${table.measure.title}, row − column, ${condition.title}, ${table.dataset}`,
      names: methods.map(({ label }) => label),
      pairs: comparisons.map(({ p: _, ...pair }) => ({
        ...pair,
        text: pair.difference.toFixed(digits).replace('-', '−'),
        significant: adjusted[tested.findIndex((one) => one.row === pair.row && one.column === pair.column)] < alpha,
      })),
      note:
        `Mean difference of the ${uncapitalised(table.measure.title)}${unit === '' ? '' : ` in ${unit}`} over common ` +
        `repeats; the darker, the larger. Dot: significant (${pairTest(test).phrase}, two-sided, α = ${alpha}${corrected}).`,
    };
  },
  draw({ title, names, pairs, note }, { theme, sheet }) {
    const colours = figureColours(theme);
    const last = names.length - 1;
    const longest = Math.max(...names.map((name) => textWidth(name, 12)));
    const left = longest + 16;
    const room = sheet.width === null ? SIDE : (sheet.width - left - 8) / last;
    const side = Math.min(sheet.width === null ? SIDE : LARGEST, Math.max(LEAST, room));
    const width = Math.max(left + last * side + 8, sheet.width ?? 420);
    const titles = wrapped(title, width - 16, 12);
    const notes = wrapped(note, width - 16, 12);
    const top = 14 + titles.length * LINE;
    const bottom = top + last * side;
    const greatest = Math.max(...pairs.map(({ difference }) => Math.abs(difference)));
    const written = pairs.every((pair) => textWidth(pair.text, FONT) <= side - 2);
    const cells = pairs.flatMap(({ row, column, difference, text: words, significant }): Shape[] => {
      const [x, y] = [left + column * side, top + (row - 1) * side];
      const shade = shadeOf(greatest === 0 ? 0 : Math.abs(difference) / greatest);
      const [fill, ink] = [shadeColour(shade), shadeInk(shade)];
      const place = { cell: [row, column] as const };
      const dot = { part: 'significant', ...place, fill: ink };
      const value = { part: 'value', fill: ink, 'text-anchor': 'middle', 'font-size': FONT } as const;
      return [
        rect({ part: 'cell', ...place, x, y, width: side, height: side, fill, stroke: colours.surface }),
        ...(written ? [text(x + side / 2, y + side / 2 + 4, words, value)] : []),
        ...(!significant
          ? []
          : written
            ? [circle({ ...dot, cx: x + side - 6, cy: y + 6, r: 2.5 })]
            : [circle({ ...dot, cx: x + side / 2, cy: y + side / 2, r: Math.min(2.5, side / 4) })]),
      ];
    });
    const grey = { fill: colours.text } as const;
    const below = bottom + 8 + longest;
    const height = below + 12 + notes.length * LINE;
    return picture(width, height, title, [
      ground(width, height, colours),
      ...titles.map((words, l) => text(8, 18 + l * LINE, words, { fill: colours.text, 'font-weight': 600 })),
      ...names
        .slice(1)
        .map((name, n) =>
          text(left - 8, top + (n + 0.5) * side + 4, name, { part: 'row name', ...grey, 'text-anchor': 'end' }),
        ),
      ...cells,
      ...names.slice(0, -1).map((name, n) => {
        const look = { part: 'column name', ...grey, 'text-anchor': 'end', upward: 'after' } as const;
        return text(left + (n + 0.5) * side + 4, bottom + 8, name, look);
      }),
      ...notes.map((words, l) => text(8, below + 14 + l * LINE, words, { fill: colours.secondary })),
    ]);
  },
});
