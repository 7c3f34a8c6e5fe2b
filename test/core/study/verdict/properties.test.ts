/** What no verdict says, whatever the results. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { studyHeadline, studyVerdict } from '../../../../src/core/study/verdict/verdict.ts';
import { orl, plantedTable, plantedVerdict, spread, type PlantedStudy, type Result } from './plantedStudy.ts';

const LABELS = ['RLDA', 'No projection', 'PCA', '2DPCA (all axes)', 'BPPCA', 'Own method'];
const TESTS = ['corrected-resampled-t', 'paired-t', 'wilcoxon', 'sign', 'two-sample-t', 'welch'] as const;

/** Studies of one to six methods in one to six conditions: equal, failed and pending repeats among them. */
const studies: fc.Arbitrary<PlantedStudy> = fc
  .record({
    methods: fc.integer({ min: 1, max: 6 }),
    trainPerSubject: fc.uniqueArray(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 3 }),
    repeats: fc.constantFrom(1, 2, 3, 5, 6, 10),
    noise: fc.boolean(),
    pending: fc.boolean(),
    comparison: fc.record({
      test: fc.constantFrom(...TESTS),
      alpha: fc.constantFrom(0.01, 0.05, 0.2),
      correction: fc.constantFrom('none' as const, 'holm' as const, 'bonferroni' as const),
      family: fc.constantFrom('condition' as const, 'table' as const),
    }),
    baseline: fc.boolean(),
    seed: fc.infiniteStream(
      fc.tuple(fc.integer({ min: 0, max: 25 }), fc.constantFrom(0, 0, 1, 3, 9), fc.integer({ min: 0, max: 19 })),
    ),
    elsewhere: fc.boolean(),
  })
  .map(({ methods, trainPerSubject, repeats, noise, pending, comparison, baseline, seed, elsewhere }) => {
    const levels = noise ? ['', ' + gaussian-noise=20@test'] : [''];
    const keys = trainPerSubject.flatMap((k) => levels.map((suffix) => `k=${k}${suffix}`));
    const labels = LABELS.slice(0, methods);
    const result = (): Result => {
      const [mean, deviation, special] = seed.next().value;
      if (special === 0) return 'failed';
      const values = repeats === 1 ? [mean * 3] : spread(mean * 3 + 20, deviation, repeats);
      return pending ? values.slice(0, Math.ceil(repeats / 2)) : values;
    };
    const results = Object.fromEntries(
      labels.map((label) => [label, Object.fromEntries(keys.map((key) => [key, result()]))]),
    );
    return {
      database: orl,
      spec: {
        protocol: { kind: 'random', trainPerSubject, repeats },
        comparison: { ...comparison, ...(baseline && { baseline: labels[labels.length - 1] }) },
        ...(noise && { perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20], on: 'test' }] }),
      },
      results,
      ...(elsewhere && { facts: { trainedElsewhere: [labels[0]] } }),
    };
  });

const words = (sentence: string): number => sentence.split(/\s+/).length;

describe('every verdict', () => {
  const holds = (check: (study: PlantedStudy) => void, runs = 300): void =>
    fc.assert(fc.property(studies, check), { numRuns: runs });

  it('has a headline of at most 25 words, which begins its first sentence', () => {
    holds((study) => {
      const { headline, sentences } = plantedVerdict(study);
      const { study: planned, table, facts } = plantedTable(study);
      expect(studyHeadline(planned, table, facts)).toBe(headline);
      expect(words(headline), headline).toBeLessThanOrEqual(25);
      // Values, places and further clauses may be left out.
      expect(sentences[0].startsWith(headline.split(' ').slice(0, 2).join(' ')), headline).toBe(true);
      for (const sentence of sentences) expect(sentence).toMatch(/^\S.*[^.]\.$/);
    });
  });

  it('has a headline of at most 25 words where a single clause has more', () => {
    const three = (...pair: readonly [number, number]) => [...pair, ...pair, ...pair];
    const [clean, noisy] = ['k=6', 'k=6 + gaussian-noise=20@test'];
    const { headline, sentences } = plantedVerdict({
      database: orl,
      spec: {
        protocol: { kind: 'random', trainPerSubject: [6], repeats: 6 },
        comparison: { test: 'welch', alpha: 0.01, correction: 'bonferroni', family: 'table' },
        perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20], on: 'test' }],
      },
      results: {
        RLDA: { [clean]: three(85.21583836257749, 68.78416163742251), [noisy]: 'failed' },
        'No projection': { [clean]: three(100.21583836257749, 83.78416163742251), [noisy]: 'failed' },
        PCA: { [clean]: three(62, 62), [noisy]: three(37.73861278752583, 32.26138721247417) },
      },
    });
    expect(words(sentences[0])).toBeGreaterThan(25);
    expect(words(headline)).toBeLessThanOrEqual(25);
    expect(headline).toMatch(/significantly better than both others\.$/);
  });

  it('never calls methods alike, and uses no words of a contest', () => {
    holds((study) => {
      const text = plantedVerdict(study).sentences.join(' ');
      expect(text).not.toMatch(/\b(same|similar|comparable|as good as|no difference|beats?|wins?|outperforms?)\b/i);
      expect(text).not.toMatch(
        /NaN|undefined|Infinity|null| %|±|\(test\)|\b(better|worse)\b(?<!significantly (better|worse))/,
      );
    });
  });

  it('claims significance only with a mark, and says that the rest is undecided', () => {
    holds((study) => {
      const { study: planned, table, facts } = plantedTable(study);
      const text = studyVerdict(planned, table, facts).sentences.join(' ');
      const { alpha } = planned.spec.comparison;
      const ps = table.rows.flatMap(({ entries }) => entries.flatMap(({ p }) => p ?? []));
      const marked = ps.some((p) => p < alpha);
      if (!marked) expect(text).not.toMatch(/significantly (better|worse)|the difference is significant|[Ee]very lead/);
      const pending = table.rows.some(({ entries }) => entries.some((entry) => entry.pending > 0));
      if (pending) return;
      const repeats = Math.max(
        ...table.rows.flatMap(({ entries }) => entries.map(({ compared }) => compared?.repeats ?? 0)),
      );
      if (ps.length > 0 && !marked && repeats > 1) expect(text).toMatch(/undecided|no lead is significant/i);
      if (marked) expect(text).toMatch(/significant/);
    });
  });

  it('tests nothing while repeats are pending', () => {
    holds((study) => {
      const { study: planned, table, facts } = plantedTable(study);
      const pending = table.rows.some(({ entries }) => entries.some((entry) => entry.pending > 0));
      fc.pre(pending && table.done > 0);
      const text = studyVerdict(planned, table, facts).sentences.join(' ');
      expect(text).not.toMatch(/significan|undecided|\bp [=<]/);
      expect(text).toMatch(/^So far |^No two methods/);
    });
  });

  it('prints p on its side of α', () => {
    holds((study) => {
      const { study: planned, table, facts } = plantedTable(study);
      const text = studyVerdict(planned, table, facts).sentences.join(' ');
      // A floor that no result falls below is not a claim.
      for (const [, p] of text.matchAll(/(?<!below )\bp = (0\.\d+)/g)) {
        expect(Number(p), text).toBeLessThan(planned.spec.comparison.alpha);
      }
    });
  });
});
