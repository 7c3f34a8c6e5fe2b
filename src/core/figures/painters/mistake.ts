/** A test image and the view of two methods on it: faces, and a strip of bars with one per subject. */
import { axisOf, placesOn, roundScale } from '../charts/axis.ts';
import { image, line, path, picture, rect, text, type Drawing, type Shape } from '../drawing/drawing.ts';
import type { FacePixels } from '../faces/facePixels.ts';
import type { MistakeStrip, MistakeView } from '../faces/mistakeView.ts';
import type { Sheet } from '../page/sheet.ts';
import { ground, figureColours, type FigureTheme } from './theme.ts';
import { textWidth, wrapped } from './textWidth.ts';

const SIDE = 64;
const GAP = 8;
const LINE = 16;
const STRIP = 104;
const WIDTH = 720;
/** Okabe and Ito's bluish green and vermilion. */
const RIGHT = '#009e73';
const WRONG = '#d55e00';

export function drawMistake(
  { title, probe, truth, axis, strips, note }: MistakeView,
  theme: FigureTheme,
  sheet: Sheet,
): Drawing {
  const colours = figureColours(theme);
  const width = Math.max(sheet.width ?? WIDTH, 300);
  const titles = wrapped(title, width - 2 * GAP, 12);
  const notes = wrapped(note, width - 2 * GAP, 12);
  const scale = SIDE / Math.max(probe.rows, probe.cols);
  const [w, h] = [probe.cols * scale, probe.rows * scale];
  // Next to the strip where it has room, else above it.
  const beside = width >= 480;
  const faces = GAP + 3 * (w + GAP);
  const left = (beside ? faces : GAP) + 40;
  const right = width - GAP;
  const head = LINE + 6;
  const above = beside ? head : head + h + GAP + LINE;
  const step = above + STRIP + 2 * LINE + 2 * GAP;
  const top = 14 + titles.length * LINE;
  const face = (pixels: FacePixels, x: number, y: number, edge: string | null): Shape[] => [
    ...(edge
      ? [rect({ x: x - 2, y: y - 2, width: w + 4, height: h + 4, fill: 'none', stroke: edge, 'stroke-width': 2 })]
      : []),
    image({ x, y, width: w, height: h }, pixels),
  ];
  const shapes = strips.flatMap((strip, n): Shape[] => {
    const y = top + n * step;
    const from = y + above;
    const named = strip.shape === '' ? strip.label : `${strip.label} ${strip.shape}`;
    const said = strip.correct ? `${named}: ${strip.answer}, correct` : `${named}: ${strip.answer} instead of ${truth}`;
    const facesAt = beside ? from + (STRIP - h) / 2 : y + head;
    return [
      text(GAP, y + 12, said, { part: 'method', fill: colours.text, 'font-weight': 600 }),
      ...face(probe, GAP, facesAt, null),
      ...face(strip.matched, GAP + w + GAP, facesAt, strip.correct ? RIGHT : WRONG),
      ...(strip.correct || !strip.right ? [] : face(strip.right, GAP + 2 * (w + GAP), facesAt, RIGHT)),
      ...bars(strip, axis, { left, right, top: from, bottom: from + STRIP }, colours),
    ];
  });
  const below = top + strips.length * step;
  const height = below + 8 + notes.length * LINE;
  return picture(width, height, title, [
    ground(width, height, colours),
    ...titles.map((words, l) => text(GAP, 18 + l * LINE, words, { fill: colours.text, 'font-weight': 600 })),
    ...shapes,
    ...notes.map((words, l) => text(GAP, below + 10 + l * LINE, words, { fill: colours.secondary })),
  ]);
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function bars(
  { bars: all }: MistakeStrip,
  title: string,
  { left, right, top, bottom }: Frame,
  colours: ReturnType<typeof figureColours>,
): Shape[] {
  const scale = axisOf(roundScale(0, Math.max(...all.map(({ distance }) => distance)), 3), title, 3);
  const up = placesOn(scale);
  const yOf = (value: number): number => bottom - up(value) * (bottom - top);
  const step = (right - left) / all.length;
  const grey = { fill: colours.secondary, 'font-size': 11 } as const;
  const markOf = { right: RIGHT, answer: WRONG, other: WRONG } as const;
  const marked = all.flatMap(({ name, mark }, n) => (mark ? [{ name, mark, x: left + (n + 0.5) * step }] : []));
  return [
    ...scale.ticks.flatMap(({ value, text: words }): Shape[] => [
      line([left, yOf(value)], [right, yOf(value)], { stroke: colours.hairline }),
      text(left - 4, yOf(value) + 4, words, { part: 'y tick', ...grey, 'text-anchor': 'end' }),
    ]),
    text(left, top - 6, title, grey),
    ...all.map(({ distance, mark, name }, n) =>
      rect({
        part: mark ?? 'subject',
        series: name,
        x: left + (n + 0.15) * step,
        y: yOf(distance),
        width: 0.7 * step,
        height: bottom - yOf(distance),
        fill: mark ? markOf[mark] : colours.secondary,
        'fill-opacity': mark === null ? 0.45 : mark === 'other' ? 0.6 : 1,
      }),
    ),
    line([left, bottom], [right, bottom], { stroke: colours.text }),
    // A name per line, so that two neighbours do not meet.
    ...marked.flatMap(({ name, mark, x }): Shape[] => {
      const y = bottom + 8 + (mark === 'right' ? 0 : LINE);
      const words = mark === 'right' ? `${name}, right` : name;
      const half = textWidth(words, 11) / 2;
      const at = Math.min(right - half, Math.max(left - 36 + half, x));
      const tip = [
        [x, bottom + 2],
        [x - 3, bottom + 7],
        [x + 3, bottom + 7],
      ] as const;
      return [
        path([...tip, tip[0]], { fill: markOf[mark], stroke: 'none' }),
        text(at, y + 9, words, { part: `${mark} name`, fill: colours.text, 'font-size': 11, 'text-anchor': 'middle' }),
      ];
    }),
  ];
}
