import { describe, expect, it } from 'vitest';
import { comparisonParameters, comparisonSchema } from '../../../src/core/compare/comparison.ts';
import { pairTests } from '../../../src/core/compare/tests/registry.ts';

describe('a comparison', () => {
  it('is the corrected test with Holm’s correction where nothing is said', () => {
    expect(comparisonSchema.parse({})).toEqual({ test: 'corrected-resampled-t', correction: 'holm', alpha: 0.05 });
  });

  it('keeps a stated correction, and a stated test has none by itself', () => {
    expect(comparisonSchema.parse({ correction: 'bonferroni', alpha: 0.01 })).toEqual({
      test: 'corrected-resampled-t',
      correction: 'bonferroni',
      alpha: 0.01,
    });
    expect(comparisonSchema.parse({ test: 'welch', baseline: 'PCA', family: 'table' })).toEqual({
      test: 'welch',
      alpha: 0.05,
      baseline: 'PCA',
      family: 'table',
    });
    expect(comparisonSchema.parse({ test: 'corrected-resampled-t' })).not.toHaveProperty('correction');
  });

  it('refuses levels that are none, empty names and fields that it does not know', () => {
    const refused = [{ alpha: 0 }, { alpha: 0.5 }, { baseline: '' }, { test: 'z' }, { level: 0.05 }];
    expect(refused.filter((said) => comparisonSchema.safeParse(said).success)).toEqual([]);
  });
});

describe('the fields of a comparison', () => {
  const field = (name: string, labels?: string[]) => {
    return comparisonParameters(labels).find((parameter) => parameter.name === name)!;
  };

  it('offer the best and every method of the study as what the others are compared with', () => {
    const offered = (labels?: string[]) => {
      const baseline = field('baseline', labels);
      return 'choices' in baseline ? baseline.choices.map(({ value, title }) => `${value}: ${title}`) : [];
    };
    expect(offered()).toEqual(['best: The best']);
    expect(offered(['PCA', 'LDA'])).toEqual(['best: The best', 'PCA: PCA', 'LDA: LDA']);
  });

  it('are those that a spec has, the tests with what the reader should know of each', () => {
    const fields = comparisonParameters().map(({ name }) => name);
    const said = { test: 'welch', correction: 'holm', family: 'table', baseline: 'PCA', alpha: 0.01 };
    expect(fields.toSorted()).toEqual(Object.keys(comparisonSchema.parse(said)).sort());
    const test = field('test');
    expect('choices' in test && test.choices).toEqual(
      pairTests.map(({ kind, title, remark }) => ({ value: kind, title, help: remark })),
    );
  });

  it('may be left out, but for the test and its level', () => {
    const optional = comparisonParameters().filter((parameter) => 'optional' in parameter && parameter.optional);
    expect(optional.map(({ name }) => name)).toEqual(['baseline', 'correction', 'family']);
  });
});
