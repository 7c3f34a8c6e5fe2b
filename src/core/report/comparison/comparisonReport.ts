/**
 * A comparison of methods as guidelines ask for it (Demšar, JMLR 7, 2006; Benavoli, Corani, Demšar, Zaffalon, JMLR 18,
 * 2017): question, data, measure, means, tests with correction, effect sizes, practical relevance, power, assumptions,
 * limits, and a list that says of every number where it comes from.
 */
import { blockTests } from '../../compare/blocks/registry.ts';
import { studyBibtex } from '../references/references.ts';
import { bibtex } from '../references/bibtex.ts';
import { assumptions, limits } from './assumptions.ts';
import { guidelines } from './citations.ts';
import { compared, dataAndProtocol, measures, question } from './design.ts';
import { comparisonFindings, type ComparisonFindings, type ComparisonParts } from './findings.ts';
import { effects, power, practical } from './pairs.ts';
import { descriptive, omnibus, postHoc } from './results.ts';
import type { Block, Section } from './section.ts';
import { traceKey, type Prose, type TracedNumber } from './traced.ts';

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
