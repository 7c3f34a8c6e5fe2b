/** Formulas of a paper as LaTeX. */
import { LETTERS } from './text.ts';

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
