/** Draws the values of the repeats as SVG: a strip of dots per method, joined where they are two. */
import { placeOn } from '../axis.ts';
import type { RepeatStrip, RepeatStrips } from '../repeatStrips.ts';
import { SCREEN } from '../page/sheet.ts';
import { marker } from './markers.ts';
import { element, path, picture, text } from './svg.ts';
import { roomyTicks, textWidth, wrapped } from './textWidth.ts';
import { figureColours, type FigureColours, type FigureTheme } from './theme.ts';

const PLOT = 520;
const TOP = 22;
const ROW = 30;
/** Joined strips stand further apart, so that slopes can be seen. */
const JOINED_ROW = 96;
const DOT = 3.5;
const RIGHT = 20;

/** `plate`: whether a ground is drawn, which the page has itself. */
export function repeatStripsSvg(chart: RepeatStrips, theme: FigureTheme, plate = true, sheet = SCREEN): string {
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
  const x = (value: number): number => left + plot * placeOn(axis, value);
  const roomy = roomyTicks(axis.ticks, ({ value }) => x(value), 12);
  const y = (row: number): number => TOP + step * row;
  const body = [
    plate ? element('rect', { width, height, fill: colours.surface }) : '',
    ...axis.ticks.map((tick) => {
      const { value, text: words } = tick;
      const line = path([
        [x(value), TOP - 14],
        [x(value), bottom],
      ]);
      return (
        element('path', { d: line, stroke: colours.hairline }) +
        (roomy.includes(tick)
          ? text(x(value), bottom + 16, words, { fill: colours.secondary, 'text-anchor': 'middle' })
          : '')
      );
    }),
    ...joined.map(({ values: [a, b], better }) =>
      element('path', {
        class: 'joined',
        d: path([
          [x(a), y(0)],
          [x(b), y(1)],
        ]),
        stroke: better === null ? colours.secondary : colours.edgeOf(strips[better].appearance),
        'stroke-opacity': 0.6,
        'stroke-width': 1.25,
      }),
    ),
    ...strips.map((strip, row) => drawStrip(strip, left, y(row), x, joined.length > 0, colours)),
    text(left + plot / 2, bottom + 36, axis.title, { fill: colours.text, 'text-anchor': 'middle' }),
    ...notes.map((line, l) => text(from, bottom + 54 + l * 15, line, { fill: colours.secondary, 'font-size': 11 })),
  ];
  return picture(width, height, chart.description, body.join(''));
}

function drawStrip(
  { label, appearance, dots, mean }: RepeatStrip,
  left: number,
  y: number,
  x: (value: number) => number,
  joined: boolean,
  colours: FigureColours,
): string {
  const name = text(left - 32, y + 4, label, { fill: colours.text, 'text-anchor': 'end' });
  const heights = joined ? dots.map(() => 0) : stacked(dots.map(({ value }) => x(value)));
  const circles = dots.map(({ repeat, value }, i) => {
    const title = element('title', {}, `Repeat ${repeat}`);
    const look = { fill: colours.of(appearance), stroke: colours.edgeOf(appearance), 'fill-opacity': 0.7 };
    return element('circle', { class: 'repeat', cx: x(value), cy: y + heights[i], r: DOT, ...look }, title);
  });
  const line = path([
    [x(mean), y - 11],
    [x(mean), y + 11],
  ]);
  const tick = element('path', { class: 'mean', d: line, stroke: colours.text, 'stroke-width': 2 });
  return name + marker(appearance, [left - 18, y], 0.9, colours) + circles.join('') + tick;
}

/** Dots that would cover each other step aside, up and down by turns. */
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
