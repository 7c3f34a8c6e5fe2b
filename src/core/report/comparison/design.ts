/** Sections on the question, the data with their protocol, the measure, and the compared methods. */
import { IMPORTED } from '../../methods/importedMethod.ts';
import { findMethod } from '../../methods/registry.ts';
import { uncapitalised } from '../../text/phrases.ts';
import { correctionPhrase } from '../../compare/testFamilies.ts';
import { pairTest } from '../../compare/tests/registry.ts';
import type { ComparisonFindings } from './findings.ts';
import { rowCitations } from '../references/references.ts';
import { paragraph, type ProseBlock, type Section } from '../blocks.ts';
import { numbersOf } from './tracedNumbers.ts';
import { listedProse } from '../../text/proseTags.ts';
import { named, prose, type Prose } from './tracedProse.ts';

export function question(findings: ComparisonFindings): Section<ProseBlock> {
  const { table, conditions, datasets, reference, isBaseline, ranks } = findings;
  const { count } = numbersOf(findings);
  const { measure, rows } = table;
  const several = new Set(datasets.map(({ dataset }) => dataset)).size;
  const where =
    several > 1
      ? prose`${count('datasets', several)} datasets`
      : prose`${named(table.dataset)}${conditions.length > 1 ? prose` in ${count('conditions', conditions.length)} conditions` : ''}`;
  const which = prose`Which of ${count('methods', rows.length)} methods (${listedProse(rows.map(({ label }) => [named(label)]))}) has the ${measure.better === 'lower' ? 'lowest' : 'highest'} ${named(uncapitalised(measure.title))} on ${where}, and which differences do the repeats show?`;
  const how =
    reference === null
      ? prose`Fewer than two methods have results: there is nothing to compare.`
      : isBaseline
        ? prose`Every method is compared with ${named(reference)}, the baseline that was stated beforehand.`
        : prose`Every method is compared with ${named(reference)}, which has the best ${ranks.methods.length > 1 && ranks.blocks.length > 1 ? 'average rank' : 'mean'}: it was chosen by the same results, which favours it.`;
  return { title: 'Question', blocks: [paragraph(which, how)] };
}

export function dataAndProtocol(findings: ComparisonFindings): Section<ProseBlock> {
  const { table, datasets, conditions, testToTrain, comparison } = findings;
  const { count, fixed } = numbersOf(findings);
  const rows = datasets.map(({ dataset, study, images, subjects, rows: height, cols }): Prose[] => {
    const source = { settings: { dataset, of: study } };
    return [
      [named(dataset)],
      [named(study)],
      [count('images', images, source)],
      [count('subjects', subjects, source)],
      prose`${count('rows', height, source)} × ${count('columns', cols, source)}`,
    ];
  });
  const splits = conditions.map(({ key, title, planned, sides }): Prose[] => {
    const repeats = sides.find((side) => side !== null)?.repeats ?? [];
    const ratio = repeats.length === 0 ? null : testToTrain(key, repeats);
    return [
      [named(title)],
      [count('planned-repeats', planned, { condition: key })],
      fixed('test-to-train', ratio, 2, { condition: key }),
    ];
  });
  // Sentences on the marks of the table are not about the protocol.
  const stated = table.footer
    .filter((text) => !text.includes('•') && text !== pairTest(comparison.test).remark)
    .map((text): Prose => [{ kind: 'quote', text, from: 'footer' }]);
  return {
    title: 'Data and protocol',
    blocks: [
      { kind: 'table', head: [['Dataset'], ['Study'], ['Images'], ['Subjects'], ['Pixels']], rows },
      { kind: 'table', head: [['Condition'], ['Repeats'], ['n_test/n_train']], rows: splits },
      { kind: 'list', items: stated },
    ],
  };
}

export function measures(findings: ComparisonFindings): Section<ProseBlock> {
  const { table, selection } = findings;
  const { title, unit, better, meaning } = table.measure;
  const definition = prose`${named(title)}${unit === '' ? '' : prose` in ${named(unit)}`}; ${better} is better.`;
  const chosen =
    selection === 'validated'
      ? prose`Latent shapes were chosen inside the training images of each repeat.`
      : prose`Latent shapes were chosen on the test images (oracle selection): the values are optimistic, more so for methods with more shapes to choose from.`;
  return {
    title: 'Measure',
    blocks: [paragraph(definition, [{ kind: 'quote', text: meaning, from: 'measure' }], chosen)],
  };
}

export function compared(findings: ComparisonFindings): Section<ProseBlock> {
  const { table, comparison, cited } = findings;
  const items = table.rows.map((row): Prose => {
    const { label, methodId } = row;
    const method = findMethod(methodId);
    if (!method || methodId === IMPORTED) return prose`${named(label)}: computed elsewhere.`;
    const keys = rowCitations(row, cited).flatMap(({ key }) => prose` [${named(key)}]`);
    return prose`${named(label)}: ${named(method.fullName)}${keys}.`;
  });
  const { phrase, remark, citation } = pairTest(comparison.test);
  const correction = correctionPhrase(comparison.correction, comparison.family);
  const test = prose`Within a condition methods are compared by the ${named(phrase)}${citation ? prose` [${named(citation.key)}]` : ''}, with ${named(correction)}.`;
  return {
    title: 'What was compared',
    blocks: [
      { kind: 'list', items },
      paragraph(test, ...familySize(findings), [{ kind: 'quote', text: remark, from: 'test' }]),
    ],
  };
}

/** Number of tests corrected together; empty without a correction. */
function familySize(findings: ComparisonFindings): Prose[] {
  const { conditions, comparison, datasets } = findings;
  const { correction = 'none', family } = comparison;
  const tested = conditions.map(({ sides }) => sides.filter((side) => side !== null && side.p !== null).length);
  const sizes = tested.filter((size) => size > 0);
  if (correction === 'none' || sizes.length === 0) return [];
  const { count } = numbersOf(findings);
  const tests = (size: number, of: string) => count('count', size, { settings: { of } });
  if (family === 'table') {
    const all = tests(
      sizes.reduce((sum, size) => sum + size, 0),
      'tests in all conditions',
    );
    return new Set(datasets.map(({ study }) => study)).size > 1
      ? [prose`Every study is its own family; together they have ${all} tests.`]
      : [prose`The family has ${all} tests.`];
  }
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const smallest = tests(least, 'tests of the smallest family');
  return least === most
    ? [prose`Each condition is a family; its tests number ${smallest}.`]
    : [
        prose`Each condition is a family; its tests number from ${smallest} to ${tests(most, 'tests of the largest family')}.`,
      ];
}
