/**
 * A comparison of methods as guidelines ask for it (Demšar, JMLR 7, 2006; Benavoli, Corani, Demšar, Zaffalon, JMLR 18,
 * 2017): question, data, measure, means, tests with correction, effect sizes, practical relevance, power, assumptions,
 * limits, and a list that says of every number where it comes from.
 */
import { blockTests } from '../../compare/blockTests.ts';
import type { Citation } from '../../methods/method.ts';
import { studyBibtex } from '../references/references.ts';
import { bibtex } from '../references/bibtex.ts';
import { assumptions, limits } from './assumptions.ts';
import { compared, dataAndProtocol, measures, question } from './design.ts';
import { comparisonFindings, type ComparisonFindings, type ComparisonParts } from './findings.ts';
import { effects, power, practical } from './pairs.ts';
import { descriptive, omnibus, postHoc } from './results.ts';
import type { Block, Section } from './section.ts';
import { traceKey, type Prose, type TracedNumber, plainText, quantityOf } from './tracedProse.ts';

/** A number of the text, under which its traces are listed. */
export interface ListedNumber extends TracedNumber {
  /** From 1. */
  readonly id: number;
  /** Title of the section that it is first in. */
  readonly section: string;
}

export interface ComparisonReport {
  readonly title: string;
  readonly sections: readonly Section[];
  /** Each number of a source once, in the order of the text. */
  readonly numbers: readonly ListedNumber[];
  /** BibTeX. */
  readonly references: string;
}

/** The report on the methods of a table, which may be joined of several studies. */
export function comparisonReport(parts: ComparisonParts): ComparisonReport {
  const findings = comparisonFindings(parts);
  const sections = sectionsOf(findings);
  const found = new Map<string, ListedNumber>();
  for (const { title, blocks } of sections) {
    for (const number of blocks.flatMap(proseOf).flatMap(numbersIn)) {
      const key = traceKey(number);
      if (!found.has(key)) found.set(key, { ...number, id: found.size + 1, section: title });
    }
  }
  return {
    title: `${parts.table.study}: comparison of methods`,
    sections,
    numbers: [...found.values()],
    references: `${studyBibtex(parts.table, parts.cited).trimEnd()}\n\n${bibtex([...guidelines, ...blockTests.map(({ citation }) => citation)])}`,
  };
}

function sectionsOf(findings: ComparisonFindings): Section[] {
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

/** Every sentence and every cell of a block. */
export function proseOf(block: Block): Prose[] {
  switch (block.kind) {
    case 'paragraph':
      return [block.prose];
    case 'list':
      return [...block.items];
    case 'table':
      return [...block.head, ...block.rows.flat()];
    case 'figure':
      return [block.caption];
  }
}

function numbersIn(parts: Prose): TracedNumber[] {
  return parts.filter((part) => typeof part !== 'string' && part.kind === 'number') as TracedNumber[];
}

/** The guidelines that a report on a comparison follows, and the tests over several datasets that it uses. */
const guidelines: readonly Citation[] = [
  {
    key: 'demsar2006',
    type: 'article',
    authors: ['Janez Demšar'],
    title: 'Statistical Comparisons of Classifiers over Multiple Data Sets',
    venue: 'Journal of Machine Learning Research',
    year: 2006,
    volume: '7',
    pages: '1–30',
  },
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

/** The numbers of a report on a comparison with their traces, for programs. */
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
