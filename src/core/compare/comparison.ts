/** Schema and form of a study's comparison of the methods of a condition. */
import { z } from 'zod';
import { optionsOf, type ChoiceParameter } from '../choice.ts';
import { field, readNumber } from '../field.ts';
import { correctionNames, corrections } from './corrections.ts';
import { DEFAULT_FAMILY, families, familyNames } from './testFamilies.ts';
import { pairTestNames, pairTests } from './tests/registry.ts';

/**
 * Default comparison: repeats of a random split share images, which only the corrected test takes into account. The
 * papers' own comparison (Zhao, Yu, Kwok, Table IV) is `{ "test": "two-sample-t" }`: pooled variance, no correction.
 */
export const DEFAULT_COMPARISON = { test: 'corrected-resampled-t', correction: 'holm' } as const;

/** Fields of a comparison, and the flags by which a table overrides them. */
export const comparisonFields = {
  test: field(z.enum(pairTestNames), { value: 'test', help: 'significance test (default: that of the study)' }),
  alpha: field(z.number().gt(0).lt(0.5), {
    value: 'level',
    help: 'significance level (default: that of the study)',
    read: readNumber,
    expected: 'a level between 0 and 0.5, e.g. 0.05',
  }),
  correction: field(z.enum(correctionNames), { value: 'name', help: 'correction (default: that of the study)' }),
  family: field(z.enum(familyNames), {
    value: 'tests',
    help: 'correct the tests of each condition together, or of the whole table',
  }),
  baseline: field(z.string().min(1).max(60), {
    value: 'label',
    help: 'method to compare all others with; "best": the best of each condition',
  }),
};

export const comparisonSchema = z
  .strictObject({
    /** Absent: the test of DEFAULT_COMPARISON, with its correction unless another is stated. */
    test: comparisonFields.test.optional(),
    alpha: comparisonFields.alpha.default(0.05),
    /** Corrects the tests of a family together. Absent with a stated test: none. */
    correction: comparisonFields.correction.optional(),
    /** Which tests are corrected together. Absent: those of one condition. */
    family: comparisonFields.family.optional(),
    /** "best" (the default), or the label of the method that all others are compared with. */
    baseline: comparisonFields.baseline.optional(),
  })
  .transform(({ test, ...stated }) =>
    test === undefined
      ? { ...stated, test: DEFAULT_COMPARISON.test, correction: stated.correction ?? DEFAULT_COMPARISON.correction }
      : { ...stated, test },
  );

/** Form fields of a comparison with a stated test. `labels`: the study's methods, which are the possible baselines. */
export function comparisonParameters(labels: readonly string[] = []): readonly ChoiceParameter[] {
  return [
    {
      name: 'test',
      title: 'Test',
      help: 'Applied to the value of each repeat.',
      kind: 'choice',
      default: DEFAULT_COMPARISON.test,
      cards: 'Tests',
      choices: pairTests.map(({ kind, title, remark }) => ({ value: kind, title, help: remark })),
    },
    {
      name: 'baseline',
      title: 'Compared with',
      help: 'The best of every column, one-sided; or one method, two-sided.',
      optional: true,
      kind: 'choice',
      default: 'best',
      choices: [{ value: 'best', title: 'The best' }, ...labels.map((label) => ({ value: label, title: label }))],
    },
    {
      name: 'correction',
      title: 'Correction',
      help: 'For multiple comparisons, per column or over the whole table.',
      optional: true,
      kind: 'choice',
      default: 'none',
      cards: 'Corrections',
      choices: optionsOf(corrections),
    },
    {
      name: 'family',
      title: 'Family of tests',
      help: 'The tests of each condition, or of all conditions.',
      optional: true,
      kind: 'choice',
      default: DEFAULT_FAMILY,
      choices: optionsOf(families),
    },
    {
      name: 'alpha',
      title: 'Significance level',
      symbol: 'α',
      help: '',
      kind: 'number',
      default: 0.05,
      min: 0,
      max: 0.5,
    },
  ];
}
