import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { genuineScores } from '../../../src/core/allPairs/genuineScores.ts';
import { falseAcceptances, pairRates } from '../../../src/core/allPairs/pairRates.ts';
import { blockPairs, joinCounts, scorePairs, tallyAmong } from '../../../src/core/allPairs/scorePairs.ts';
import { joinMatches, searchGallery, searchSteps } from '../../../src/core/allPairs/searchGallery.ts';
import { PAIR_METRICS, scoredRows, type PairMetric, type ScoredSet } from '../../../src/core/allPairs/vectorSet.ts';
import { rocOf } from '../../../src/core/measures/roc.ts';
import { FALSE_ACCEPTANCE } from '../../../src/core/measures/curves.ts';
import { stream } from '../../../src/core/random/stream.ts';

/** `count` vectors of `length` numbers of some subjects; those of a subject lie near each other. */
function drawn(count: number, length: number, subjects: number, metric: PairMetric): ScoredSet {
  const random = stream('vectors', count, length);
  const centres = Array.from({ length: subjects * length }, () => random.normal());
  const labels = Int32Array.from({ length: count }, (_, n) => n % subjects);
  const source = Float64Array.from({ length: count * length }, (_, i) => {
    const n = Math.floor(i / length);
    return centres[labels[n] * length + (i % length)] + 0.8 * random.normal();
  });
  return { ...scoredRows(source, { count, length, metric, data: new Float64Array(source.length) }), labels };
}

/** A score by its definition, in plain sums over 12 numbers. */
function plainScore(metric: PairMetric, a: Float64Array, i: number, b: Float64Array, j: number): number {
  let score = 0;
  for (let k = 0; k < 12; k++) {
    const [x, y] = [a[i * 12 + k], b[j * 12 + k]];
    score += metric === 'cosine' ? x * y : -((x - y) ** 2);
  }
  return score;
}

/** All of them. */
function plainScores({ count, data, labels, metric }: ScoredSet) {
  const [genuine, impostors]: [number[], number[]] = [[], []];
  const best = new Array<number>(count).fill(-Infinity);
  const nearest = new Array<number>(count).fill(-1);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const score = plainScore(metric, data, i, data, j);
      if (j > i) (labels[i] === labels[j] ? genuine : impostors).push(score);
      if (i !== j && score > best[i]) {
        best[i] = score;
        nearest[i] = j;
      }
    }
  }
  return { genuine: Float64Array.from(genuine), impostors: Float64Array.from(impostors), nearest };
}

describe.each(PAIR_METRICS)('all pairs by the %s metric', (metric) => {
  const set = drawn(1100, 12, 70, metric);
  const own = genuineScores(set);
  const whole = scorePairs(set, own.values, { part: 0, of: 1 });

  it('have the rates and neighbours of plain sums over all of them', () => {
    const plain = plainScores(set);
    const expected = rocOf(plain.genuine, plain.impostors)!;
    const rates = pairRates(own, whole.impostors);
    expect([rates.genuine, rates.impostors]).toEqual([plain.genuine.length, plain.impostors.length]);
    expect(rates.auc).toBeCloseTo(expected.auc, 10);
    expect(100 * rates.eer).toBeCloseTo(expected.eer, 10);
    const accepted = FALSE_ACCEPTANCE.map((far) => Math.round((rates.within(far)?.tar ?? 0) * rates.genuine));
    expect(accepted).toEqual(expected.accepted);
    expect([...whole.nearest]).toEqual(plain.nearest);
  });

  it('give the same bits in any number of parts', () => {
    for (const of of [2, 3, 5]) {
      const parts = Array.from({ length: of }, (_, part) => scorePairs(set, own.values, { part, of })).reverse();
      expect(joinCounts(parts)).toEqual(whole);
    }
  });

  it('find in a gallery what is nearest by plain sums, in any number of parts', () => {
    const gallery = drawn(1300, 12, 90, metric);
    const probes = { ...set, count: 1050, data: set.data.subarray(0, 1050 * 12), norms: set.norms.subarray(0, 1050) };
    const found = searchGallery(probes, gallery, { part: 0, of: 1 });
    for (let p = 0; p < probes.count; p += 7) {
      const scores = Array.from(gallery.labels, (_, g) => plainScore(metric, probes.data, p, gallery.data, g));
      const most = Math.max(...scores);
      expect(found.nearest[p]).toBe(scores.indexOf(most));
      expect(found.best[p]).toBeCloseTo(most, 9);
    }
    let steps = 0;
    const parts = [1, 0].map((part) => searchGallery(probes, gallery, { part, of: 2 }, () => steps++));
    expect(joinMatches(parts)).toEqual(found);
    expect(steps).toBe(searchSteps(1050, 1300));
  });

  it('visit each pair of blocks once', () => {
    let visits = 0;
    scorePairs(set, own.values, { part: 0, of: 1 }, () => visits++);
    expect(visits).toBe(blockPairs(set.count));
    expect(visits).toBe(3);
  });
});

describe('the rates of all pairs', () => {
  it('are those of the scores, also where genuine ones are equal to each other and to impostors', () => {
    const score = fc.integer({ min: 0, max: 30 });
    const few = fc.array(score, { minLength: 1, maxLength: 40 });
    const distinct = fc.uniqueArray(score, { minLength: 1 });
    fc.assert(
      fc.property(few, distinct, (a, b) => {
        const [genuine, impostors] = [Float64Array.from(a), Float64Array.from(b)];
        const values = Float64Array.from([...new Set(a)].sort((x, y) => x - y));
        const multiplicity = Uint32Array.from(values, (value) => a.filter((each) => each === value).length);
        const tally = tallyAmong(values);
        impostors.forEach((score) => tally.add(score));
        const rates = pairRates({ values, multiplicity, pairs: a.length }, tally.counts);
        const expected = rocOf(genuine, impostors)!;
        expect(rates.auc).toBeCloseTo(expected.auc, 12);
        expect(100 * rates.eer).toBeCloseTo(expected.eer, 10);
        const accepted = FALSE_ACCEPTANCE.map((far) => Math.round((rates.within(far)?.tar ?? 0) * a.length));
        expect(accepted).toEqual(expected.accepted);
      }),
    );
  });

  it('go down to a single impostor', () => {
    expect(falseAcceptances(1000, 1)).toEqual([1, 0.1, 0.01, 0.001].map((far) => expect.closeTo(far, 15)));
  });

  it('are refused without a genuine pair, without length and with what is no number', () => {
    const make = (values: number[], labels: number[], metric: PairMetric = 'cosine'): ScoredSet => ({
      ...scoredRows(values, { count: labels.length, length: 2, metric, data: new Float64Array(values.length) }),
      labels: Int32Array.from(labels),
    });
    expect(() => genuineScores(make([1, 0, 0, 1], [0, 1]))).toThrow(/no genuine pair/);
    expect(() => make([1, 0, 0, 0], [0, 0])).toThrow(/vector 1 \(from 0\) has length 0/);
    expect(() => make([1, NaN], [0], 'euclidean')).toThrow(/vector 0 \(from 0\) holds/);
    expect(() => make([1, 1e200], [0], 'euclidean')).toThrow(/too large/);
  });
});
