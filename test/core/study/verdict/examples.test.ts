/** What a verdict says of 26 studies, in the order of the cases: every case of the decision table, word by word. */
import { describe, expect, it } from 'vitest';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import fixture from '../../../fixtures/study/verdicts.json' with { type: 'json' };
import {
  counts,
  deviationFor,
  joinedVerdict,
  orl,
  pie,
  plantedVerdict,
  spread,
  yale,
  yaleB,
  type PlantedStudy,
  type Result,
} from './plantedStudy.ts';

const random = (trainPerSubject: number[], repeats = 10) => ({
  protocol: { kind: 'random' as const, trainPerSubject, repeats },
});
const said = (study: PlantedStudy): string => plantedVerdict(study).sentences.join(' ');

/** Five images per subject for training, ten splits, validated dimensions: four methods on one database. */
function four(of: PlantedStudy['database'], results: PlantedStudy['results']): PlantedStudy {
  return { database: of, spec: { ...random([5]), selection: { innerSplits: 1 } }, results };
}

const onOrl = four(orl, {
  RLDA: spread(3.89),
  LDA: spread(5.84, deviationFor(1.95, 0.048, 10, 1)),
  PCA: spread(12, 1),
  '2DPCA': spread(9, 1),
});
const onYale = four(yale, { RLDA: spread(22.3), LDA: spread(25.6, 1.97), PCA: spread(45, 4), '2DPCA': spread(42, 4) });
const onPie = four(pie, { LDA: spread(5.2), RLDA: spread(5.7, 0.385), PCA: spread(25, 1), '2DPCA': spread(20, 1) });
const onYaleB = four(yaleB, {
  RLDA: spread(32.3),
  LDA: spread(35.9, 1.017),
  PCA: spread(60, 1),
  '2DPCA': spread(55, 1),
});

describe('the verdict on one condition', () => {
  it('1: names the best of four, and that it is significantly better than all others', () => {
    const results = {
      LDA: spread(25.6, 0, 20),
      GLRAM: spread(37.3, 2, 20),
      PCA: spread(43, 2, 20),
      '2DPCA': spread(41, 2, 20),
    };
    expect(said({ database: yale, spec: random([5], 20), results })).toBe(
      'LDA has the lowest error rate, 25.6% against 37.3% for GLRAM, and is significantly better than all 3 others.',
    );
  });

  it('7: gives a difference that rounds to zero as one', () => {
    const spec = { protocol: { kind: 'pairs' as const, folds: 5 } };
    const results = { GLRAM: spread(8.21, 0, 5), PCA: spread(8.22, 0.69, 5), LDA: spread(9.5, 2.5, 5) };
    expect(said({ database: orl, spec, results })).toBe(
      'GLRAM has the lowest rate of wrong decisions, less than 0.1 points below PCA, but no lead is significant. ' +
        'The lead over PCA would have to exceed 1.0 points.',
    );
  });

  it('8: says that the choice of dimensions favours a leader with more candidates', () => {
    const spec = { protocol: { kind: 'pairs' as const, folds: 5 }, measures: ['verification' as const] };
    const results = { PCA: spread(11.51, 0, 5), GLRAM: spread(11.54, 0.74, 5), LDA: spread(12, 1.5, 5) };
    const facts = {
      candidates: counts({ PCA: 100, GLRAM: 81 }),
    };
    expect(said({ database: orl, spec, results, facts, options: { measure: 'verification-eer' } })).toBe(
      'PCA has the lowest EER, 11.5%, less than 0.1 points below GLRAM, but no lead is significant. ' +
        'The lead over GLRAM would have to exceed 1.1 points. ' +
        'Dimensions were chosen on the test pairs, which favours PCA.',
    );
  });

  it('10: compares two methods', () => {
    expect(said({ database: orl, spec: random([5]), results: { LDA: spread(6.2), PCA: spread(12, 1.8) } })).toBe(
      'LDA has the lower error rate, 6.2% against 12.0% for PCA; the difference is significant.',
    );
  });

  it('11: describes a single method', () => {
    const results = { LDA: { 'k=2': spread(24.3, 2), 'k=5': spread(5.8, 1) } };
    expect(said({ database: orl, spec: random([2, 5]), results })).toBe(
      'LDA misclassifies 24.3% of the test images at k = 2 and 5.8% at k = 5 (mean of 10 splits). ' +
        'A comparison needs a second method.',
    );
  });

  it('12: counts the images of a single split', () => {
    const results = { RLDA: { wrong: [6], of: 200 }, LDA: { wrong: [13], of: 200 }, PCA: { wrong: [25], of: 200 } };
    expect(said({ database: orl, spec: random([5], 1), results })).toBe(
      'RLDA has the lowest error rate on this split, 3.0% (6 of 200 images) against 6.5% for LDA (13). ' +
        'One split supports no test over repeats.',
    );
  });

  it('15: leaves the lead over the next method undecided, with the limit of the design', () => {
    const results = { RLDA: spread(24), LDA: spread(27.9, 5.02), PCA: spread(60, 4), '2DPCA': spread(55, 4) };
    expect(said(four(yale, results))).toBe(
      'RLDA has the lowest error rate, 24.0% against 27.9% for LDA, but that lead is undecided; RLDA is significantly ' +
        'better than PCA and 2DPCA. Leads over LDA below 9.0 points cannot reach significance here, however many splits.',
    );
  });

  it('16: says that test images have copies in training', () => {
    const results = { LDA: spread(7.2), '2DPCA': spread(23.7, 2), PCA: spread(25, 2) };
    const facts = { copies: { groups: 9, identical: true } };
    expect(said({ database: yale, spec: random([5]), results, facts })).toBe(
      'LDA has the lowest error rate, 7.2% against 23.7% for 2DPCA, and is significantly better than both others. ' +
        '9 groups of identical images give test images copies in training, so error rates are optimistic.',
    );
  });

  it('18: prints the largest p of a claim over all that depends on the side of the test', () => {
    expect(said(onOrl)).toBe(
      'RLDA has the lowest error rate, 3.9% against 5.8% for LDA, and is significantly better than all 3 others ' +
        '(largest p = 0.048, one-sided).',
    );
  });

  it.each([
    ['19', onYale, 'RLDA has the lowest error rate, 22.3% against 25.6% for LDA', 'RLDA', 'LDA', '3.5'],
    ['20', onPie, 'LDA has the lowest error rate, 5.2% against 5.7% for RLDA', 'LDA', 'RLDA', '1.7'],
    ['21', onYaleB, 'RLDA has the lowest error rate, 32.3% against 35.9% for LDA', 'RLDA', 'LDA', '5.7'],
  ] as const)('%s: as 15', (_, study, lead, first, second, limit) => {
    expect(said(study)).toBe(
      `${lead}, but that lead is undecided; ${first} is significantly better than PCA and 2DPCA. ` +
        `Leads over ${second} below ${limit} points cannot reach significance here, however many splits.`,
    );
  });

  it('23: gives the lead that folds require', () => {
    const results = {
      RLDA: { wrong: [0, 0, 0, 0, 1, 1, 1, 1, 0, 0], of: 40 },
      LDA: { wrong: [0, 0, 0, 0, 1, 1, 3, 3, 3, 3], of: 40 },
      PCA: { wrong: [6, 4, 4, 4, 5, 5, 5, 5, 4, 4], of: 40 },
    };
    expect(said({ database: orl, spec: { protocol: { kind: 'k-fold', folds: 10 } }, results })).toBe(
      'RLDA has the lowest error rate, 1.0% (4 of 400 images) against 3.5% for LDA (14), but that lead is undecided; ' +
        'RLDA is significantly better than PCA. The lead over LDA would have to exceed 2.8 points.',
    );
  });

  it('24: gives the splits that a test of ranks takes', () => {
    const comparison = { test: 'wilcoxon' as const, correction: 'holm' as const };
    const results = { LDA: spread(4.9, 0, 5), '2DPCA': spread(11.5, 2, 5), PCA: spread(13, 2, 5) };
    expect(said({ database: orl, spec: { ...random([5], 5), comparison }, results })).toBe(
      'LDA has the lowest error rate, 4.9% against 11.5% for 2DPCA, but no lead is significant. With 5 splits this ' +
        'test cannot fall below p = 0.0625; it takes at least 6, and treats overlapping splits as independent.',
    );
  });

  it('25: does not test equal values', () => {
    const values = spread(12.4, 2);
    expect(said({ database: orl, spec: random([5]), results: { Pixels: values, 'PCA, all axes': values } })).toBe(
      'Pixels and PCA, all axes have identical error rates in all 10 repeats, so there is nothing to test.',
    );
  });

  it('26: gives the numbers per code of a reconstruction', () => {
    const results = { GLRAM: spread(16.6), PCA: spread(17.71, 0.1), '2DPCA': spread(19, 0.1) };
    const facts = { codeSize: (label: string) => (label === 'PCA' ? 20 : 64) };
    const spec = { ...random([5]), measures: ['reconstruction' as const] };
    expect(said({ database: orl, spec, results, facts, options: { measure: 'rmse' } })).toBe(
      'GLRAM has the lowest RMSE, 16.60 grey levels against 17.71 for PCA, and is significantly better than both ' +
        "others. PCA's code has 20 numbers, the others 64.",
    );
  });
});

describe('the verdict on several conditions', () => {
  const noise = { kind: 'gaussian-noise' as const, sigma: [20], on: 'test' as const };
  const occlusion = { kind: 'occlusion' as const, side: [0.3], on: 'test' as const };
  const clean = { kind: 'none' as const };

  it('2: ranks the methods, and names the factor under which another leads', () => {
    const others = ['PCA', 'PPCA', '2DPCA', 'GLRAM', 'FPCA', 'PSOPCA', 'LPP', 'NPE'];
    const suffixes = ['', ' + gaussian-noise=20@test', ' + occlusion=0.3,random,0@test'];
    const conditions = [2, 3, 5].flatMap((k) => suffixes.map((suffix) => ({ k, suffix, key: `k=${k}${suffix}` })));
    const by = (of: (occluded: boolean, k: number) => Result): Record<string, Result> =>
      Object.fromEntries(conditions.map(({ k, suffix, key }) => [key, of(suffix.includes('occlusion'), k)]));
    const results = {
      RLDA: by((occluded, k) => spread(occluded ? (k === 5 ? 36.5 : 35.5) : 5)),
      LDA: by((occluded) => spread(occluded ? 36.2 : 7, 20)),
      '2DLDA': by((occluded) => spread(occluded ? 34.5 : 6, 20)),
      BPPCA: by((occluded, k) => spread(occluded ? 10 : 30, k === 2 ? 40 : 2)),
      ...Object.fromEntries(
        others.map((label, i) => [
          label,
          by((occluded, k) => spread((occluded ? 31 : 20) + i + (occluded && i > 2 ? 20 : 0), k === 2 ? 40 : 2)),
        ]),
      ),
    };
    const facts = {
      candidates: counts({ RLDA: 39, '2DLDA': 30 }),
    };
    const spec = { ...random([2, 3, 5]), perturbations: [clean, noise, occlusion] };
    expect(said({ database: orl, spec, results, facts })).toBe(
      'RLDA ranks best: lowest error rate in 6 of 9 conditions (mean rank 2.8); under occlusion BPPCA leads in all 3. ' +
        'RLDA is significantly better than 0 to 9 of 11 others, depending on the condition; LDA and 2DLDA stay ' +
        'undecided. Dimensions were chosen on the test images, which favours methods with more candidates.',
    );
  });

  it('3: names the only lead that is significant, and the limit of the next one', () => {
    const at = (two: Result, four: Result, six: Result) => ({ 'k=2': two, 'k=4': four, 'k=6': six });
    const results = {
      RLDA: at(spread(45), spread(32), spread(24.7)),
      LDA: at(spread(52, 9), spread(36, 7), spread(27.7, 4.894)),
      PCA: at(spread(50, 9), spread(40, 9), spread(33, 9)),
      '2DPCA': at(spread(53, 9), spread(41, 9), spread(34, 9)),
      GLRAM: at(spread(54, 9), spread(42, 9), spread(35, 9)),
      LPP: at(spread(60, 12), spread(70, 4), spread(65, 4)),
    };
    expect(said({ database: yale, spec: random([2, 4, 6]), results })).toBe(
      'RLDA has the lowest error rate in all 3 conditions (24.7% at k = 6). Only its lead over LPP is significant, ' +
        'at k = 4 and k = 6; at k = 6, leads over LDA below 7.3 points cannot reach significance, however many splits.',
    );
  });

  it('4: separates a leader that was trained elsewhere, and a method that failed', () => {
    const at = (one: Result, noisy: Result, three: Result, noisyThree: Result) => ({
      'k=1': one,
      'k=1 + gaussian-noise=20@test': noisy,
      'k=3': three,
      'k=3 + gaussian-noise=20@test': noisyThree,
    });
    const results = {
      Network: at(spread(0.7), spread(70, 2), spread(0.3), spread(60, 2)),
      '2DPCA': at(spread(26.7, 1), spread(27), spread(7.5, deviationFor(7.2, 0.045, 10, 7 / 3)), spread(7.9)),
      PCA: at(spread(33, 1), spread(34, 20), spread(14, 1), spread(15, 20)),
      LDA: at('failed', 'failed', spread(12, 1), spread(17, 1)),
    };
    const spec = { ...random([1, 3]), perturbations: [clean, noise] };
    expect(said({ database: orl, spec, results, facts: { trainedElsewhere: ['Network'] } })).toBe(
      'Network has the lowest error rate on clean images (0.7% at k = 1, 0.3% at k = 3), 2DPCA under noise (27.0% and ' +
        '7.9%). On clean images Network is significantly better than all others that finished (largest p = 0.045); ' +
        'among methods fitted to these images, 2DPCA leads throughout. Network was trained on other photographs, ' +
        'possibly of these people; LDA failed at k = 1.',
    );
  });

  it('5: says what failed', () => {
    const results = {
      LDA: { 'k=2': spread(24.9, 0, 4), 'k=3': spread(12.6, 0, 4) },
      PCA: { 'k=2': spread(30.8, 6, 4), 'k=3': spread(21.6, 2.948, 4) },
      Flaky: { 'k=2': spread(40, 20, 4), 'k=3': 'failed' as const },
    };
    expect(said({ database: orl, spec: random([2, 3], 4), results })).toBe(
      'LDA has the lowest error rate in both conditions (24.9% and 12.6%), but no lead is significant. At k = 3 the ' +
        'lead over PCA would have to exceed 11.1 points. Flaky failed at k = 3 and is not ranked.',
    );
  });

  it('6: tests nothing before the study is complete', () => {
    const results = Object.fromEntries(
      [36.3, 41, 45].map((mean, i) => [
        ['BPPCA', 'PCA', 'LDA'][i],
        { 'k=2': spread(mean, 1, 2), 'k=3': spread(mean + 0.4, 1, 2) },
      ]),
    );
    expect(said({ database: orl, spec: random([2, 3], 20), results })).toBe(
      'So far BPPCA has the lowest error rate in both conditions (36.3% and 36.7%), after 2 of 20 repeats. ' +
        'Nothing is tested before the study is complete (12 of 120 cells).',
    );
  });

  it('9: leaves the lead of two methods undecided in both conditions', () => {
    const results = {
      '2DPCA': { 'k=3': spread(43.1), 'k=5': spread(37.6) },
      PCA: { 'k=3': spread(48.3, 8), 'k=5': spread(41, 2.64) },
    };
    expect(said({ database: yale, spec: random([3, 5]), results })).toBe(
      '2DPCA has the lower error rate in both conditions (43.1% and 37.6%), but no lead is significant. At k = 5, ' +
        'leads below 4.7 points cannot reach significance, however many splits.',
    );
  });

  it('17: compares with a baseline on both sides', () => {
    const at = (three: Result, five: Result) => ({ 'k=3': three, 'k=5': five });
    // Holm multiplies the second smallest of four p by 3; the p of a baseline is two-sided.
    const close = deviationFor(7.2, 0.0497 / 3 / 2, 10, 1.2);
    const results = {
      PCA: at(spread(50), spread(44)),
      LDA: at(spread(46, 5), spread(36.8, close)),
      LPP: at(spread(80, 3), spread(75, 3)),
      PPCA: at(spread(49, 5), spread(43, 5)),
      'No projection': at(spread(51, 5), spread(45, 5)),
    };
    const spec = { ...random([3, 5]), comparison: { baseline: 'PCA' } };
    expect(said({ database: yale, spec, results })).toBe(
      'Against PCA: LDA is significantly better at k = 5 (p = 0.0497), undecided at k = 3; LPP is significantly worse ' +
        'in both conditions; PPCA and No projection are undecided.',
    );
  });

  it('22: ranks over four databases, which are independent', () => {
    expect(joinedVerdict([onOrl, onYale, onPie, onYaleB]).sentences.join(' ')).toBe(
      'RLDA ranks best over 4 databases (mean rank 1.25, lowest error rate on 3); on PIE LDA leads. With 4 databases, ' +
        'mean ranks must differ by more than 2.34: RLDA is significantly better than PCA; LDA and 2DPCA are undecided.',
    );
  });
});

interface Recorded extends Pick<PlantedStudy, 'results'> {
  readonly protocol: StudySpecInput['protocol'];
}

/** Results of real studies: test/fixtures/study/verdicts.py. */
describe('the verdict on real databases', () => {
  const study = (name: string, base: PlantedStudy['database']): PlantedStudy => {
    const { protocol, results } = (fixture as unknown as Record<string, Recorded>)[name];
    return { database: base, spec: { protocol }, results };
  };

  it.each([
    [
      orl,
      'RLDA has the lowest error rate, 3.8% against 5.9% for LDA, but that lead is undecided; RLDA is significantly better ' +
        'than PCA. The lead over LDA would have to exceed 2.1 points.',
    ],
    [
      yale,
      'RLDA has the lowest error rate, 23.1% against 26.9% for LDA, but that lead is undecided; RLDA is significantly better ' +
        'than PCA and 2DPCA. Leads over LDA below 5.1 points cannot reach significance here, however many splits.',
    ],
    [
      pie,
      'LDA has the lowest error rate, 5.1% against 5.9% for RLDA, but that lead is undecided; LDA is significantly better ' +
        'than PCA and 2DPCA. Leads over RLDA below 2.8 points cannot reach significance here, however many splits.',
    ],
    [
      yaleB,
      'RLDA has the lowest error rate, 31.5% against 34.8% for LDA, but that lead is undecided; RLDA is significantly better ' +
        'than PCA and 2DPCA. Leads over LDA below 4.1 points cannot reach significance here, however many splits.',
    ],
  ])('$name', (base, sentences) => {
    expect(said(study(base.name, base))).toBe(sentences);
  });

  it('ranks them', () => {
    expect(joinedVerdict([orl, yale, pie, yaleB].map((base) => study(base.name, base))).sentences.join(' ')).toBe(
      'RLDA ranks best over 4 databases (mean rank 1.25, lowest error rate on 3); on PIE LDA leads. With 4 databases, ' +
        'mean ranks must differ by more than 2.34: RLDA is significantly better than PCA; LDA and 2DPCA are undecided.',
    );
  });

  it('13: tests nothing on the first images of ORL', () => {
    expect(said(study('first images', orl))).toBe(
      'RLDA has the lowest error rate in both conditions (11.1% and 5.0%). Each has one split, so nothing is tested.',
    );
  });

  it('14: counts images of Yale that one method alone gets right', () => {
    expect(said(study('leave one out', yale))).toBe(
      'LDA has the lowest error rate, 19.4% (32 of 165 images) against 33.9% for PCA (56), and is significantly ' +
        'better than both others. LDA alone is right on 32 images, PCA alone on 8.',
    );
  });
});
