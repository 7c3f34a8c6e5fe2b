/** Collects the problems of a file and reports them in one error. */
import { asSentence } from '../formats/formatError.ts';
import { InvalidInputError } from '../methods/problems.ts';

/** Maximum number of reported sentences; further ones are counted. */
const MOST = 12;
/** Maximum entries of a list in a sentence. */
const LISTED = 8;

export interface ProblemCollector {
  readonly add: (sentence: string) => void;
  readonly any: () => boolean;
  /** Throws InvalidInputError with the collected problems, if any. */
  readonly done: () => void;
}

/** Collects problems of the file with this name. */
export function problemCollector(file: string): ProblemCollector {
  const problems: string[] = [];
  return {
    add: (sentence) => void problems.push(asSentence(sentence)),
    any: () => problems.length > 0,
    done() {
      if (problems.length === 0) return;
      const more = problems.length - MOST;
      const said = problems.slice(0, MOST).map((sentence) => `${file}: ${sentence}`);
      if (more > 0) said.push(`${file}: ${more} more such problems.`);
      throw new InvalidInputError(said.map((message) => ({ path: 'file', message })));
    },
  };
}

/** "3, 7, 12 and 5 more" */
export function abbreviatedList(entries: readonly (string | number)[]): string {
  const listed = entries.slice(0, LISTED).join(', ');
  return entries.length > LISTED ? `${listed} and ${entries.length - LISTED} more` : listed;
}
