/** Explains a misclassified test image: its distances to the best image of every subject under two methods. */
import { z } from 'zod';
import { field } from '../../field.ts';
import { shapeText } from '../../methods/latent/latentShape.ts';
import type { StudyTable } from '../../study/table/table.ts';
import { selectedCell, selectedEntry } from '../../study/table/chosenShapes.ts';
import { plural } from '../../text/phrases.ts';
import { facesOf, type FacePixels } from '../facePixels.ts';
import { condition, selection, twoLabels } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { type CellQuery, FigureRefusal, figureContext, type FigureSource } from '../figureSource.ts';
import { axisOf, placesOn, roundScale } from '../charts/axis.ts';
import { image, line, path, picture, rect, text, type Drawing, type Shape } from '../drawing/drawing.ts';
import type { Sheet } from '../drawingArea.ts';
import { ground, figureColours, type FigureTheme } from '../painters/theme.ts';
import { textWidth, wrapped } from '../painters/textWidth.ts';

// Data of the figure.

/** Distance of the test image to one subject. */
export interface SubjectBar {
  readonly name: string;
  readonly distance: number;
  /** 'right': its true subject; 'answer': the subject it was misclassified as; 'other': that of the other method. */
  readonly mark: 'right' | 'answer' | 'other' | null;
}

export interface MistakeStrip {
  readonly label: string;
  readonly shape: string;
  readonly answer: string;
  readonly correct: boolean;
  /** In the order of the first method, nearest first. */
  readonly bars: readonly SubjectBar[];
  /** Best image of its true subject; null if the gallery has none. */
  readonly right: FacePixels | null;
  readonly matched: FacePixels;
}

export interface MistakeView {
  readonly title: string;
  readonly probe: FacePixels;
  readonly truth: string;
  readonly axis: string;
  readonly strips: readonly MistakeStrip[];
  readonly note: string;
}

// Painter: faces, and a strip of bars per method with one bar per subject.

const SIDE = 64;
const GAP = 8;
const LINE = 16;
const STRIP = 104;
/** Between the lines of names below a strip: at most three names, of the right subject and of two answers. */
const NAME_ROW = 13;
const WIDTH = 720;
/** Bluish green and vermilion of Okabe and Ito. */
const RIGHT = '#009e73';
const WRONG = '#d55e00';

function drawMistake(
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
  // Faces are next to the strip if there is room, otherwise above it.
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
  const taken: (readonly [row: number, from: number, to: number])[] = [];
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
    ...marked.flatMap(({ name, mark, x }): Shape[] => {
      const words = mark === 'right' ? `${name}, right` : name;
      const half = textWidth(words, 11) / 2;
      const at = Math.min(right - half, Math.max(left - 36 + half, x));
      const row = freeRow(taken, at - half - GAP / 2, at + half + GAP / 2);
      const tip = [
        [x, bottom + 2],
        [x - 3, bottom + 7],
        [x + 3, bottom + 7],
      ] as const;
      const style = { part: `${mark} name`, fill: colours.text, 'font-size': 11, 'text-anchor': 'middle' } as const;
      return [
        path([...tip, tip[0]], { fill: markOf[mark], stroke: 'none' }),
        text(at, bottom + 17 + row * NAME_ROW, words, style),
      ];
    }),
  ];
}

/** The first row with room between two places for a name, which takes it: names never overlap. */
function freeRow(taken: (readonly [row: number, from: number, to: number])[], from: number, to: number): number {
  const free =
    [0, 1, 2].find((row) => taken.every(([at, start, end]) => at !== row || to <= start || from >= end)) ?? 0;
  taken.push([free, from, to]);
  return free;
}

/** Maximum number of subjects; marked ones are always drawn. */
const MOST = 40;
/** Longer side of a face in a file, in pixels. */
const PIXELS = 96;

interface MistakeQuery {
  readonly table: StudyTable;
  readonly condition: { readonly key: string; readonly title: string };
  readonly image: number;
  readonly repeat: number;
  readonly questions: readonly CellQuery<'subjects'>[];
}

export const mistake = declareFigure({
  kind: 'mistake',
  title: 'Why this mistake',
  help: 'The distances of a test image to the best image of every subject under two methods.',
  icon: 'M2 3H8V13H2V3M16 3H22V13H16V3M10 6.5H14M10 9.5H14M13.5 4.5L10.5 11.5',
  studies: 'one',
  fields: {
    condition,
    labels: twoLabels,
    selection,
    image: field(z.int().min(0).optional(), {
      title: 'Image',
      help: 'number of the test image, from 0 (default: the first that one of both methods misses)',
    }),
    repeat: field(z.int().min(1).optional(), {
      title: 'Repeat',
      help: 'repeat in which it is tested (default: the first)',
    }),
  },
  questions: (figure, source) => mistakeQuery(figure, source).questions,
  read(figure, source): MistakeView {
    const { table, condition, image, repeat, questions } = mistakeQuery(figure, source);
    const { train, gallery = train } = source.split(condition.key, repeat);
    const { labels, subjects } = source.facts();
    const truth = labels[image];
    const subjectAt = (place: number): number => labels[gallery[place]];
    const answers = questions.map((question, n) => {
      const answer = source.fitted(question);
      if ('refused' in answer) throw new FigureRefusal(`${question.cell.label}: ${answer.refused}`);
      const top = Math.max(...answer.best.map(({ score }) => score));
      // Scores from distances are negative; for other scores the gap to the best one is shown.
      const distances = top < 0;
      const farOf = (score: number): number => (distances ? score / top : top - score);
      const bySubject = new Map(
        answer.best.map(({ place, score }) => [subjectAt(place), { place, far: farOf(score) }]),
      );
      const { shape } = question.cell;
      return { label: figure.labels[n], shape: shapeText(shape), matched: answer.matched, distances, bySubject };
    });
    const [first] = answers;
    const nearest = answers.map(({ bySubject }) =>
      [...bySubject].sort((a, b) => a[1].far - b[1].far).map(([at]) => at),
    );
    const marked = [truth, ...answers.map(({ matched }) => subjectAt(matched))];
    const visibleSubjects = new Set([...marked.filter((at) => first.bySubject.has(at)), ...nearest[0].slice(0, MOST)]);
    const order = nearest[0].filter((at) => visibleSubjects.has(at));
    const places = answers.flatMap(({ matched, bySubject }) => [matched, bySubject.get(truth)?.place ?? matched]);
    const [probe, ...faces] = facesOf(source.faces([image, ...places.map((place) => gallery[place])], PIXELS));
    const all = nearest[0].length;
    const left = all > order.length ? ` The nearest ${order.length} of ${plural(all, 'subject')}.` : '';
    return {
      title: `Test image no. ${image}, subject ${subjects[truth]}, ${condition.title}, repeat ${repeat}, ${table.dataset}`,
      probe,
      truth: subjects[truth],
      axis: answers.every(({ distances }) => distances) ? 'Distance, nearest = 1' : 'Score behind the best',
      strips: answers.map(({ label, shape, matched, bySubject }, n): MistakeStrip => {
        const answer = subjectAt(matched);
        return {
          label,
          shape,
          answer: subjects[answer],
          correct: answer === truth,
          bars: order.map((at) => ({
            name: subjects[at],
            distance: bySubject.get(at)?.far ?? 0,
            mark: at === truth ? 'right' : at === answer ? 'answer' : marked.includes(at) ? 'other' : null,
          })),
          right: bySubject.has(truth) ? faces[2 * n + 1] : null,
          matched: faces[2 * n],
        };
      }),
      note:
        `To the best gallery image of each subject, as the classifier compares them (Euclidean: squares); ` +
        `subjects in the order of ${first.label}, nearest first.${left}`,
    };
  },
  draw: (view, { theme, sheet }) => drawMistake(view, theme, sheet),
});

type MistakeSpec = Parameters<typeof figureContext>[1] & {
  readonly labels: readonly string[];
  readonly selection: 'oracle' | 'validated';
  readonly image?: number;
  readonly repeat?: number;
};

/** Queries to the cells of both methods in a repeat that tests the image. Throws FigureRefusal like a figure. */
function mistakeQuery(figure: MistakeSpec, source: FigureSource): MistakeQuery {
  const { table, condition } = figureContext(source, figure);
  const { methods, splits } = source.answers(table, condition.key, figure.labels, figure.selection);
  const unknown = figure.labels.find((label) => !methods.includes(label));
  if (unknown !== undefined || splits.length === 0) {
    throw new FigureRefusal('Both methods need finished repeats in common whose answers for single images are known.');
  }
  const wanted = splits.filter(
    ({ repeat, test }) =>
      (figure.repeat ?? repeat) === repeat && (figure.image === undefined || Array.from(test).includes(figure.image)),
  );
  if (wanted.length === 0) {
    throw new FigureRefusal('No repeat that both methods have finished tests this image.', 'figure.image');
  }
  const miss = figure.image === undefined ? firstMiss(wanted) : { ...wanted[0], image: figure.image };
  if (!miss) throw new FigureRefusal(`Neither method misclassifies an image in ${condition.title}.`);
  const { repeat, image } = miss;
  const column = table.conditions.findIndex(({ key }) => key === condition.key);
  const probe = Array.from(miss.test).indexOf(image);
  const questions = figure.labels.map((label): CellQuery<'subjects'> => {
    const { entries } = table.rows.find((row) => row.label === label)!;
    const cell = selectedCell(label, selectedEntry(entries[column], figure.selection), repeat)!;
    return { cell: { ...cell, condition: condition.key, repeat }, name: 'subjects', question: { probe } };
  });
  return { table, condition, image, repeat, questions };
}

type Splits = ReturnType<FigureSource['answers']>['splits'];

/**
 * The first image that one of the methods misclassifies and another does not, otherwise the first that any
 * misclassifies.
 */
function firstMiss(splits: Splits): (Splits[number] & { readonly image: number }) | null {
  for (const enough of [
    (missed: boolean[]) => new Set(missed).size > 1,
    (missed: boolean[]) => missed.includes(true),
  ]) {
    for (const split of splits) {
      const at = Array.from(split.test).findIndex((_, i) => enough(split.wrong.map((wrong) => wrong[i])));
      if (at >= 0) return { ...split, image: split.test[at] };
    }
  }
  return null;
}
