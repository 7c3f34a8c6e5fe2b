/** Cases of the verdict that no worked example has. */
import { describe, expect, it } from 'vitest';
import { counts, orl, plantedVerdict, spread, yale, type PlantedStudy, type Result } from './plantedStudy.ts';

const random = (trainPerSubject: number[], repeats = 10) => ({
  protocol: { kind: 'random' as const, trainPerSubject, repeats },
});
const verdict = (results: PlantedStudy['results'], rest: Partial<PlantedStudy> = {}) =>
  plantedVerdict({ database: orl, spec: random([5]), results, ...rest });
const said = (...given: Parameters<typeof verdict>): string => verdict(...given).sentences.join(' ');
const first = (...given: Parameters<typeof verdict>): string => verdict(...given).sentences[0];

describe('the verdict without a comparison', () => {
  it('waits for results', () => {
    expect(said({ PCA: [], LDA: [] })).toBe('No results yet.');
    expect(said({ PCA: 'failed', LDA: 'failed' })).toBe(
      'No results: all 20 cells failed. PCA and LDA failed and are not compared.',
    );
  });

  it('describes a method by any measure, over any number of conditions', () => {
    const one = { PCA: spread(11.5) };
    expect(first(one, { options: { measure: 'accuracy' }, spec: { ...random([5]) } })).toBe(
      'PCA recognises 88.5% of the test images (mean of 10 splits).',
    );
    const pairs = { protocol: { kind: 'pairs' as const, folds: 5 }, measures: ['verification' as const] };
    expect(first({ PCA: spread(11.5, 0, 5) }, { options: { measure: 'verification-eer' }, spec: pairs })).toBe(
      'PCA has an EER of 11.5% (mean of 5 folds).',
    );
    expect(first({ PCA: spread(11.5, 0, 5) }, { options: { measure: 'error-rate' }, spec: pairs })).toBe(
      'PCA has a rate of wrong decisions of 11.5% (mean of 5 folds).',
    );
    const three = { PCA: { 'k=2': spread(30), 'k=3': spread(20), 'k=5': spread(10) } };
    expect(first(three, { spec: random([2, 3, 5]) })).toBe(
      'PCA misclassifies 10.0% to 30.0% of the test images over 3 conditions (mean of 10 splits).',
    );
    expect(said({ PCA: [11, 12], LDA: 'failed' })).toBe(
      'So far PCA misclassifies 11.5% of the test images (mean of 2 of 10 splits). A comparison needs a second method. ' +
        'LDA failed and is not compared.',
    );
  });
});

describe('the verdict on rivals', () => {
  it('counts the others where the next method is significantly worse', () => {
    expect(said({ LDA: spread(5), PCA: spread(10, 1), '2DPCA': spread(11, 1), GLRAM: spread(12, 30) })).toBe(
      'LDA has the lowest error rate, 5.0% against 10.0% for PCA, and is significantly better than 2 of 3 others; ' +
        'GLRAM is undecided.',
    );
  });

  it('counts more than three names', () => {
    const others = Object.fromEntries(['PCA', 'PPCA', 'FPCA', 'GLRAM'].map((label, i) => [label, spread(20 + i, 1)]));
    expect(first({ LDA: spread(5), RLDA: spread(6, 5), ...others })).toContain(
      'but that lead is undecided; LDA is significantly better than 4 of 5 others.',
    );
  });

  it('names methods that share the lead, which are not tested against each other', () => {
    const results = { LDA: spread(5), RLDA: spread(5), PCA: spread(10, 1), '2DPCA': spread(11, 1) };
    expect(said(results)).toBe(
      'LDA and RLDA share the lowest error rate, 5.0% against 10.0% for PCA, and both others are significantly worse.',
    );
    expect(said({ ...results, '2DPCA': spread(11, 40) })).toBe(
      'LDA and RLDA share the lowest error rate, 5.0% against 10.0% for PCA, and 1 of 2 others is significantly worse; ' +
        '2DPCA is undecided.',
    );
    expect(said({ LDA: spread(5, 1), RLDA: [...spread(5, 1)].reverse() })).toBe(
      'LDA and RLDA share the lowest error rate, 5.0%, so there is nothing to test.',
    );
  });

  it('does not test a difference that every repeat has', () => {
    expect(said({ LDA: spread(5), PCA: spread(10) })).toBe(
      'LDA has the lower error rate, 5.0% against 10.0% for PCA; the difference is identical in every repeat, so there ' +
        'is nothing to test.',
    );
    expect(first({ LDA: spread(5), PCA: spread(10), '2DPCA': spread(12, 1), GLRAM: spread(12, 1.1) })).toBe(
      'LDA has the lowest error rate, 5.0% against 10.0% for PCA, and is significantly better than both tested.',
    );
  });

  it('says highest where higher is better, and tests in that direction', () => {
    const results = { PCA: spread(12, 1), LDA: spread(6.2), '2DPCA': spread(14, 1) };
    expect(said(results, { options: { measure: 'accuracy' } })).toBe(
      'LDA has the highest recognition rate, 93.8% against 88.0% for PCA, and is significantly better than both others.',
    );
    expect(said({ PCA: spread(12, 9), LDA: spread(10) }, { options: { measure: 'accuracy' } })).toBe(
      'LDA has the higher recognition rate, 90.0% against 88.0% for PCA, but the lead is undecided. Leads below 14.8 ' +
        'points cannot reach significance here, however many splits.',
    );
  });

  it('says that no lead can reach significance where it would exceed 100 points', () => {
    expect(said({ LDA: spread(20, 0, 2), PCA: spread(60, 80, 2) }, { spec: random([5], 2) })).toContain(
      'but the lead is undecided. No lead can reach significance here, however many splits.',
    );
  });

  it('names the rival that stops Holm’s procedure where the next method would pass', () => {
    // The next method needs p < α / 2 only if the third is rejected, which its spread prevents.
    const results = { LDA: spread(5), PCA: spread(7.2, 1.1), '2DPCA': spread(7.3, 1.05) };
    expect(said(results)).toMatch(/but no lead is significant\. (The lead|Leads) over 2DPCA /);
  });

  it('leaves all undecided against a baseline, with the largest difference', () => {
    const spec = { ...random([5]), comparison: { baseline: 'PCA' } };
    expect(said({ PCA: spread(12), LDA: spread(9, 6), GLRAM: spread(11, 6) }, { spec })).toBe(
      'Against PCA: LDA and GLRAM are undecided. Differences below 13.4 points cannot reach significance here, however ' +
        'many splits.',
    );
  });

  it('describes one split against a baseline, and a baseline without results', () => {
    const spec = { ...random([5], 1), comparison: { baseline: 'PCA' } };
    expect(first({ PCA: { wrong: [20], of: 200 }, LDA: { wrong: [10], of: 200 } }, { spec })).toBe(
      'LDA has the lower error rate on this split, 5.0% (10 of 200 images) against 10.0% for PCA (20).',
    );
    const many = { PCA: { wrong: [1580], of: 15_800 }, LDA: { wrong: [790], of: 15_800 } };
    expect(first(many, { spec: random([5], 1) })).toBe(
      'LDA has the lower error rate on this split, 5.0% (790 of 15,800 images) against 10.0% for PCA (1,580).',
    );
    const failed = { PCA: 'failed' as const, LDA: spread(9), GLRAM: spread(11, 1) };
    expect(first(failed, { spec: { ...random([5]), comparison: { baseline: 'PCA' } } })).toBe(
      'LDA has the lower error rate, 9.0% against 11.0% for GLRAM; no test was possible.',
    );
  });
});

describe('the verdict on conditions', () => {
  const at = (two: Result, five: Result) => ({ 'k=2': two, 'k=5': five });

  it('says that every lead is significant', () => {
    const results = { LDA: at(spread(20), spread(5)), PCA: at(spread(40, 1), spread(15, 1)) };
    expect(said(results, { spec: random([2, 5]) })).toBe(
      'LDA has the lower error rate in both conditions (20.0% and 5.0%). Every lead is significant.',
    );
    const mixed = { LDA: at(spread(20), spread(5)), PCA: at(spread(40, 1), spread(7, 9)) };
    expect(said(mixed, { spec: random([2, 5]) })).toBe(
      'LDA has the lower error rate in both conditions (20.0% and 5.0%). Its lead is significant only at k = 2; ' +
        'at k = 5, leads below 14.8 points cannot reach significance, however many splits.',
    );
  });

  it('tells two leads apart that are significant in different conditions', () => {
    const results = {
      LDA: at(spread(20), spread(5)),
      PCA: at(spread(40, 1), spread(7, 9)),
      GLRAM: at(spread(42, 50), spread(20, 1)),
      FPCA: at(spread(42, 50), spread(20, 40)),
    };
    expect(said(results, { spec: random([2, 5]) })).toContain(
      'Only its leads over PCA (at k = 2) and GLRAM (at k = 5) are significant; at k = 5, leads over PCA below ',
    );
  });

  it('lets the number of training images explain the leader', () => {
    const results = {
      LDA: at(spread(50, 2), spread(5)),
      PCA: at(spread(40), spread(15, 2)),
      GLRAM: at(spread(55, 2), spread(30, 2)),
    };
    expect(said(results, { spec: random([2, 5]) })).toBe(
      'PCA has the lowest error rate at k = 2 (40.0%), LDA at k = 5 (5.0%). Every lead is significant.',
    );
  });

  it('names the leaders where nothing explains them', () => {
    const four = (...means: number[]) =>
      Object.fromEntries([2, 3, 4, 5].map((k, i) => [`k=${k}`, spread(means[i], means[i])]));
    const results = { LDA: four(20, 30, 20, 30), PCA: four(30, 20, 30, 20), GLRAM: four(50, 50, 50, 50) };
    const { headline, sentences } = verdict(results, { spec: random([2, 3, 4, 5]) });
    expect(sentences.slice(0, 2)).toEqual([
      'No method leads throughout: LDA in 2, PCA in 2 of 4 conditions.',
      'No lead is significant.',
    ]);
    expect(headline).toBe(sentences[0]);
  });

  it('names the condition where methods can be compared in one alone', () => {
    const results = { LDA: at('failed', spread(5)), PCA: at(spread(40, 1), spread(15, 1)) };
    expect(said(results, { spec: random([2, 5]) })).toBe(
      'LDA has the lower error rate at k = 5, 5.0% against 15.0% for PCA; the difference is significant. ' +
        'LDA failed at k = 2 and is not ranked.',
    );
  });
});

describe('a caveat', () => {
  const results = { LDA: spread(5, 0, 10), PCA: spread(10, 1), '2DPCA': spread(11, 1) };

  it('is on training elsewhere, and names the best of the others', () => {
    expect(said(results, { facts: { trainedElsewhere: ['LDA'] } })).toMatch(
      /others\. Among methods fitted to these images, PCA leads\. LDA was trained on other photographs, possibly of these people\.$/,
    );
  });

  it('is on failed repeats, which the comparison leaves out', () => {
    const some = { LDA: spread(5), PCA: spread(10, 1), '2DPCA': { wrong: [22, 23], of: 200 } };
    const sentences = verdict({ ...some, '2DPCA': 'failed' }).sentences;
    expect(sentences.at(-1)).toBe('2DPCA failed and is not compared.');
  });

  it('is on copies and failures together, and on no third', () => {
    const facts = { copies: { groups: 1, identical: false }, trainedElsewhere: ['PCA'] };
    expect(verdict({ ...results, '2DPCA': 'failed' }, { facts }).sentences.at(-1)).toBe(
      'One group of identical or nearly identical images gives test images copies in training, so error rates are ' +
        'optimistic; 2DPCA failed.',
    );
  });

  it('is on a test that takes overlapping splits as independent', () => {
    const comparison = { test: 'paired-t' as const };
    expect(said(results, { spec: { ...random([5]), comparison } })).toMatch(
      /both others\. The test treats overlapping splits as independent\.$/,
    );
    const spec = { protocol: { kind: 'k-fold' as const, folds: 10 }, comparison };
    expect(said(results, { spec })).toMatch(/The test treats overlapping training sets as independent\.$/);
  });

  it('is on few repeats, if the verdict rests on a test', () => {
    const few = { LDA: spread(5, 0, 3), PCA: spread(10, 0.1, 3), '2DPCA': spread(11, 0.1, 3) };
    expect(said(few, { spec: random([5], 3) })).toMatch(
      /With 3 splits, the spread of the differences is poorly known\.$/,
    );
  });

  it('is not on the choice of dimensions if it was validated, or if the next method had as many candidates', () => {
    const facts = {
      candidates: counts({ LDA: 39, PCA: 38 }),
    };
    expect(said(results, { facts })).toMatch(/Dimensions were chosen on the test images, which favours LDA\.$/);
    expect(said(results, { facts, spec: { ...random([5]), selection: { innerSplits: 1 } } })).toMatch(/both others\.$/);
    expect(
      said(results, {
        facts: {
          candidates: counts({ LDA: 39, PCA: 39 }),
        },
      }),
    ).toMatch(/both others\.$/);
  });
});

it('gives the numbers per code of more than two sizes as a range', () => {
  const results = { GLRAM: spread(16.6), PCA: spread(17.71, 0.1), '2DPCA': spread(19, 0.1) };
  const sizes: Record<string, number> = { GLRAM: 64, PCA: 20, '2DPCA': 320 };
  const spec = { ...random([5]), measures: ['reconstruction' as const] };
  const facts = { codeSize: (label: string) => sizes[label] };
  expect(plantedVerdict({ database: yale, spec, results, facts, options: { measure: 'rmse' } }).sentences.at(-1)).toBe(
    'Codes have 20 (PCA) to 320 numbers (2DPCA).',
  );
});
