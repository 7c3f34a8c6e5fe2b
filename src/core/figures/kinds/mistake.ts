/** Why a test image is misclassified: its distances to the best image of every subject under two methods. */
import { z } from 'zod';
import { shapeText } from '../../methods/latent/latentShape.ts';
import type { StudyTable } from '../../study/table/table.ts';
import { selectedCell, selectedEntry } from '../../study/table/chosen.ts';
import { plural } from '../../text/words.ts';
import { facesOf } from '../faces/facePixels.ts';
import { condition, selection, twoLabels } from '../fields.ts';
import { declareFigure } from '../figure.ts';
import type { CellQuery } from '../fitted.ts';
import type { MistakeStrip, MistakeView } from '../faces/mistakeView.ts';
import { drawMistake } from '../painters/mistake.ts';
import { FigureRefusal, figureContext, type FigureSource } from '../source.ts';

/** Subjects that are drawn: the nearest under either method, and those that are marked. */
const MOST = 40;
/** Pixels of a face's longer side in a file. */
const PIXELS = 96;

interface Asked {
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
    image: {
      schema: z.int().min(0).optional(),
      ask: {
        kind: 'number',
        title: 'Image',
        help: 'number of the test image, from 0 (default: the first that one of both methods misses)',
      },
    },
    repeat: {
      schema: z.int().min(1).optional(),
      ask: { kind: 'number', title: 'Repeat', help: 'repeat in which it is tested (default: the first)' },
    },
  },
  questions: (figure, source) => asked(figure, source).questions,
  read(figure, source): MistakeView {
    const { table, condition, image, repeat, questions } = asked(figure, source);
    const { train, gallery = train } = source.split(condition.key, repeat);
    const { labels, subjects } = source.facts();
    const truth = labels[image];
    const subjectAt = (place: number): number => labels[gallery[place]];
    const answers = questions.map((question, n) => {
      const answer = source.fitted(question);
      if ('refused' in answer) throw new FigureRefusal(`${question.cell.label}: ${answer.refused}`);
      const top = Math.max(...answer.best.map(({ score }) => score));
      // Scores of distances are negative; of others the way to the best one is shown.
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
    const shown = new Set([...marked.filter((at) => first.bySubject.has(at)), ...nearest[0].slice(0, MOST)]);
    const order = nearest[0].filter((at) => shown.has(at));
    const places = answers.flatMap(({ matched, bySubject }) => [matched, bySubject.get(truth)?.place ?? matched]);
    const [probe, ...faces] = facesOf(source.faces([image, ...places.map((place) => gallery[place])], PIXELS));
    const all = nearest[0].length;
    const left = all > order.length ? ` The nearest ${order.length} of ${plural(all, 'subject')}.` : '';
    return {
      title: `Test image ${image} of ${subjects[truth]}, ${condition.title}, repeat ${repeat}, ${table.dataset}`,
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

/** The cells of both methods in a repeat that tests the image. Throws FigureRefusal as a figure does. */
function asked(figure: MistakeSpec, source: FigureSource): Asked {
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
  const found = figure.image === undefined ? firstMiss(wanted) : { ...wanted[0], image: figure.image };
  if (!found) throw new FigureRefusal(`Neither method misclassifies an image in ${condition.title}.`);
  const { repeat, image } = found;
  const column = table.conditions.findIndex(({ key }) => key === condition.key);
  const probe = Array.from(found.test).indexOf(image);
  const questions = figure.labels.map((label): CellQuery<'subjects'> => {
    const { entries } = table.rows.find((row) => row.label === label)!;
    const cell = selectedCell(label, selectedEntry(entries[column], figure.selection), repeat)!;
    return { cell: { ...cell, condition: condition.key, repeat }, name: 'subjects', question: { probe } };
  });
  return { table, condition, image, repeat, questions };
}

type Splits = ReturnType<FigureSource['answers']>['splits'];

/** The first image that one of the methods misses and another does not, else the first that any misses. */
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
