/**
 * How an import reads a source: parts that evidence settles (decisions), and parts that are left to the user (doubts).
 * A layout yields both; `ImportSource` carries them, previews show them, and only an import without doubts is stored.
 */
import type { ImportRecipe } from '../images/importRecipe.ts';

/** Part of a reading. */
export type Aspect =
  /** Which arrays hold the images. */
  | 'variable'
  /** Along which axis the images lie. */
  | 'axis'
  | 'shape'
  /** Order of the stacked pixels. */
  | 'order'
  /** Where the subjects come from: an array, a column, names, folders, a list. */
  | 'subjects'
  /** Whether the first line of a table names its columns. */
  | 'header'
  /** Columns of a table that are no pixels. */
  | 'columns'
  /** Images of several sizes. */
  | 'sizes';

/** A part that needs no question. */
export interface Decision {
  readonly aspect: Aspect;
  /** The options that pin it: a script with these options decides nothing. Empty if the source itself states it. */
  readonly recipe: ImportRecipe;
  /** 'stated' by the source, 'evident' from its numbers or names, 'assumed' because nothing contradicts it. */
  readonly basis: 'stated' | 'evident' | 'assumed';
  /** A clause for the line after an import: "pixels stacked by columns, judged from the pictures". */
  readonly text: string;
}

/** One answer to a doubt. */
export interface ReadingChoice {
  /** The options that pick it. */
  readonly recipe: ImportRecipe;
  /** "By file name: 100 subjects". */
  readonly title: string;
  /** One sentence: "26 images each. The subject is m-001 in TrainDatabase/m-001-05.bmp." */
  readonly detail: string;
  readonly images: number;
  readonly subjects: number;
  /** Sentences for it: "All 2,600 names fit the pattern." */
  readonly evidence: readonly string[];
  /** Sentences against it: "Folders called train and test usually hold parts of a database, not people." */
  readonly concerns: readonly string[];
}

/** A part that the user has to settle. */
export interface Doubt {
  readonly aspect: Aspect;
  /** A question: "Who is a subject in this folder?" */
  readonly title: string;
  /** What leaves it open: `"TrainDatabase", "TestDatabase" look like sets, not persons.` */
  readonly text: string;
  /** At least two, the proposed one first; until the user chooses, previews show that one. */
  readonly choices: readonly ReadingChoice[];
}

/** What a layout knows of its own reading. */
export interface Judgement {
  readonly decisions: readonly Decision[];
  readonly doubts: readonly Doubt[];
}

export const NO_JUDGEMENT: Judgement = { decisions: [], doubts: [] };

/** The recipe with the options of every decision and, with `proposed`, of the first choice of every doubt. */
export function pinnedRecipe(recipe: ImportRecipe, { decisions, doubts }: Judgement, proposed = false): ImportRecipe {
  const choices = proposed ? doubts.map((doubt) => doubt.choices[0]) : [];
  const stated = Object.entries(recipe).filter(([, value]) => value !== undefined);
  return Object.assign({}, ...[...decisions, ...choices].map((part) => part.recipe), Object.fromEntries(stated));
}

/** The decisions as one sentence; empty if there are none. */
export function decisionsSentence(decisions: readonly Decision[]): string {
  if (decisions.length === 0) return '';
  const texts = decisions.map(({ text, basis }) => (basis === 'assumed' ? `${text} (assumed)` : text));
  const sentence = texts.join('; ');
  return `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
}
