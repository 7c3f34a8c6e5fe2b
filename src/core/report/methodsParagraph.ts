/** What a study did, as prose for the methods section, with the keys of the BibTeX entries. */
import type { Citation, Method } from '../methods/method.ts';
import { ELSEWHERE } from '../methods/elsewhere.ts';
import { findMethod } from '../methods/registry.ts';
import type { StudyTable } from '../study/table/table.ts';
import { listed } from '../text/words.ts';
import { bibtex } from './bibtex.ts';

/** One paragraph: methods with citations, latent dimensions, then everything that the footer of the table states. */
export function methodsParagraph(table: StudyTable): string {
  const names = table.rows.map(({ label, methodId }) => {
    const method = findMethod(methodId);
    if (!method || methodId === ELSEWHERE) return label;
    const written = label === method.title ? label : `${label}: ${method.title}`;
    return `${method.fullName} (${written}) [@${method.citation.key}]`;
  });
  const compared = `${names.length === 1 ? 'Evaluated was' : 'Compared were'} ${listed(names)} on ${table.dataset}.`;
  return `${[compared, ...table.footer.map(asProse).filter((sentence) => sentence !== '')].join(' ')}\n`;
}

/** BibTeX of the publications behind the methods of a table, each once. */
export function studyBibtex(table: StudyTable): string {
  const methods = table.rows
    .map(({ methodId }) => findMethod(methodId))
    .filter((found): found is Method => found !== undefined && found.id !== ELSEWHERE);
  return bibtex(methods.map((method): Citation => method.citation));
}

/** The typographic marks of the table mean nothing in a paragraph. */
function asProse(sentence: string): string {
  return sentence.replace(/^Bold: [^.]*\. ?/, '');
}
