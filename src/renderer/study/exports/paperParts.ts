/** The parts of a paper that a study writes, as one text for LaTeX, Typst, a word processor or Markdown. */
import { htmlText } from '../../../core/report/html.ts';
import { latexMathText } from '../../../core/report/latex/text.ts';
import { typstMathText } from '../../../core/report/typst.ts';
import type { TableFormat } from '../../../core/report/formats.ts';
import type { FigureSpecInput } from '../../../core/figures/registry.ts';
import type { EntryPlace } from '../../../core/study/table/grid.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import type { StudyVerdict } from '../../../core/study/verdict/verdict.ts';
import type { TableOptionsInput } from '../../../core/study/table/tableOptions.ts';
import type { Client } from '../../api/client.ts';
import { figureFile, studyFigure } from '../../figures/figureFile.ts';

export const markups = [
  { value: 'latex', title: 'LaTeX' },
  { value: 'typst', title: 'Typst' },
  { value: 'word', title: 'Word' },
  { value: 'markdown', title: 'Markdown' },
] as const;

export type Markup = (typeof markups)[number]['value'];

/** In the order of a paper's results section. */
export const paperParts = ['sentences', 'table', 'figure', 'methods', 'references'] as const;

export type PaperPart = (typeof paperParts)[number];

/** Parts that a markup has: Typst and Markdown have no figure of their own. */
export function partsOf(markup: Markup): readonly PaperPart[] {
  return markup === 'markdown' || markup === 'typst' ? paperParts.filter((part) => part !== 'figure') : paperParts;
}

/** The figure of the result: every method in all conditions, or every repeat of the only condition. */
export function resultFigure(table: StudyTable, selection: EntryPlace['selection']): FigureSpecInput {
  const common = { measure: table.measure.id, selection };
  return table.conditions.length === 1
    ? { kind: 'repeats', ...common }
    : { kind: 'overview', shading: 'condition', ...common };
}

export interface PaperSource {
  readonly client: Client;
  readonly id: number;
  readonly options: TableOptionsInput;
  readonly verdict: StudyVerdict;
  readonly figure: FigureSpecInput;
}

/** A copied text; `html`: its markup for word processors. */
export interface PaperText {
  readonly plain: string;
  readonly html?: string;
}

const FORMATS = {
  latex: { table: 'latex', methods: 'methods-latex', references: 'bibtex' },
  typst: { table: 'typst', methods: 'methods-typst', references: 'bibtex' },
  word: { table: 'html', methods: 'methods', references: 'references' },
  markdown: { table: 'markdown', methods: 'methods', references: 'bibtex' },
} as const satisfies Record<Markup, Record<string, TableFormat>>;

/** Width of the figure on paper. */
const PAGE = { width: 'page' } as const;

/** Throws the errors of the contract. */
export async function paperText(
  { client, id, options, verdict, figure }: PaperSource,
  markup: Markup,
  wanted: readonly PaperPart[],
): Promise<PaperText> {
  const formats = FORMATS[markup];
  const exported = async (format: TableFormat): Promise<string> =>
    (await client.studies.export({ id, format, options })).text();
  const figureIn = (format: 'tex' | 'png'): Promise<File> =>
    figureFile(studyFigure(client, [id], figure), format, { theme: 'light', page: PAGE });
  const write: Record<PaperPart, () => Promise<PaperText>> = {
    async sentences() {
      const plain = verdict.sentences.join(' ');
      const written = { latex: latexMathText, typst: typstMathText, word: null, markdown: null }[markup];
      return { plain: written?.(plain) ?? plain, html: paragraphs(plain) };
    },
    async table() {
      if (markup !== 'word') return { plain: await exported(formats.table) };
      return { plain: await exported('text'), html: pastedTable(await exported(formats.table)) };
    },
    async figure() {
      if (markup === 'latex') return { plain: await (await figureIn('tex')).text() };
      return { plain: '', html: `<p><img src="${await dataAddress(await figureIn('png'))}" width="658"></p>` };
    },
    async methods() {
      const plain = await exported(formats.methods);
      return { plain, html: paragraphs(plain.replace(/\[@/g, '[')) };
    },
    async references() {
      const plain = await exported(formats.references);
      if (markup === 'latex') return { plain: `% References, for the .bib file:\n${plain}` };
      if (markup === 'typst')
        return { plain: `/* For references.bib, which #bibliography("references.bib") reads:\n${plain}*/` };
      return { plain: markup === 'markdown' ? `\`\`\`bibtex\n${plain}\`\`\`` : plain, html: paragraphs(plain) };
    },
  };
  const texts = await Promise.all(
    partsOf(markup)
      .filter((part) => wanted.includes(part))
      .map((part) => write[part]()),
  );
  const plain = `${texts
    .map((text) => text.plain.trim())
    .filter((text) => text !== '')
    .join('\n\n')}\n`;
  return markup === 'word' ? { plain, html: texts.map(({ html = '' }) => html).join('\n') } : { plain };
}

/** Lines as paragraphs. */
function paragraphs(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `<p>${htmlText(line)}</p>`)
    .join('\n');
}

/** Clipboards drop style sheets: rules and bold are written into the elements. */
const STYLES: Readonly<Record<string, string>> = {
  table: 'border-collapse: collapse; border-top: 1.5pt solid; border-bottom: 1.5pt solid',
  'th, td': 'padding: 2pt 8pt 2pt 0; text-align: left; font-weight: normal',
  'thead tr:last-child th, thead th[rowspan]': 'border-bottom: 0.75pt solid',
  '.best': 'font-weight: bold',
  '.tie': 'text-decoration: underline',
};

/** The table of an exported page, with its caption and notes. */
export function pastedTable(page: string): string {
  const { body } = new DOMParser().parseFromString(page, 'text/html');
  body.querySelector('h1')?.remove();
  for (const [selector, style] of Object.entries(STYLES)) {
    for (const element of body.querySelectorAll(selector)) {
      const before = element.getAttribute('style');
      element.setAttribute('style', before === null ? style : `${before}; ${style}`);
    }
  }
  return body.innerHTML.trim();
}

async function dataAddress(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return `data:${file.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
