/** What a study did, as prose for the methods section, with the keys of the BibTeX entries. */
import { ELSEWHERE } from '../methods/elsewhere.ts';
import { findMethod } from '../methods/registry.ts';
import type { StudyTable } from '../study/table/table.ts';
import { listed } from '../text/words.ts';
import { latexMathText } from './latex/text.ts';

/** How a paragraph is marked up. */
interface Markup {
  readonly text: (text: string) => string;
  readonly cite: (key: string) => string;
}

const pandoc: Markup = { text: (text) => text, cite: (key) => ` [@${key}]` };
const latex: Markup = { text: latexMathText, cite: (key) => `~\\cite{${key}}` };

/** One paragraph: methods with citations, latent dimensions, then everything that the footer of the table states. */
export function methodsParagraph(table: StudyTable): string {
  return paragraph(table, pandoc);
}

/** The same as LaTeX with \cite. */
export function latexMethodsParagraph(table: StudyTable): string {
  return paragraph(table, latex);
}

function paragraph(table: StudyTable, { text, cite }: Markup): string {
  const names = table.rows.map(({ label, methodId }) => {
    const method = findMethod(methodId);
    if (!method || methodId === ELSEWHERE) return text(label);
    const written = label === method.title ? label : `${label}: ${method.title}`;
    return `${text(`${method.fullName} (${written})`)}${cite(method.citation.key)}`;
  });
  const compared = `${names.length === 1 ? 'Evaluated was' : 'Compared were'} ${listed(names)} on ${text(table.dataset)}.`;
  return `${[compared, ...table.footer.map((sentence) => text(asProse(sentence))).filter((sentence) => sentence !== '')].join(' ')}\n`;
}

/** The typographic marks of the table mean nothing in a paragraph. */
function asProse(sentence: string): string {
  return sentence.replace(/^Bold: [^.]*\. ?/, '');
}
