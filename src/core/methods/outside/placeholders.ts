/** Words that stand for a publication until there is one, which must not get into a bibliography. */
import { listed } from '../../text/words.ts';
import type { Citation } from '../method.ts';

/** As examples have them: "Your Name", "Author One", "A. Author", "Firstname Lastname". */
const AUTHOR =
  /^(your (own )?name|authors?( (one|two|name|\w))?|(\w\. )?author|first ?name last ?name|names?|todo|tbd|xxx|\?+)$/i;
/** "Title of the paper", "Your title", "Paper title", "TODO". */
const TITLE =
  /^((the )?title( of (the|this|your|my) (paper|article|publication|method))?|(your|paper|article) title|untitled|todo|tbd|xxx|\?+)$/i;

/** Fields of `method.json` that hold such words. */
export function placeholders({ authors, title }: Pick<Citation, 'authors' | 'title'>): string[] {
  return [
    ...(authors.some((name) => AUTHOR.test(name.trim())) ? ['citation.authors'] : []),
    ...(TITLE.test(title.trim()) ? ['citation.title'] : []),
  ];
}

/** What is wrong with such fields, for a message. */
export function placeholderProblem(fields: readonly string[]): string {
  return `expected the publication of the method in ${listed(fields)}, found placeholders.`;
}
