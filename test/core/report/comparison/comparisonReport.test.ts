/** The report on a comparison: every number of its text is computed again from the results, and has a trace. */
import { describe, expect, it } from 'vitest';
import { blockTests } from '../../../../src/core/compare/blockTests.ts';
import { pairTest } from '../../../../src/core/compare/tests/registry.ts';
import {
  comparisonReport,
  type ListedNumber,
  comparisonJson,
} from '../../../../src/core/report/comparison/comparisonReport.ts';
import { proseOf } from '../../../../src/core/report/blocks.ts';
import type { ComparisonParts } from '../../../../src/core/report/comparison/findings.ts';
import { comparisonHtml, comparisonMarkdown } from '../../../../src/core/report/comparison/writers.ts';
import { comparisonReportSchema } from '../../../../src/core/report/comparison/options.ts';
import { plainText, prose } from '../../../../src/core/report/comparison/tracedProse.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { testToTrain } from '../../../../src/core/study/plan/splits.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { defaultTableOptions } from '../../../../src/core/study/table/tableOptions.ts';
import { evaluateAll } from '../../study/evaluateAll.ts';
import { data, facts, smallSpec } from '../../study/smallDataset.ts';
import { recomputer } from './recompute.ts';

function partsOf(
  change: Partial<StudySpecInput>,
  options: object = {},
  measure: 'error-rate' | 'accuracy' = 'error-rate',
): ComparisonParts {
  const spec = smallSpec({
    name: 'Small <study>',
    protocol: { kind: 'random', trainPerSubject: [2, 3, 4], repeats: 5 },
    methods: [{ method: 'pca' }, { method: '2dpca' }, { method: 'lda' }, { method: 'glram', label: 'GLRAM 2' }],
    ...change,
  });
  const plan = planCells(planStudy(spec), facts);
  const ratio = (condition: string, repeats: readonly number[]): number => testToTrain(spec, facts, condition, repeats);
  const table = summariseStudy(
    plan,
    evaluateAll(spec, facts, data, plan),
    {
      ...defaultTableOptions,
      measure,
    },
    { testToTrain: ratio },
  );
  return {
    table,
    comparison: spec.comparison,
    datasets: [{ study: spec.name, dataset: 'small', images: 30, subjects: 5, rows: 6, cols: 5 }],
    cited: { version: '9.9.9', comparison: spec.comparison, classifiers: [spec.classifier], layouts: [] },
    testToTrain: ratio,
    splitsOf: (condition) => condition,
    options: { difference: 1, rope: table.measure.margin ?? 1, ...comparisonReportSchema.parse(options) },
    seed: spec.seed,
  };
}

/** Numbers that are not what the results give, or not what the text says of them. */
function wrong(parts: ComparisonParts, numbers: readonly ListedNumber[]): string[] {
  const again = recomputer(parts);
  return numbers.flatMap(({ value, text, trace }) => {
    const found = again(trace);
    const near = Math.abs(found - value) <= 1e-8 * Math.max(1, Math.abs(value));
    const shown = text.replace('−', '-').replaceAll(',', '');
    const decimals = /\.(\d+)$/.exec(shown)?.[1].length ?? 0;
    const said = shown.startsWith('< ')
      ? value < Number(shown.slice(2))
      : Math.abs(Number(shown) - value) <= 0.5000001 * 10 ** -decimals;
    return near && said ? [] : [`${text} (${value}), found ${found}: ${JSON.stringify(trace)}`];
  });
}

const oracle = partsOf({});
const report = comparisonReport(oracle);

describe('comparisonReport', () => {
  it('says what guidelines ask for, in their order', () => {
    expect(report.sections.map(({ title }) => title)).toEqual([
      'Question',
      'Data and protocol',
      'Measure',
      'What was compared',
      'Results',
      'All methods together',
      'Pairs of methods',
      'Effect sizes',
      'Practical relevance',
      'What the design could show',
      'Assumptions and deviations',
      'Limits',
    ]);
  });

  it('has numbers that follow from the values of the repeats', () => {
    expect(report.numbers.length).toBeGreaterThan(150);
    expect(wrong(oracle, report.numbers)).toEqual([]);
    const asked = { rope: 5, difference: 12, power: 0.5 };
    const parts = partsOf({ selection: { innerSplits: 1 }, comparison: { alpha: 0.01 } }, asked, 'accuracy');
    expect(wrong(parts, comparisonReport(parts).numbers)).toEqual([]);
  });

  it('is found out if a number does not follow from the results, or the text says another one', () => {
    const [first] = report.numbers.filter(({ trace }) => trace.quantity === 'difference');
    expect(wrong(oracle, [{ ...first, value: first.value + 0.01 }])).toHaveLength(1);
    expect(wrong(oracle, [{ ...first, text: `${first.text}1` }])).toHaveLength(1);
  });

  it('has no number without a trace: what else holds digits is a name or a sentence of the table', () => {
    const { table, comparison } = oracle;
    const known = [
      table.study,
      ...table.rows.map(({ label }) => label),
      ...table.conditions.map(({ title }) => title),
      'nadeau2003',
      'benavoli2017',
    ];
    const quotes = [
      ...table.footer,
      table.measure.meaning,
      pairTest(comparison.test).remark,
      ...blockTests.map(({ remark }) => remark),
    ];
    const parts = report.sections.flatMap(({ blocks }) => blocks.flatMap(proseOf).flat());
    const without = parts.flatMap((part) => {
      if (typeof part === 'string') return /\d/.test(part) ? [part] : [];
      if (part.kind === 'quote') return quotes.includes(part.text) ? [] : [part.text];
      return part.kind === 'number' || !/\d/.test(part.text) ? [] : [part.text];
    });
    const citations = without.filter((text) => report.references.includes(`{${text},`));
    expect(without.filter((text) => !known.includes(text) && !citations.includes(text))).toEqual([]);
    expect(() => prose`over 5 repeats`).toThrow(/holds a number without a trace/);
  });

  it('links every number to its row in the appendix, on the page and in Markdown, and lists them as data', () => {
    const html = comparisonHtml(report);
    const links = [...html.matchAll(/<a class="n" href="#n(\d+)">([^<]*)<\/a>/g)];
    expect(links.length).toBeGreaterThan(report.numbers.length - 1);
    for (const [, id, text] of links) {
      expect(html).toContain(`<tr id="n${id}"><th scope="row">${id}</th><td>${text}</td>`);
    }
    const markdown = comparisonMarkdown(report);
    for (const [, id] of markdown.matchAll(/\]\(#n(\d+)\)/g)) expect(markdown).toContain(`<a id="n${id}"></a>`);
    const { numbers } = JSON.parse(comparisonJson(report)) as { numbers: { id: number; formula: string }[] };
    expect(numbers.map(({ id }) => id)).toEqual(report.numbers.map(({ id }) => id));
    expect(numbers.every(({ formula }) => formula.length > 0)).toBe(true);
    expect(html).toContain('Small &lt;study&gt;');
    expect(html).not.toContain('Small <study>');
  });

  it('answers a study with one method, and one of a single condition, without tests that they do not allow', () => {
    const alone = comparisonReport(partsOf({ methods: [{ method: 'pca' }] }));
    expect(alone.sections.map(({ title }) => title)).not.toContain('Effect sizes');
    const single = partsOf({ protocol: { kind: 'random', trainPerSubject: [3], repeats: 4 } });
    expect(wrong(single, comparisonReport(single).numbers)).toEqual([]);
  });
});

describe('the family of the correction', () => {
  const said = (comparison: StudySpecInput['comparison']): string => {
    const { sections } = comparisonReport(partsOf({ comparison }));
    return sections.flatMap(({ blocks }) => blocks.flatMap(proseOf).map(plainText)).join(' ');
  };

  it('is named with its size', () => {
    expect(said({ correction: 'holm' })).toMatch(
      /Holm's correction over the comparisons within each condition\. Each condition is a family; its tests number (from \d to )?\d\./,
    );
    expect(said({ correction: 'holm', family: 'table' })).toMatch(
      /Holm's correction over all comparisons in the table\. The family has \d+ tests\./,
    );
    expect(said({ correction: 'none', family: 'table' })).not.toMatch(/family (is|has)|is a family/);
  });
});
