import { image, picture, text, type Drawing } from '../drawing/drawing.ts';
import type { Sheet } from '../drawingArea.ts';
import type { FacePixels } from '../facePixels.ts';
import { ground, figureColours, type FigureTheme } from './theme.ts';
import { textWidth, wrapped } from './textWidth.ts';

interface FaceCell {
  readonly face: FacePixels;
  /** Text below the face; may be empty. */
  readonly caption: string;
}

/** Faces in rows and columns, such as reconstructions at several sizes of the code. */
export interface FaceMatrix {
  readonly title: string;
  /** Headings of the columns. */
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** One per column; null if empty. */
    readonly cells: readonly (FaceCell | null)[];
  }[];
  readonly note: string;
}

/** Longer side of a face in units: on screen, and minimum and maximum on a sheet. */
const SIDE = 84;
const LEAST = 20;
const GAP = 10;
const LINE = 16;
const SMALL = 11;

/** Draws rows of faces, each row with a name and each face with a caption. */
export function drawFaceMatrix({ title, columns, rows, note }: FaceMatrix, theme: FigureTheme, sheet: Sheet): Drawing {
  const colours = figureColours(theme);
  const faces = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []));
  const [{ face: first }] = faces;
  const longer = Math.max(first.rows, first.cols);
  const captions = faces.map(({ caption }) => textWidth(caption, SMALL));
  const heads = columns.map((words) => textWidth(words, 12));
  const names = GAP + Math.max(...rows.map(({ name }) => textWidth(name, 12))) + GAP;
  // A sheet determines the side; captions wider than their faces increase the spacing.
  const room = sheet.width === null ? Infinity : (sheet.width - names) / columns.length - GAP;
  const side = Math.max(LEAST, Math.min(SIDE, (room * longer) / first.cols));
  const [w, h] = [(first.cols * side) / longer, (first.rows * side) / longer];
  const step = GAP + Math.max(w, ...heads, ...captions);
  const captioned = faces.some(({ caption }) => caption !== '');
  const down = h + GAP + (captioned ? LINE : 0);
  const width = Math.max(names + columns.length * step, sheet.width ?? 360);
  const titles = wrapped(title, width - 2 * GAP, 12);
  const notes = wrapped(note, width - 2 * GAP, 12);
  const head = 24 + titles.length * LINE;
  const top = head + 10;
  const bottom = top + rows.length * down;
  const middle = (column: number): number => names + column * step + step / 2;
  const centred = { 'text-anchor': 'middle' } as const;
  return picture(width, bottom + 4 + notes.length * LINE, title, [
    ground(width, bottom + 4 + notes.length * LINE, colours),
    ...titles.map((words, l) => text(GAP, 18 + l * LINE, words, { fill: colours.text, 'font-weight': 600 })),
    ...columns.map((words, c) => text(middle(c), head, words, { part: 'column name', fill: colours.text, ...centred })),
    ...rows.flatMap(({ name, cells }, r) => {
      const y = top + r * down;
      return [
        text(GAP, y + h / 2 + 4, name, { part: 'row name', fill: colours.text }),
        ...cells.flatMap((cell, c) => {
          if (!cell) return [];
          const look = { part: 'caption', fill: colours.secondary, 'font-size': SMALL, ...centred } as const;
          return [
            image({ x: middle(c) - w / 2, y, width: w, height: h }, cell.face),
            ...(cell.caption === '' ? [] : [text(middle(c), y + h + 13, cell.caption, look)]),
          ];
        }),
      ];
    }),
    ...notes.map((words, l) => text(GAP, bottom + 10 + l * LINE, words, { fill: colours.secondary })),
  ]);
}
