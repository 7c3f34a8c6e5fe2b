/** Bars of three probabilities: a pair's names with their shares at both ends, the share of equivalence between. */
import { SCREEN } from '../drawingArea.ts';
import { share, type PracticalBars } from '../practicalBars.ts';
import { picture, rect, text, type Drawing, type Shape } from '../drawing/drawing.ts';
import { ground, figureColours, type FigureTheme } from './theme.ts';
import { textWidth, wrapped } from './textWidth.ts';

const BAR = { width: 300, least: 90, height: 14 };
/** Row height of a bar with names beside it, and of one below its names. */
const ROW = { beside: 24, below: 40 };
const NAMES = 16;
const PAD = 8;
/** A share is written inside its part of the bar if this many units are free around it. */
const ROOM = 8;

/** The same picture on the page and for papers. `plate`: whether to draw a background; pages have their own. */
export function drawPracticalBars(
  { bars, description, note }: PracticalBars,
  theme: FigureTheme,
  plate = true,
  sheet = SCREEN,
): Drawing {
  const colours = figureColours(theme);
  const rows = bars.map((bar) => ({
    ...bar,
    left: `${bar.first}  ${share(bar.firstBetter)}`,
    right: `${share(bar.secondBetter)}  ${bar.second}`,
  }));
  const side = (which: 'left' | 'right'): number => PAD * 2 + Math.max(...rows.map((row) => textWidth(row[which], 12)));
  const beside = { left: side('left'), right: side('right') };
  const free = sheet.width === null ? BAR.width : sheet.width - beside.left - beside.right;
  const below = free < BAR.least;
  const names = Math.max(...rows.map((row) => textWidth(row.left, 12) + 2 * PAD + textWidth(row.right, 12)));
  const left = below ? PAD : beside.left;
  // The picture may be wider than its sheet; `printed` reports that.
  const across = below ? Math.max(sheet.width! - 2 * PAD, names) : free;
  const width = below ? across + 2 * PAD : left + across + beside.right;
  const [step, down] = below ? [ROW.below, NAMES] : [ROW.beside, 0];
  const notes = wrapped(note, width - 2 * PAD, 12);
  const bottom = PAD + rows.length * step;
  const height = bottom + PAD + notes.length * 16;
  const body = [
    ...(plate ? [ground(width, height, colours)] : []),
    ...rows.flatMap((row, r): Shape[] => {
      const y = PAD + r * step + down;
      const base = y + BAR.height - 3;
      const named = below ? base - NAMES : base;
      const equal = share(row.equivalent);
      const [first, second] = row.appearances.map((appearance) =>
        appearance ? colours.of(appearance) : colours.secondary,
      );
      const part = (from: number, size: number, fill: string): Shape[] =>
        size === 0 ? [] : [rect({ x: left + across * from, y, width: across * size, height: BAR.height, fill })];
      return [
        ...part(0, row.firstBetter, first),
        ...part(row.firstBetter, row.equivalent, colours.hairline),
        ...part(row.firstBetter + row.equivalent, row.secondBetter, second),
        rect({ x: left, y, width: across, height: BAR.height, fill: 'none', stroke: colours.secondary }),
        text(below ? left : left - PAD, named, row.left, {
          fill: colours.text,
          'text-anchor': below ? 'start' : 'end',
        }),
        text(below ? left + across : left + across + PAD, named, row.right, {
          fill: colours.text,
          'text-anchor': below ? 'end' : 'start',
        }),
        ...(across * row.equivalent < textWidth(equal, 12) + ROOM
          ? []
          : [
              text(left + across * (row.firstBetter + row.equivalent / 2), base, equal, {
                fill: colours.text,
                'text-anchor': 'middle',
              }),
            ]),
      ];
    }),
    ...notes.map((line, l) => text(PAD, bottom + 14 + l * 16, line, { fill: colours.secondary })),
  ];
  return picture(width, height, description, body);
}
