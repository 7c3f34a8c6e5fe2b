/** Prose as LaTeX, Markdown with the citations of Pandoc, and HTML, from which Word pastes it. */
import type { Prose } from '../../text/prose.ts';
import { htmlText } from '../html.ts';
import { latexMathText, LETTERS } from '../latex/text.ts';

export interface Markup {
  readonly text: (text: string) => string;
  readonly math: (formula: string) => string;
  /** Of a publication with this key, after the word before it. */
  readonly cite: (key: string) => string;
}

const VARIABLES = /(?<!\p{L})\p{L}(?!\p{L})/gu;
const INDICES = /_((?:<i>)?\p{L}+(?:<\/i>)?)/gu;

export const pandoc: Markup = { text: (text) => text, math: plainFormula, cite: (key) => ` [@${key}]` };

const COMMANDS: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '∈': '\\in',
  '≤': '\\leq',
  '≥': '\\geq',
  '×': '\\times',
  '·': '\\cdot',
  '…': '\\dots',
  '²': '^2',
  '−': '-',
  ...LETTERS,
};

const COMMAND = new RegExp(`[${Object.keys(COMMANDS).join('')}]`, 'gu');

/** A formula such as "k ∈ {2, 4}", "n_test/n_train" or "1e-6" between dollars. */
export function latexFormula(formula: string): string {
  const commands = formula.replace(COMMAND, (character) => COMMANDS[character]);
  const indices = commands.replace(/_(\p{L}{2,})/gu, '_{\\mathrm{$1}}');
  const powers = indices.replace(/(\d+(?:\.\d+)?)e-(\d+)/g, (_, factor: string, power: string) => {
    return `${factor === '1' ? '' : `${factor} \\cdot `}10^{-${power}}`;
  });
  return `$${powers}$`;
}

export const latex: Markup = { text: latexMathText, math: latexFormula, cite: (key) => `~\\cite{${key}}` };

export const html: Markup = {
  text: htmlText,
  math: (formula) => htmlText(plainFormula(formula)).replace(VARIABLES, '<i>$&</i>').replace(INDICES, '<sub>$1</sub>'),
  cite: (key) => ` [@${htmlText(key)}]`,
};

/** The pieces of a sentence, one after the other. */
export function marked(prose: Prose, markup: Markup): string {
  return prose
    .map((piece) => {
      if (typeof piece === 'string') return markup.text(piece);
      return 'math' in piece ? markup.math(piece.math) : markup.cite(piece.cite);
    })
    .join('');
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Small numbers by their power of ten: "1e-6" is 10⁻⁶. */
function plainFormula(formula: string): string {
  return formula.replace(/(\d+(?:\.\d+)?)e-(\d+)/g, (_, factor: string, power: string) => {
    return `${factor === '1' ? '' : `${factor} · `}10⁻${power.replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)])}`;
  });
}
