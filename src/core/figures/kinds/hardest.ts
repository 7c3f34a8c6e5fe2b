/** Test images that most methods misclassify, as faces with the number of methods below each. */
import { z } from 'zod';
import { field } from '../../field.ts';
import { plural } from '../../text/phrases.ts';
import { image, picture, text } from '../drawing/drawing.ts';
import { facesOf } from '../facePixels.ts';
import { condition, labels, selection } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { ground, figureColours } from '../painters/theme.ts';
import { textWidth, wrapped } from '../painters/textWidth.ts';
import { FigureRefusal, figureContext, type FigureSource, type ImagePredictions } from '../figureSource.ts';
import type { EntryPlace } from '../../study/table/grid.ts';
import type { StudyTable } from '../../study/table/table.ts';

export interface HardImage {
  readonly image: number;
  /** Mean number of methods that misclassify it, over the repeats that test it. */
  readonly methods: number;
  /** Number of repeats that test it. */
  readonly repeats: number;
}

/** Images that any method misclassifies, by descending number of methods, then by index. */
export function hardImages(splits: readonly ImagePredictions[]): HardImage[] {
  const counts = new Map<number, { misses: number; repeats: number }>();
  for (const { test, wrong } of splits) {
    Array.from(test).forEach((at, i) => {
      const previous = counts.get(at) ?? { misses: 0, repeats: 0 };
      const misses = wrong.filter((one) => one[i]).length;
      counts.set(at, { misses: previous.misses + misses, repeats: previous.repeats + 1 });
    });
  }
  return [...counts]
    .map(([at, { misses, repeats }]) => ({ image: at, methods: misses / repeats, repeats }))
    .filter(({ methods }) => methods > 0)
    .sort((a, b) => b.methods - a.methods || a.image - b.image);
}

/** Hard images of a condition, and the methods that were asked. Throws FigureRefusal without answers for images. */
export function readHardImages(
  figure: {
    readonly condition?: string;
    readonly labels?: readonly string[];
    readonly selection: EntryPlace['selection'];
  },
  source: FigureSource,
): {
  readonly table: StudyTable;
  readonly title: string;
  readonly methods: readonly string[];
  readonly hard: HardImage[];
} {
  const { table, condition } = figureContext(source, figure);
  const requestedLabels = table.rows
    .map(({ label }) => label)
    .filter((label) => figure.labels?.includes(label) ?? true);
  const { methods, splits } = source.answers(table, condition.key, requestedLabels, figure.selection);
  if (splits.length === 0) throw new FigureRefusal('No method has answers for single images in this condition.');
  return { table, title: condition.title, methods, hard: hardImages(splits) };
}

/** Longer side of a face: pixels in a file, and units of the drawing. */
const PIXELS = 96;
const SIDE = 56;
const GAP = 10;
const LINE = 16;
/** Faces per row on screen. */
const ACROSS = 10;

export const hardest = declareFigure({
  kind: 'hardest',
  title: 'Hardest images',
  help: 'The test images that most methods misclassify, with the number of methods under each.',
  icon: 'M2 2H10V14H2V2M14 2H22V14H14V2M4.5 6.5L7.5 9.5M7.5 6.5L4.5 9.5M16.5 6.5L19.5 9.5M19.5 6.5L16.5 9.5',
  studies: 'one',
  fields: {
    condition,
    labels,
    selection,
    images: field(z.int().min(1).max(200).default(20), {
      title: 'Images',
      help: 'how many are drawn, 1 to 200 (default: 20)',
    }),
  },
  read(figure, source) {
    const { table, title, methods, hard: all } = readHardImages(figure, source);
    const hard = all.slice(0, figure.images);
    if (hard.length === 0) throw new FigureRefusal(`No method misclassifies an image in ${title}.`);
    const faces = facesOf(
      source.faces(
        hard.map(({ image: at }) => at),
        PIXELS,
      ),
    );
    const tests = Math.max(...hard.map(({ repeats }) => repeats));
    const whole = hard.every(({ methods: count }) => Number.isInteger(count));
    return {
      title: `Hardest test images, ${title}, ${table.dataset}`,
      faces: hard.map(({ methods: count }, n) => ({
        face: faces[n],
        count: whole ? String(count) : count.toFixed(1),
      })),
      note:
        `How many of ${plural(methods.length, 'method')} misclassify the image` +
        `${tests > 1 ? ', on average over the repeats that test it' : ''}: ${methods.join(', ')}.`,
    };
  },
  draw({ title, faces, note }, { theme, sheet }) {
    const colours = figureColours(theme);
    const [{ face: first }] = faces;
    const scale = SIDE / Math.max(first.rows, first.cols);
    const [w, h] = [first.cols * scale, first.rows * scale];
    const cell = GAP + Math.max(w, ...faces.map(({ count }) => textWidth(count, 12)));
    const most = sheet.width === null ? ACROSS : Math.floor((sheet.width - GAP) / cell);
    const columns = Math.max(1, Math.min(faces.length, most));
    const width = Math.max(sheet.width ?? 360, GAP + columns * cell);
    const titles = wrapped(title, width - 2 * GAP, 12);
    const notes = wrapped(note, width - 2 * GAP, 12);
    const top = 12 + titles.length * LINE;
    const step = h + LINE + GAP;
    const bottom = top + Math.ceil(faces.length / columns) * step;
    const height = bottom + 4 + notes.length * LINE;
    return picture(width, height, title, [
      ground(width, height, colours),
      ...titles.map((words, l) => text(GAP, 18 + l * LINE, words, { fill: colours.text, 'font-weight': 600 })),
      ...faces.flatMap(({ face, count }, n) => {
        const [x, y] = [GAP + (n % columns) * cell, top + Math.floor(n / columns) * step];
        const under = { part: 'count', fill: colours.text, 'text-anchor': 'middle' } as const;
        return [image({ x, y, width: w, height: h }, face), text(x + w / 2, y + h + 13, count, under)];
      }),
      ...notes.map((words, l) => text(GAP, bottom + 10 + l * LINE, words, { fill: colours.secondary })),
    ]);
  },
});
