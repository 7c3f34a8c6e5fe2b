/** Draws a split on faces: training images outlined, gallery images with a thin line, unused ones faded. */
import { image, picture, rect, text, type Box, type Drawing, type Shape } from '../drawing/drawing.ts';
import type { Sheet } from '../drawingArea.ts';
import type { DrawnSplit, PairKind, SplitFace, SplitRole, SplitView } from '../splitView.ts';
import { ground, figureColours, type FigureColours, type FigureTheme } from './theme.ts';
import { shortened, textWidth, wrapped } from './textWidth.ts';

/** Longer side of a face in units: on screen, and minimum on a sheet. */
const SIDE = 56;
const LEAST = 26;
const GAP = 8;
const LINE = 16;
/** Maximum width of subject names. */
const NAMES = 120;
/** Gaps between pairs, and within a pair. */
const APART = 20;
const BETWEEN = 2;

const ACCENT = { light: '#2f5da8', dark: '#8fb3f0' };
const KINDS: Readonly<Record<PairKind, string>> = { genuine: 'Genuine pairs', impostor: 'Impostor pairs' };
const ROLES: readonly SplitRole[] = ['training', 'gallery', 'test', 'unused'];

/** `headed`: whether to draw the title; pages may show it themselves. */
export function drawSplit(split: DrawnSplit, theme: FigureTheme, sheet: Sheet, headed = true): Drawing {
  const { view, rows, cols } = split;
  const colours = figureColours(theme);
  const accent = colours.of(ACCENT);
  const lists = linesOf(view);
  const most = Math.max(1, ...lists.map(({ items }) => items.length));
  const per = view.pairs ? 2 : 1;
  const apart = view.pairs ? APART : GAP;
  const names = GAP + Math.min(NAMES, Math.max(...lists.map(({ name }) => textWidth(name, 12)))) + 2 * GAP;
  const tail = lists.some(({ more }) => more > 0) || sheet.width !== null ? textWidth('+ 99', 12) + GAP : 0;
  // A sheet determines the side and, if that would be too small, the number of faces.
  const longer = Math.max(rows, cols);
  const room = sheet.width === null ? Infinity : sheet.width - names - tail - GAP;
  const itemOf = (side: number): number => (per * side * cols) / longer + (per - 1) * BETWEEN + apart;
  const count = Math.max(1, Math.min(most, Math.floor(room / itemOf(LEAST))));
  const side = Math.min(SIDE, ((room / count - (per - 1) * BETWEEN - apart) * longer) / cols / per);
  const [w, h] = [(cols * side) / longer, (rows * side) / longer];
  const width = Math.max(sheet.width ?? 360, names + count * itemOf(side) + tail + GAP);
  const titles = headed ? wrapped(view.title, width - 2 * GAP, 12) : [];
  const notes = wrapped(view.note, width - 2 * GAP, 12);
  const keys = view.pairs ? [] : ROLES.filter((role) => roles(view.subjects).has(role));
  const top = 12 + (titles.length + (keys.length > 0 ? 1 : 0)) * LINE;
  const step = h + 12;
  const bottom = top + lists.length * step;
  const height = bottom + 8 + notes.length * LINE;
  const faceAt = (at: number, box: Box): Shape => {
    const pixels = split.faces.get(at);
    return pixels ? image(box, pixels) : rect({ ...box, fill: colours.hairline });
  };
  const drawn = lists.flatMap(({ name, items, more }, l): Shape[] => {
    const y = top + l * step;
    const left = more + Math.max(0, items.length - count);
    const words = { fill: colours.secondary };
    return [
      text(GAP, y + h / 2 + 4, shortened(name, NAMES, 12), words),
      ...items.slice(0, count).flatMap(({ images, roles, framed }, n) => {
        const x = names + n * itemOf(side);
        const frame = { part: 'pair', x: x - 2, y: y - 2, width: 2 * w + BETWEEN + 4, height: h + 4, fill: 'none' };
        return [
          ...images.map((at, i) => faceAt(at, { x: x + i * (w + BETWEEN), y, width: w, height: h })),
          ...marks(roles, { x, y, width: w, height: h }, accent, colours),
          ...(framed ? [rect({ ...frame, stroke: accent, 'stroke-width': 2 })] : []),
        ];
      }),
      ...(left > 0 && !view.pairs ? [text(names + count * itemOf(side), y + h / 2 + 4, `+ ${left}`, words)] : []),
    ];
  });
  return picture(width, height, view.description, [
    ground(width, height, colours),
    ...titles.map((words, t) => text(GAP, 18 + t * LINE, words, { fill: colours.text, 'font-weight': 600 })),
    ...legend(keys, names, 18 + titles.length * LINE, accent, colours),
    ...drawn,
    ...notes.map((words, n) => text(GAP, bottom + 10 + n * LINE, words, { fill: colours.secondary })),
  ]);
}

/** An image, or two compared images. */
interface Item {
  readonly images: readonly number[];
  readonly roles: readonly SplitRole[];
  readonly framed: boolean;
}

interface Line {
  readonly name: string;
  readonly items: readonly Item[];
  /** Number of images left out by the view. */
  readonly more: number;
}

function linesOf({ subjects, pairs }: SplitView): Line[] {
  if (!pairs) {
    return subjects.map(({ name, faces, more }) => {
      return { name, more, items: faces.map(({ image, roles }) => ({ images: [image], roles, framed: false })) };
    });
  }
  return (['genuine', 'impostor'] as const).map((kind) => {
    const items = pairs[kind].map((images) => ({ images, roles: [], framed: kind === 'genuine' }));
    return { name: KINDS[kind], more: 0, items };
  });
}

function roles(subjects: readonly { readonly faces: readonly SplitFace[] }[]): ReadonlySet<SplitRole> {
  return new Set(subjects.flatMap(({ faces }) => faces.flatMap((face) => face.roles)));
}

/** Marks of the roles of an image. */
function marks(
  of: readonly SplitRole[],
  { x, y, width, height }: Box,
  accent: string,
  colours: FigureColours,
): Shape[] {
  const around = (by: number): Box => ({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });
  if (of.includes('training'))
    return [rect({ part: 'training', ...around(1.5), fill: 'none', stroke: accent, 'stroke-width': 3 })];
  if (of.includes('gallery'))
    return [rect({ part: 'gallery', ...around(1.5), fill: 'none', stroke: colours.text, 'stroke-width': 1 })];
  if (of.includes('unused'))
    return [rect({ part: 'unused', x, y, width, height, fill: colours.surface, 'fill-opacity': 0.7 })];
  return [];
}

function legend(keys: readonly SplitRole[], left: number, y: number, accent: string, colours: FigureColours): Shape[] {
  let x = left;
  return keys.flatMap((role) => {
    const box = { x, y: y - 9, width: 10, height: 10 };
    const words = text(x + 17, y, role, { fill: colours.secondary });
    x += 17 + textWidth(role, 12) + 16;
    return [rect({ ...box, fill: colours.hairline }), ...marks([role], box, accent, colours), words];
  });
}
