/** How often intervals hold what they are of, in simulated studies whose truth is known. */
import { type ScoredComparisons, intervalsOf } from '../../src/core/measures/subjectIntervals.ts';
import { FALSE_ACCEPTANCE } from '../../src/core/measures/curves.ts';
import { errorsAt, thresholdBy } from '../../src/core/measures/threshold.ts';
import {
  orderComparisons,
  RATE_IDS,
  supportsMeasure,
  weightedRates,
  type RateId,
} from '../../src/core/measures/weightedRates.ts';
import { type Random, stream } from '../../src/core/random/stream.ts';
import { permutation } from '../../src/core/random/sampling.ts';
import { mean } from '../../src/core/stats/describe.ts';
import { meanInterval, type Interval } from '../../src/core/stats/interval.ts';
import { testToTrainRatio } from '../../src/core/stats/resampledSplits.ts';
import { delongTest, subjectBootstrapTest, type ComparedScores } from '../../src/core/stats/rocAreas.ts';
import { subjectResampler } from '../../src/core/stats/subjectResampler.ts';
import { isUnavailable } from '../../src/core/stats/tests/testResult.ts';

/** Folds of verification, and how many subjects each compares. */
export type FoldSizes = readonly [folds: number, subjects: number];

export interface Coverage {
  readonly covered: number;
  /** Share of the intervals without their own estimate. */
  readonly strayed: number;
}

const [DIMENSIONS, SPREAD, REFERENCES, PROBES] = [20, 0.9, 2, 3];

interface Comparisons {
  readonly scores: number[];
  readonly genuine: number[];
  readonly subjects: number[];
}

/** Every reference with every probe; images lie around their subjects, scores are negative squared distances. */
function comparisons(random: Random, subjects: number, first: number): Comparisons {
  const centres = Array.from({ length: subjects }, () =>
    Array.from({ length: DIMENSIONS }, () => SPREAD * random.normal()),
  );
  const images = (count: number) =>
    centres.map((c) => Array.from({ length: count }, () => c.map((x) => x + random.normal())));
  const [references, probes] = [images(REFERENCES), images(PROBES)];
  const found: Comparisons = { scores: [], genuine: [], subjects: [] };
  references.forEach((own, s) => {
    for (const reference of own) {
      probes.forEach((others, t) => {
        for (const probe of others) {
          found.scores.push(-reference.reduce((sum, x, i) => sum + (x - probe[i]) ** 2, 0));
          found.genuine.push(s === t ? 1 : 0);
          found.subjects.push(first + s);
        }
      });
    }
  });
  return found;
}

function samplesOf({ scores, genuine }: Comparisons) {
  const of = (kind: number) => Float64Array.from(scores.filter((_, at) => genuine[at] === kind));
  return { genuine: of(1), impostors: of(0) };
}

/** Rates at which ROC curves are looked at. */
const PLACES = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5];

/**
 * Of the intervals over subjects and over folds, of every measure and place of the curve that has one in half of the
 * studies or more: whether they hold its expected value over such folds, which is the mean of all studies.
 */
export function subjectCoverage([folds, subjects]: FoldSizes, studies: number, draws: number): Map<string, Coverage> {
  const development = samplesOf(comparisons(stream('development pairs'), 200, 0));
  const threshold = thresholdBy('equal rates', development);
  const found = Array.from({ length: studies }, (_, study) => {
    const random = stream('coverage of subjects', folds, subjects, study);
    const splits = Array.from({ length: folds }, (_each, fold): ScoredComparisons => {
      const split = comparisons(random, subjects, fold * subjects);
      return { ...split, decided: errorsAt(samplesOf(split), threshold) };
    });
    const rates = splits.map(({ scores, genuine, decided }) =>
      weightedRates(orderComparisons(scores, genuine, decided), new Float64Array(genuine.length).fill(1))!,
    );
    const { values, curve } = intervalsOf(splits, subjectResampler(splits), random, draws);
    const all = rates.reduce((sum, { of }) => sum + of, 0);
    const ratio = 1 / (folds - 1);
    const supported = (id: RateId): boolean => splits.every((split) => supportsMeasure(id, { genuine: split.genuine }));
    return new Map<string, Looked>([
      ...RATE_IDS.flatMap((id): [string, Looked][] => {
        const own = rates.map((rate) => rate.values[id]!);
        const estimate = mean(own);
        const repeats = meanInterval(own, 0.95, ratio);
        return [
          [id, { interval: values[id], estimate }],
          [`${id} over folds`, { interval: isUnavailable(repeats) || !supported(id) ? null : repeats, estimate }],
        ];
      }),
      ...PLACES.map((rate): [string, Looked] => {
        const place = FALSE_ACCEPTANCE.indexOf(rate);
        const accepted = rates.reduce((sum, { counts }) => sum + counts[place], 0);
        return [`curve at ${rate}`, { interval: curve[place], estimate: accepted / all }];
      }),
    ]);
  });
  return new Map(
    [...found[0].keys()].flatMap((key): [string, Coverage][] => {
      const looked = found.map((study) => study.get(key)!);
      const printed = looked.filter((one): one is Printed => one.interval !== null);
      if (printed.length < studies / 2) return [];
      return [[key, coverage(printed, mean(looked.map(({ estimate }) => estimate)))]];
    }),
  );
}

interface Looked {
  readonly interval: Interval | null;
  readonly estimate: number;
}

type Printed = Looked & { readonly interval: Interval };

/**
 * Of equal methods, each of which sees half of the dimensions besides those that both see: share of the studies in
 * which DeLong's test and the bootstrap over subjects find different areas at 0.05.
 */
export function areaFalseAlarms([folds, subjects]: FoldSizes, studies: number): { delong: number; bootstrap: number } {
  const found = Array.from({ length: studies }, (_, study) => {
    const random = stream('false alarms of areas', folds, subjects, study);
    const splits = Array.from({ length: folds }, (_each, fold): ComparedScores => {
      const [shared, own, others] = [0, 1, 2].map(() => comparisons(random, subjects, fold * subjects));
      const sum = (a: Comparisons) => a.scores.map((score, at) => score + shared.scores[at]);
      return { genuine: shared.genuine, subjects: shared.subjects, first: sum(own), second: sum(others) };
    });
    return [delongTest(splits), subjectBootstrapTest(splits, random)].map(
      (answer) => !isUnavailable(answer) && answer.p < 0.05,
    );
  });
  const share = (of: number): number => found.filter((alarms) => alarms[of]).length / studies;
  return { delong: share(0), bootstrap: share(1) };
}

/**
 * Of the interval over repeats, of the error of nearest neighbours on random splits: whether it holds the error that
 * training sets of this size lead to on images not seen, which many of them give.
 */
export function repeatCoverage(subjects: number, training: number, studies: number): Coverage {
  const [perSubject, repeats, dimensions] = [10, 10, 4];
  const centre = stream('subjects of random splits', subjects);
  const centres = Array.from({ length: subjects }, () =>
    Array.from({ length: dimensions }, () => 1.5 * centre.normal()),
  );
  const drawn = (random: Random, count: number) =>
    centres.flatMap((c, subject) =>
      Array.from({ length: count }, () => ({ subject, x: c.map((middle) => middle + random.normal()) })),
    );
  type Image = ReturnType<typeof drawn>[number];
  const errors = (train: readonly Image[], test: readonly Image[]): number => {
    const wrong = test.filter(({ subject, x }) => {
      const distances = train.map((other) => other.x.reduce((sum, value, i) => sum + (value - x[i]) ** 2, 0));
      return train[distances.indexOf(Math.min(...distances))].subject !== subject;
    });
    return (100 * wrong.length) / test.length;
  };
  const truth = mean(
    Array.from({ length: 200 }, (_, draw) => {
      const random = stream('truth of random splits', subjects, training, draw);
      return errors(drawn(random, training), drawn(random, 5));
    }),
  );
  const found = Array.from({ length: studies }, (_, study) => {
    const random = stream('coverage of repeats', subjects, training, study);
    const images = drawn(random, perSubject);
    const values = Array.from({ length: repeats }, () => {
      const chosen = new Set(
        centres.flatMap((_, s) =>
          Array.from(permutation(random, perSubject).subarray(0, training), (i) => s * perSubject + i),
        ),
      );
      return errors(
        images.filter((_, i) => chosen.has(i)),
        images.filter((_, i) => !chosen.has(i)),
      );
    });
    const ratio = testToTrainRatio([{ test: perSubject - training, train: training }]);
    const interval = meanInterval(values, 0.95, ratio);
    if (isUnavailable(interval)) throw new Error(interval);
    return { interval, estimate: mean(values) };
  });
  return coverage(found, truth);
}

function coverage(printed: readonly Printed[], truth: number): Coverage {
  const share = (holds: (one: Printed) => boolean): number => printed.filter(holds).length / printed.length;
  return {
    covered: share(({ interval: { low, high } }) => low <= truth && truth <= high),
    strayed: share(({ interval: { low, high }, estimate }) => estimate < low || estimate > high),
  };
}
