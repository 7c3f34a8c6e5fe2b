/** Data of a confusion matrix: rows are the true subjects, columns the predicted ones. */
import type { StudyConfusion } from '../../study/table/confusion.ts';

export interface ConfusionCell {
  /** Indices into `subjects`. */
  readonly row: number;
  readonly column: number;
  /** Count. */
  readonly text: string;
  /** Opacity of the cell, by its share of the true subject's test images. */
  readonly opacity: number;
  /** Whether the cell is dark enough for light text. */
  readonly dark: boolean;
  /** "s1 as s4: 3 of 20 test images" */
  readonly reading: string;
}

export interface ConfusionMatrix {
  readonly description: string;
  /** Title that explains rows and columns. */
  readonly title: string;
  /** Subjects that are misclassified, or that others are misclassified as; order of rows and columns. */
  readonly subjects: readonly string[];
  /** Errors only. Correct classifications, on the diagonal, are outlined and not counted. */
  readonly cells: readonly ConfusionCell[];
}

/** Sizes shared by both painters, in pixels. */
export const CONFUSION_STYLE = { side: 20, font: 12, countFont: 10 } as const;

/** Opacity of the palest cell. */
const FAINTEST = 0.08;
/** Share of the darkest cell from which text is light. */
const LIGHT_TEXT_FROM = 0.45;

/**
 * `of`: method and data, which precede the explanation of rows and columns; absent if the page shows them elsewhere.
 */
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
