/** Formulas and sentences with formulas as runs of a Word document. */
import {
  Math as Equation,
  MathRadical,
  MathRun,
  MathSubScript,
  MathSuperScript,
  TextRun,
  type MathComponent,
  type ParagraphChild,
} from 'docx';
import { withFormulas } from '../../../core/report/latex/text.ts';

/** A factor and a power of ten, a letter with an index, a square (of a set too), or a root. */
const PARTS = /(\d+(?:\.\d+)?)e-(\d+)|(\p{L})_(\p{L}+)|([\p{L}})])²|√(\p{L})/gu;

/** A formula in Unicode, such as "k ∈ {2, 4}", "n_test/n_train" or "1e-6", as an equation. */
export function equation(formula: string): Equation {
  const children: MathComponent[] = [];
  let offset = 0;
  for (const match of formula.matchAll(PARTS)) {
    if (match.index > offset) children.push(symbols(formula.slice(offset, match.index)));
    children.push(...part(match));
    offset = match.index + match[0].length;
  }
  if (offset < formula.length) children.push(symbols(formula.slice(offset)));
  return new Equation({ children });
}

function part([, factor, exponent, letter, index, square, radicand]: readonly (string | undefined)[]): MathComponent[] {
  if (exponent !== undefined) {
    const power = new MathSuperScript({ children: [symbols('10')], superScript: [symbols(`−${exponent}`)] });
    return factor === '1' ? [power] : [symbols(`${factor} · `), power];
  }
  if (letter !== undefined) {
    // An index of one letter is a variable, a longer one a word.
    const below = index!.length === 1 ? symbols(index!) : new MathRun({ text: index!, style: 'plain' });
    return [new MathSubScript({ children: [symbols(letter)], subScript: [below] })];
  }
  if (square !== undefined) return [new MathSuperScript({ children: [symbols(square)], superScript: [symbols('2')] })];
  return [new MathRadical({ children: [symbols(radicand!)] })];
}

/** Letters are set in italics, as variables. */
function symbols(text: string): MathRun {
  return new MathRun(text.replaceAll('-', '−'));
}

/** Runs of a text, its formulas as equations; with italics for text that is emphasised. */
export function textRuns(text: string, italics = false): ParagraphChild[] {
  return withFormulas(text).map((piece) =>
    typeof piece === 'string' ? new TextRun({ text: piece, italics }) : equation(piece.math),
  );
}
