/** Collects the problems of a file and reports them in one error. */
import { asSentence } from '../formats/formatError.ts';
import { InvalidInputError } from '../methods/problems.ts';

/** Sentences that are said; the others are counted. */
const MOST = 12;
/** Entries of a list within a sentence. */
const LISTED = 8;

export interface ProblemCollector {
  readonly add: (sentence: string) => void;
  readonly any: () => boolean;
  /** Throws InvalidInputError with what was found, if anything. */
  readonly done: () => void;
}

/** Problems of the file of this name. */
export function problemCollector(file: string): ProblemCollector {
  const found: string[] = [];
  return {
    add: (sentence) => void found.push(asSentence(sentence)),
    any: () => found.length > 0,
    done() {
      if (found.length === 0) return;
      const more = found.length - MOST;
      const said = found.slice(0, MOST).map((sentence) => `${file}: ${sentence}`);
      if (more > 0) said.push(`${file}: ${more} more such problems.`);
      throw new InvalidInputError(said.map((message) => ({ path: 'file', message })));
    },
  };
}

/** "3, 7, 12 and 5 more" */
export function abbreviatedList(entries: readonly (string | number)[]): string {
  const shown = entries.slice(0, LISTED).join(', ');
  return entries.length > LISTED ? `${shown} and ${entries.length - LISTED} more` : shown;
}
