/** Pairs that a method decides wrongly with the highest confidence: accepted impostors and rejected genuine pairs. */
import { z } from 'zod';
import { field } from '../../field.ts';
import { shapeText } from '../../methods/latent/latentShape.ts';
import type { WrongDecisions, WrongPair } from '../../study/model/wrongPairs.ts';
import { plural } from '../../text/phrases.ts';
import { facesOf, type FacePixels } from '../facePixels.ts';
import { condition, label, repeatOfPairs, selection } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import { type CellQuery, FigureRefusal, type FigureSource, cellsOfRepeat, type RepeatQuery } from '../figureSource.ts';
import { image, picture, text, type Drawing, type Shape } from '../drawing/drawing.ts';
import type { Sheet } from '../drawingArea.ts';
import { ground, figureColours, type FigureTheme } from '../painters/theme.ts';
import { shortened, textWidth, wrapped } from '../painters/textWidth.ts';

// Draws pairs of faces in rows, grouped under headings.

export interface FacePair {
  readonly faces: readonly [FacePixels, FacePixels];
  /** Names of the compared subjects, and the similarity. */
  readonly names: string;
  readonly value: string;
}

export interface PairGallery {
  readonly title: string;
  readonly groups: readonly { readonly heading: string; readonly pairs: readonly FacePair[] }[];
  readonly note: string;
}

/** Longer side of a face, in units. */
const SIDE = 64;
/** Gaps between the faces of a pair, and between pairs. */
const INNER = 2;
const GAP = 16;
const EDGE = 10;
const LINE = 16;
const SMALL = 11;
/** Pairs per row on screen. */
const ACROSS = 5;

function drawPairGallery({ title, groups, note }: PairGallery, theme: FigureTheme, sheet: Sheet): Drawing {
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
  for (const { heading, pairs } of groups) {
    const heads = wrapped(heading, width - 2 * EDGE, 12);
    shapes.push(
      ...heads.map((words, l) => text(EDGE, top + 12 + l * LINE, words, { part: 'heading', fill: colours.text })),
    );
    top += 12 + heads.length * LINE - 4;
    pairs.forEach(({ faces, names, value }, n) => {
      const [x, y] = [EDGE + (n % fitting) * cell, top + Math.floor(n / fitting) * step];
      const look = { part: 'caption', 'font-size': SMALL } as const;
      shapes.push(
        ...faces.map((face, f) => image({ x: x + f * (w + INNER), y, width: w, height: h }, face)),
        text(x, y + h + 13, shortened(names, cell - GAP, SMALL), { ...look, fill: colours.text }),
        text(x, y + h + 13 + LINE - 2, value, { ...look, fill: colours.secondary }),
      );
    });
    top += Math.ceil(pairs.length / fitting) * step;
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

/** Longer side of a face in a file, in pixels. */
const PIXELS = 96;

export const wrongPairs = declareFigure({
  kind: 'wrong-pairs',
  title: 'Wrong pairs',
  help: 'The pairs that one method decides wrongly with the most confidence, with their scores.',
  icon: 'M2 2H7V8H2V2M8 2H13V8H8V2M16 3L21 8M21 3L16 8M2 14H22',
  studies: 'one',
  fields: {
    label,
    condition,
    selection,
    repeat: repeatOfPairs,
    images: field(z.int().min(1).max(100).default(10), {
      title: 'Pairs',
      help: 'how many pairs of each kind are drawn, 1 to 100 (default: 10)',
    }),
  },
  questions: (figure, source) => [wrongPairsQuery(figure, source).question],
  read(figure, source): PairGallery {
    const { groups, ...said } = readWrongPairs(figure, source);
    const images = groups.flatMap(({ pairs }) => pairs.flatMap(({ probe, reference }) => [probe, reference]));
    const faces = facesOf(source.faces(images, PIXELS));
    let next = 0;
    const withFaces = ({ names, value }: NamedPair): FacePair => {
      return { faces: [faces[next++], faces[next++]], names: names.join(' · '), value };
    };
    return { ...said, groups: groups.map(({ heading, pairs }) => ({ heading, pairs: pairs.map(withFaces) })) };
  },
  draw: (gallery, { theme, sheet }) => drawPairGallery(gallery, theme, sheet),
});

export const wrongPairsSpecSchema = wrongPairs.schema;
export type WrongPairsSpec = z.infer<typeof wrongPairsSpecSchema>;

/** A pair by the positions of its images, the subjects on them (one name if they are the same), and its distance. */
export interface NamedPair {
  readonly probe: number;
  readonly reference: number;
  readonly names: readonly string[];
  readonly value: string;
}

/** Content of the figure. */
export interface NamedPairs {
  readonly title: string;
  readonly groups: readonly { readonly heading: string; readonly pairs: readonly NamedPair[] }[];
  readonly note: string;
}

/** Throws FigureRefusal with the reason of the cell, and if no pair is decided wrongly. */
export function readWrongPairs(figure: WrongPairsSpec, source: FigureSource): NamedPairs {
  const { where, question } = wrongPairsQuery(figure, source);
  const answer = source.fitted(question);
  if ('refused' in answer) throw new FigureRefusal(`${figure.label}: ${answer.refused}`);
  const { threshold, rate, distances, accepted, rejected } = answer;
  if (accepted.wrong + rejected.wrong === 0) {
    throw new FigureRefusal(`${figure.label} decides no pair wrongly in ${where}.`);
  }
  const { labels, subjects } = source.facts();
  const named = ({ probe, reference, score }: WrongPair): NamedPair => ({
    ...{ probe, reference },
    names: [...new Set([probe, reference].map((image) => subjects[labels[image]]))],
    value: distances ? timesText(score / threshold) : scoreText(score, threshold),
  });
  const groupOf = (words: string, kind: string, { shown, wrong, pairs }: WrongDecisions) => {
    const share = ((100 * wrong) / pairs).toFixed(1);
    const counts = `${wrong.toLocaleString('en-GB')} of ${plural(pairs, `${kind} pair`)}`;
    return { heading: `${words}: ${counts} (${share}%)`, pairs: shown.map(named) };
  };
  const order =
    accepted.spread || rejected.spread ? ', two pairs of the same people at most before those of others' : '';
  return {
    title: `Wrong pairs of ${figure.label} ${shapeText(question.cell.shape)}, ${where}`,
    groups: [groupOf('Accepted', 'impostor', accepted), groupOf('Rejected', 'genuine', rejected)].filter(
      (group) => group.pairs.length > 0,
    ),
    note:
      `At the threshold of equal error rates of this repeat (${(100 * rate).toFixed(1)}%), ` +
      `the farthest from it first${order}. ` +
      (distances ? 'Distances as multiples of the threshold.' : 'Scores, and how far they are from the threshold.'),
  };
}

/** "0.42 × threshold" */
function timesText(times: number): string {
  return `${times.toFixed(2)} × threshold`;
}

/** "0.812 (+0.24)" */
function scoreText(score: number, threshold: number): string {
  const far = score - threshold;
  return `${Number(score.toPrecision(3))} (${far < 0 ? '−' : '+'}${Number(Math.abs(far).toPrecision(2))})`;
}

function wrongPairsQuery(
  { label: one, images, ...figure }: Omit<RepeatQuery, 'label'> & { label: string; images: number },
  source: FigureSource,
) {
  const { where, cells } = cellsOfRepeat({ ...figure, labels: [one] }, source);
  const question: CellQuery<'wrongPairs'> = { cell: cells[0].cell, name: 'wrongPairs', question: { most: images } };
  return { where, question };
}
