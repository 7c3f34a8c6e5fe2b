/** The numbers of a report on a comparison with their traces, for programs. */
import type { ComparisonReport } from './comparisonReport.ts';
import { quantityOf } from './quantities.ts';
import { plainText } from './traced.ts';
import { proseOf } from './comparisonReport.ts';

export function comparisonJson({ title, sections, numbers }: ComparisonReport): string {
  const document = {
    title,
    sections: sections.map((section) => ({
      title: section.title,
      text: section.blocks
        .filter(({ kind }) => kind !== 'table')
        .flatMap(proseOf)
        .map(plainText),
    })),
    numbers: numbers.map(({ id, text, value, section, trace }) => {
      const { quantity, ...source } = trace;
      const { title: what, formula } = quantityOf(quantity);
      return { id, text, value, section, quantity, title: what, formula, ...source };
    }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
