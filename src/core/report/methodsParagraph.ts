/** What a study did, as prose for the methods section, with the keys of the BibTeX entries. */
import { ELSEWHERE } from '../methods/elsewhere.ts';
import { findMethod } from '../methods/registry.ts';
import type { StudyTable } from '../study/table/table.ts';
import { listed } from '../text/words.ts';
import { latexMathText } from './latex/text.ts';
import { evaluationCitations, type Cited } from './references.ts';

/** How a paragraph is marked up. */
interface Markup {
  readonly text: (text: string) => string;
  readonly cite: (key: string) => string;
}

const pandoc: Markup = { text: (text) => text, cite: (key) => ` [@${key}]` };
const latex: Markup = { text: latexMathText, cite: (key) => `~\\cite{${key}}` };

/**
 * One paragraph: methods with citations, latent dimensions, then everything that the footer of the table states, and
 * the publications of the evaluation. It cites every entry of `studyBibtex`.
 */
export function methodsParagraph(table: StudyTable, cited: Cited): string {
  return paragraph(table, cited, pandoc);
}

/** The same as LaTeX with \cite. */
export function latexMethodsParagraph(table: StudyTable, cited: Cited): string {
  return paragraph(table, cited, latex);
}

function paragraph(table: StudyTable, cited: Cited, { text, cite }: Markup): string {
  const { databases, parts, program } = evaluationCitations(table, cited);
  const names = table.rows.map(({ label, methodId }) => {
    const method = findMethod(methodId);
    if (!method || methodId === ELSEWHERE) return text(label);
    const written = label === method.title ? label : `${label}: ${method.title}`;
    return `${text(`${method.fullName} (${written})`)}${cite(method.citation.key)}`;
  });
  const compared = `${names.length === 1 ? 'Evaluated was' : 'Compared were'} ${listed(names)} on ${text(table.dataset)}${databases.map(({ key }) => cite(key)).join('')}.`;
  const sources = parts.map(
    ({ what, citation }, n) => text(`${n === 0 ? 'The' : 'the'} ${what} is that of`) + cite(citation.key),
  );
  // The typography of the table means nothing in a paragraph.
  const stated = table.footer.filter((sentence) => !/^(Bold|Underlined): /.test(sentence)).map(text);
  const computed = `${text(`Computed with Eigenbench ${cited.version}`)}${cite(program.key)}.`;
  return `${[compared, ...stated, ...(sources.length > 0 ? [`${listed(sources)}.`] : []), computed].join(' ')}\n`;
}
