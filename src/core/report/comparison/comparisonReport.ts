/**
 * A comparison of methods that follows guidelines (Demšar, JMLR 7, 2006; Benavoli, Corani, Demšar, Zaffalon, JMLR 18,
 * 2017): question, data, measure, means, tests with correction, effect sizes, practical relevance, power, assumptions,
 * limits, and a list with the source of every number.
 */
import { blockTests } from '../../compare/blockTests.ts';
import type { Citation } from '../../methods/method.ts';
import { DEMSAR, studyBibtex } from '../references/references.ts';
import { bibtex } from '../references/bibtex.ts';
import { assumptions, limits } from './assumptions.ts';
import { compared, dataAndProtocol, measures, question } from './design.ts';
import { comparisonFindings, type ComparisonFindings, type ComparisonParts } from './findings.ts';
import { effects, power, practical } from './pairs.ts';
import { descriptive, omnibus, postHoc } from './results.ts';
import { proseOf, type ProseBlock, type Section } from '../blocks.ts';
import { traceKey, type Prose, type TracedNumber, plainText, quantityOf } from './tracedProse.ts';

/** A number of the text with its entry in the list of traces. */
export interface ListedNumber extends TracedNumber {
  /** From 1. */
  readonly id: number;
  /** Title of the section where it first occurs. */
  readonly section: string;
}

export interface ComparisonReport {
  readonly title: string;
  readonly sections: readonly Section<ProseBlock>[];
  /** Numbers in the order of the text; each number from the same source once. */
  readonly numbers: readonly ListedNumber[];
  /** BibTeX. */
  readonly references: string;
}

/** Report on the methods of a table, which may join several studies. */
export function comparisonReport(parts: ComparisonParts): ComparisonReport {
  const findings = comparisonFindings(parts);
  const sections = sectionsOf(findings);
  const numbers = new Map<string, ListedNumber>();
  for (const { title, blocks } of sections) {
    for (const number of blocks.flatMap(proseOf).flatMap(numbersIn)) {
      const key = traceKey(number);
      if (!numbers.has(key)) numbers.set(key, { ...number, id: numbers.size + 1, section: title });
    }
  }
  return {
    title: `${parts.table.study}: comparison of methods`,
    sections,
    numbers: [...numbers.values()],
    references: `${studyBibtex(parts.table, parts.cited).trimEnd()}\n\n${bibtex([...guidelines, ...blockTests.map(({ citation }) => citation)])}`,
  };
}

function sectionsOf(findings: ComparisonFindings): Section<ProseBlock>[] {
  const start = [question(findings), dataAndProtocol(findings), measures(findings), compared(findings)];
  if (findings.reference === null) return [...start, descriptive(findings), limits(findings)];
  return [
    ...start,
    descriptive(findings),
    omnibus(findings),
    postHoc(findings),
    effects(findings),
    practical(findings),
    power(findings),
    assumptions(findings),
    limits(findings),
  ];
}

function numbersIn(parts: Prose): TracedNumber[] {
  return parts.filter((part) => typeof part !== 'string' && part.kind === 'number') as TracedNumber[];
}

/** Guidelines followed by the comparison report. */
const guidelines: readonly Citation[] = [
  DEMSAR,
  {
    key: 'benavoli2017',
    type: 'article',
    authors: ['Alessio Benavoli', 'Giorgio Corani', 'Janez Demšar', 'Marco Zaffalon'],
    title: 'Time for a Change: A Tutorial for Comparing Multiple Classifiers through Bayesian Analysis',
    venue: 'Journal of Machine Learning Research',
    year: 2017,
    volume: '18',
    pages: '1–36',
  },
];

/** Numbers of a comparison report with their traces, as JSON. */
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
