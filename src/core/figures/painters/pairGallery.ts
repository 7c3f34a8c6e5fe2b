/** Draws pairs of faces in rows, those of a group under its heading. */
import { image, picture, text, type Drawing, type Shape } from '../drawing/drawing.ts';
import type { Sheet } from '../page/sheet.ts';
import type { FacePixels } from '../faces/facePixels.ts';
import { ground, figureColours, type FigureTheme } from './theme.ts';
import { shortened, textWidth, wrapped } from './textWidth.ts';

export interface FacePair {
  readonly faces: readonly [FacePixels, FacePixels];
  /** Who is compared, and how alike. */
  readonly names: string;
  readonly value: string;
}

export interface PairGallery {
  readonly title: string;
  readonly groups: readonly { readonly heading: string; readonly pairs: readonly FacePair[] }[];
  readonly note: string;
}

/** Units of a face's longer side. */
const SIDE = 64;
/** Between the faces of a pair, and between pairs. */
const INNER = 2;
const GAP = 16;
const EDGE = 10;
const LINE = 16;
const SMALL = 11;
/** Pairs in a row on the screen. */
const ACROSS = 5;

export function drawPairGallery({ title, groups, note }: PairGallery, theme: FigureTheme, sheet: Sheet): Drawing {
  const colours = figureColours(theme);
  const pairs = groups.flatMap((group) => group.pairs);
  const [first] = pairs[0].faces;
  const scale = SIDE / Math.max(first.rows, first.cols);
  const [w, h] = [first.cols * scale, first.rows * scale];
  const cell = Math.max(2 * w + INNER, ...pairs.map(({ value }) => textWidth(value, SMALL))) + GAP;
  const fitting = sheet.width === null ? ACROSS : Math.max(1, Math.floor((sheet.width - 2 * EDGE + GAP) / cell));
  const width = sheet.width ?? 2 * EDGE + ACROSS * cell - GAP;
  const titles = wrapped(title, width - 2 * EDGE, 12);
  const shapes: Shape[] = titles.map((words, l) =>
    text(EDGE, 18 + l * LINE, words, { fill: colours.text, 'font-weight': 600 }),
  );
  const step = h + 2 * LINE + 12;
  let top = 12 + titles.length * LINE;
  for (const { heading, pairs: own } of groups) {
    const heads = wrapped(heading, width - 2 * EDGE, 12);
    shapes.push(
      ...heads.map((words, l) => text(EDGE, top + 12 + l * LINE, words, { part: 'heading', fill: colours.text })),
    );
    top += 12 + heads.length * LINE - 4;
    own.forEach(({ faces, names, value }, n) => {
      const [x, y] = [EDGE + (n % fitting) * cell, top + Math.floor(n / fitting) * step];
      const look = { part: 'caption', 'font-size': SMALL } as const;
      shapes.push(
        ...faces.map((face, f) => image({ x: x + f * (w + INNER), y, width: w, height: h }, face)),
        text(x, y + h + 13, shortened(names, cell - GAP, SMALL), { ...look, fill: colours.text }),
        text(x, y + h + 13 + LINE - 2, value, { ...look, fill: colours.secondary }),
      );
    });
    top += Math.ceil(own.length / fitting) * step;
  }
  const notes = wrapped(note, width - 2 * EDGE, SMALL);
  shapes.push(
    ...notes.map((words, l) =>
      text(EDGE, top + 12 + l * LINE, words, { part: 'note', fill: colours.secondary, 'font-size': SMALL }),
    ),
  );
  const height = top + 8 + notes.length * LINE;
  return picture(width, height, title, [ground(width, height, colours), ...shapes]);
}
