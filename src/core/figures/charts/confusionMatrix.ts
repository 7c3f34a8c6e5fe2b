/** Which subjects are misclassified as which, as data: rows are the true subjects, columns the answers. */
import type { StudyConfusion } from '../../study/table/confusion.ts';

export interface ConfusionCell {
  /** Places among `subjects`. */
  readonly row: number;
  readonly column: number;
  /** The count. */
  readonly text: string;
  /** Opacity of the cell, by the share of the true subject's test images. */
  readonly opacity: number;
  /** Whether the cell is so dark that its text is light. */
  readonly dark: boolean;
  /** "s1 as s4: 3 of 20 test images" */
  readonly reading: string;
}

export interface ConfusionMatrix {
  readonly description: string;
  /** What rows and columns are. */
  readonly title: string;
  /** The subjects that are misclassified or that others are misclassified as, down the rows and along the columns. */
  readonly subjects: readonly string[];
  /** Errors only: right answers, on the diagonal, are outlined and not counted. */
  readonly cells: readonly ConfusionCell[];
}

/** What both painters draw with, in pixels. */
export const CONFUSION_STYLE = { side: 20, font: 12, countFont: 10 } as const;

/** Of the palest cell. */
const FAINTEST = 0.08;
/** Shares of the darkest cell from which texts are light. */
const LIGHT_TEXT_FROM = 0.45;

/** `of`: method and data, before what rows and columns are; absent: the page names them elsewhere. */
export function confusionMatrix(
  { subjects, pairs }: Pick<StudyConfusion, 'subjects' | 'pairs'>,
  of?: string,
): ConfusionMatrix {
  const chosen = [...new Set(pairs.flatMap(({ truth, predicted }) => [truth, predicted]))].sort((a, b) => a - b);
  const place = new Map(chosen.map((subject, n) => [subject, n]));
  const greatest = Math.max(...pairs.map(({ count, tests }) => count / tests));
  return {
    description: `Confusions among ${chosen.length} subjects${of === undefined ? '' : `: ${of}`}`,
    title: `${of === undefined ? '' : `${of}. `}Row: true subject; column: answer`,
    subjects: chosen.map((subject) => subjects[subject]),
    cells: pairs.map(({ truth, predicted, count, tests }) => {
      const shade = count / tests / greatest;
      return {
        row: place.get(truth)!,
        column: place.get(predicted)!,
        text: String(count),
        opacity: FAINTEST + (1 - FAINTEST) * shade,
        dark: shade > LIGHT_TEXT_FROM,
        reading: `${subjects[truth]} as ${subjects[predicted]}: ${count} of ${tests} test images`,
      };
    }),
  };
}
