/** Draws the values of the repeats: one strip of dots per method; two strips are joined by lines. */
import { placesOn } from '../charts/axis.ts';
import type { RepeatStrip, RepeatStrips } from '../charts/repeatStrips.ts';
import { SCREEN } from '../drawingArea.ts';
import { circle, path, picture, text, type Drawing, type Shape } from '../drawing/drawing.ts';
import { marker } from './marker.ts';
import { ground, figureColours, type FigureColours, type FigureTheme } from './theme.ts';
import { roomyTicks, textWidth, wrapped } from './textWidth.ts';

const PLOT = 520;
const TOP = 22;
const ROW = 30;
/** Joined strips are further apart, to make slopes visible. */
const JOINED_ROW = 96;
const DOT = 3.5;
const RIGHT = 20;

/** `plate`: whether to draw a background; pages have their own. */
export function drawRepeatStrips(chart: RepeatStrips, theme: FigureTheme, plate = true, sheet = SCREEN): Drawing {
  const colours = figureColours(theme);
  const { strips, axis, joined, note } = chart;
  const left = 44 + Math.max(60, ...strips.map(({ label }) => textWidth(label, 12)));
  const step = joined.length > 0 ? JOINED_ROW : ROW;
  const bottom = TOP + step * Math.max(0, strips.length - 1) + 22;
  const plot = sheet.width === null ? PLOT : Math.max(80, sheet.width - left - RIGHT);
  const width = sheet.width ?? Math.max(left + plot + RIGHT, left + textWidth(note, 11) + RIGHT);
  const from = sheet.width === null ? left : 12;
  const notes = wrapped(note, width - from - RIGHT + 0.5, 11);
  const height = bottom + 62 + (notes.length - 1) * 15;
  const across = placesOn(axis);
  const x = (value: number): number => left + plot * across(value);
  const roomy = roomyTicks(axis.ticks, ({ value }) => x(value), 12);
  const y = (row: number): number => TOP + step * row;
  const body = [
    ...(plate ? [ground(width, height, colours)] : []),
    ...axis.ticks.flatMap((tick): Shape[] => {
      const { value, text: words } = tick;
      const rule = [
        [x(value), TOP - 14],
        [x(value), bottom],
      ] as const;
      const line = path(rule, { stroke: colours.hairline });
      if (!roomy.includes(tick)) return [line];
      return [line, text(x(value), bottom + 16, words, { fill: colours.secondary, 'text-anchor': 'middle' })];
    }),
    ...joined.map(({ values: [a, b], better }) =>
      path(
        [
          [x(a), y(0)],
          [x(b), y(1)],
        ],
        {
          part: 'joined',
          stroke: better === null ? colours.secondary : colours.of(strips[better].appearance),
          'stroke-opacity': 0.6,
          'stroke-width': 1.25,
        },
      ),
    ),
    ...strips.flatMap((strip, row) => drawStrip(strip, left, y(row), x, joined.length > 0, colours)),
    text(left + plot / 2, bottom + 36, axis.title, { fill: colours.text, 'text-anchor': 'middle' }),
    ...notes.map((line, l) => text(from, bottom + 54 + l * 15, line, { fill: colours.secondary, 'font-size': 11 })),
  ];
  return picture(width, height, chart.description, body);
}

function drawStrip(
  { label, appearance, dots, mean }: RepeatStrip,
  left: number,
  y: number,
  x: (value: number) => number,
  joined: boolean,
  colours: FigureColours,
): Shape[] {
  const name = text(left - 32, y + 4, label, { fill: colours.text, 'text-anchor': 'end' });
  const heights = joined ? dots.map(() => 0) : stacked(dots.map(({ value }) => x(value)));
  const circles = dots.map(({ repeat, value }, i) => {
    const title = `Repeat ${repeat}`;
    const look = { fill: colours.of(appearance), stroke: colours.of(appearance), 'fill-opacity': 0.7 };
    return circle({ part: 'repeat', cx: x(value), cy: y + heights[i], r: DOT, ...look, title });
  });
  const line = [
    [x(mean), y - 11],
    [x(mean), y + 11],
  ] as const;
  const tick = path(line, { part: 'mean', stroke: colours.text, 'stroke-width': 2 });
  return [name, marker(appearance, [left - 18, y], 0.9, colours), ...circles, tick];
}

/** Vertical offsets of dots that would cover each other, alternating up and down. */
function stacked(places: readonly number[]): number[] {
  const offsets = [0, -5, 5, -9, 9];
  const taken: { readonly at: number; readonly offset: number }[] = [];
  return places.map((at) => {
    const free = (offset: number): boolean =>
      !taken.some((other) => other.offset === offset && Math.abs(other.at - at) < 1.6 * DOT);
    const offset = offsets.find(free) ?? 0;
    taken.push({ at, offset });
    return offset;
  });
}
