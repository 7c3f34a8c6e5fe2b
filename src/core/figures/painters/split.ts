/** Draws a split on faces: training images outlined, those of a gallery with a thin line, unused ones faded. */
import { image, picture, rect, text, type Box, type Drawing, type Shape } from '../drawing/drawing.ts';
import type { Sheet } from '../page/sheet.ts';
import type { DrawnSplit, PairKind, SplitFace, SplitRole } from '../splitView.ts';
import { ground } from './ground.ts';
import { shortened, textWidth, wrapped } from './textWidth.ts';
import { figureColours, type FigureColours, type FigureTheme } from './theme.ts';

/** Units of a face's longer side on the screen, and its smallest on a sheet. */
const SIDE = 56;
const LEAST = 16;
const GAP = 8;
const LINE = 16;
/** Most that names of subjects take. */
const NAMES = 120;
/** Between two pairs. */
const APART = 20;

const ACCENT = { light: '#2f5da8', dark: '#8fb3f0' };
const KINDS: Readonly<Record<PairKind, string>> = { genuine: 'Genuine pairs', impostor: 'Impostor pairs' };
const ROLES: readonly SplitRole[] = ['training', 'gallery', 'test', 'unused'];

/** `headed`: whether its title is drawn, which pages may say themselves. */
export function drawSplit(split: DrawnSplit, theme: FigureTheme, sheet: Sheet, headed = true): Drawing {
  const { view, rows, cols } = split;
  const colours = figureColours(theme);
  const accent = colours.of(ACCENT);
  const lists = view.pairs
    ? (['genuine', 'impostor'] as const).map((kind) => ({ name: KINDS[kind], more: 0, pairs: view.pairs![kind] }))
    : view.subjects.map(({ name, faces, more }) => ({ name, more, faces }));
  const names = GAP + Math.min(NAMES, Math.max(...lists.map(({ name }) => textWidth(name, 12)))) + 2 * GAP;
  const most = Math.max(1, ...lists.map((list) => ('pairs' in list ? 2 * list.pairs.length : list.faces.length)));
  const gaps = view.pairs ? (most / 2) * (APART + 2) : most * GAP;
  const tail = Math.max(0, ...lists.map(({ more }) => (more > 0 ? textWidth(`+ ${more}`, 12) + GAP : 0)));
  // A sheet decides on the side.
  const room = sheet.width === null ? Infinity : (sheet.width - names - gaps - tail - GAP) / most;
  const longer = Math.max(rows, cols);
  const side = Math.max(LEAST, Math.min(SIDE, (room * longer) / cols));
  const [w, h] = [(cols * side) / longer, (rows * side) / longer];
  const width = Math.max(sheet.width ?? 360, names + most * w + gaps + tail + GAP);
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
  const drawn = lists.flatMap((list, l): Shape[] => {
    const y = top + l * step;
    const name = text(GAP, y + h / 2 + 4, shortened(list.name, NAMES, 12), { fill: colours.secondary });
    if ('pairs' in list) {
      return [
        name,
        ...list.pairs.flatMap(([probe, reference], n) => {
          const x = names + n * (2 * w + 2 + APART);
          const frame = { part: 'pair', x: x - 2, y: y - 2, width: 2 * w + 6, height: h + 4, fill: 'none' };
          return [
            faceAt(probe, { x, y, width: w, height: h }),
            faceAt(reference, { x: x + w + 2, y, width: w, height: h }),
            ...(l === 0 ? [rect({ ...frame, stroke: accent, 'stroke-width': 2 })] : []),
          ];
        }),
      ];
    }
    const end = names + list.faces.length * (w + GAP);
    return [
      name,
      ...list.faces.flatMap(({ image: at, roles: own }, n) => {
        const box = { x: names + n * (w + GAP), y, width: w, height: h };
        return [faceAt(at, box), ...marks(own, box, accent, colours)];
      }),
      ...(list.more > 0 ? [text(end, y + h / 2 + 4, `+ ${list.more}`, { fill: colours.secondary })] : []),
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

function roles(subjects: readonly { readonly faces: readonly SplitFace[] }[]): ReadonlySet<SplitRole> {
  return new Set(subjects.flatMap(({ faces }) => faces.flatMap((face) => face.roles)));
}

/** What tells the role of an image. */
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
