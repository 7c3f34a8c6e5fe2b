/**
 * Bayesian hierarchical correlated t-test of two methods over several datasets (Corani, Benavoli, Demšar, Mangili,
 * Zaffalon, Machine Learning 106, 2017). Differences of dataset i: normal with mean δ_i, variance σ_i² and
 * correlation ρ_i; δ_i: Student's t with ν degrees of freedom about δ_0 with scale σ_0. Priors as in the paper: σ_i
 * uniform up to 1000 times the mean deviation within datasets, σ_0 up to 1000 times that of the means, δ_0 within ± the
 * largest |difference|, ν − 1 gamma with shape uniform on (0.5, 5) and rate on (0.05, 0.15).
 */
import { gamma } from '../../random/sampling.ts';
import { type Random, stream } from '../../random/stream.ts';
import type { RopeProbabilities } from './bayesianCorrelatedT.ts';
import { mean, sampleStd } from '../describe.ts';
import { logGamma } from '../distributions/logGamma.ts';
import { studentTUpperTail } from '../distributions/studentT.ts';
import type { TestUnavailable } from './testResult.ts';

/** The differences of one dataset, and the correlation of its repeats: n_test/(n_train + n_test). */
export interface CorrelatedDifferences {
  readonly differences: ArrayLike<number>;
  readonly correlation: number;
}

export interface HierarchicalT extends RopeProbabilities {
  /** Posterior means of δ_0 and of the δ_i of every dataset, shrunken towards each other. */
  readonly centre: number;
  readonly datasets: readonly number[];
  /**
   * Potential scale reduction of δ_0 and log σ_0 over the chains, the larger of the two; near 1 if the chains agree.
   */
  readonly rHat: number;
  /** Draws behind the probabilities. */
  readonly draws: number;
}

const CHAINS = 4;
const WARM_UP = 500;
const KEPT = 5000;
/** Draws behind every probability. */
export const HIERARCHICAL_DRAWS = CHAINS * KEPT;
const PRIOR_WIDTH = 1000;
/** R-hat above which the chains count as not converged. */
const AGREED = 1.05;
/** Levels of ν, evenly by log(ν − 1). */
const NU = Array.from({ length: 64 }, (_, i) => 1 + Math.exp(Math.log(0.01) + (i * Math.log(300 / 0.01)) / 63));

/**
 * The probabilities that, on a future dataset, the most probable difference is below −rope, within ±rope or above rope:
 * shares of the posterior draws of (δ_0, σ_0, ν). Gibbs sampling in four seeded chains, with δ_i integrated out where
 * σ_0 and δ_0 are drawn. Undefined below two datasets or two differences in one, if the differences of a dataset are
 * all equal, or if the chains do not agree (R-hat above 1.05). `rope` ≥ 0 is in the unit of the differences. Throws
 * RangeError for a rope below 0 or a correlation outside [0, 1).
 */
export function hierarchicalT(
  sets: readonly CorrelatedDifferences[],
  rope: number,
  seed: number,
): HierarchicalT | TestUnavailable {
  if (!(rope >= 0)) throw new RangeError(`hierarchicalT: rope must be 0 or more, found ${rope}`);
  for (const { correlation } of sets) {
    if (correlation >= 0 && correlation < 1) continue;
    throw new RangeError(`hierarchicalT: correlation must lie in [0, 1), found ${correlation}`);
  }
  if (sets.length < 2 || sets.some(({ differences }) => differences.length < 2)) return 'too few repeats';
  const deviations = sets.map(({ differences }) => sampleStd(differences));
  if (deviations.includes(0)) return 'no spread';
  const unit = mean(deviations);
  const groups = sets.map((set, i) => scaled(set, deviations[i], unit));
  const means = groups.map((group) => group.mean);
  const among = Math.max(sampleStd(means), 1e-6);
  const largest = Math.max(...sets.map(({ differences }) => Math.max(...Array.from(differences, Math.abs)))) / unit;
  const bounds = { centre: largest, within: PRIOR_WIDTH, among: PRIOR_WIDTH * among };
  const counts = { less: 0, equivalent: 0, greater: 0 };
  const chains: { centres: number[]; scales: number[] }[] = [];
  const sums = new Float64Array(groups.length);
  for (let chain = 0; chain < CHAINS; chain++) {
    const kept = { centres: [] as number[], scales: [] as number[] };
    const random = stream('hierarchical correlated t', seed, groups.length, chain);
    for (const draw of gibbs(groups, bounds, random, among * 2 ** (chain - 2))) {
      kept.centres.push(draw.centre);
      kept.scales.push(Math.log(draw.scale));
      draw.effects.forEach((effect, i) => (sums[i] += effect));
      counts[mostProbable(draw, rope / unit)]++;
    }
    chains.push(kept);
  }
  const rHat = Math.max(
    scaleReduction(chains.map(({ centres }) => centres)),
    scaleReduction(chains.map(({ scales }) => scales)),
  );
  if (rHat > AGREED) return 'not converged';
  const draws = HIERARCHICAL_DRAWS;
  return {
    less: counts.less / draws,
    equivalent: counts.equivalent / draws,
    greater: counts.greater / draws,
    centre: unit * mean(chains.flatMap(({ centres }) => centres)),
    datasets: Array.from(sums, (sum) => (unit * sum) / draws),
    rHat,
    draws,
  };
}

/** Sufficient statistics of a dataset, in units of the mean deviation. */
interface Group {
  readonly n: number;
  readonly mean: number;
  /** Σ (x − x̄)² / (1 − ρ). */
  readonly inner: number;
  /** The variance of the mean is this times σ²: (1 + (n − 1) ρ) / n. */
  readonly factor: number;
}

function scaled({ differences, correlation }: CorrelatedDifferences, deviation: number, unit: number): Group {
  const n = differences.length;
  return {
    n,
    mean: mean(differences) / unit,
    inner: ((n - 1) * (deviation / unit) ** 2) / (1 - correlation),
    factor: (1 + (n - 1) * correlation) / n,
  };
}

interface Draw {
  readonly centre: number;
  readonly scale: number;
  readonly nu: number;
  readonly effects: Float64Array;
}

interface Bounds {
  readonly centre: number;
  readonly within: number;
  readonly among: number;
}

/** Draws after the warm-up; `effects` is reused from draw to draw. */
function* gibbs(groups: readonly Group[], bounds: Bounds, random: Random, start: number): Generator<Draw> {
  const q = groups.length;
  const prior = Float64Array.from(nuPrior(), (log, i) => log + q * NORMALISER[i]);
  const effects = Float64Array.from(groups, (group) => group.mean);
  const weights = new Float64Array(q).fill(1);
  const variances = new Float64Array(q);
  let [centre, scale, nu] = [Math.max(-bounds.centre, Math.min(bounds.centre, mean(effects))), start, 5];
  for (let step = 0; step < WARM_UP + KEPT; step++) {
    groups.forEach(({ n, mean: m, inner, factor }, i) => {
      const square = inner + (m - effects[i]) ** 2 / factor;
      variances[i] = inverseGamma(random, (n - 1) / 2, square / 2, bounds.within ** 2) * factor;
    });
    scale = Math.exp(slice(random, Math.log(scale), Math.log(bounds.among), (log) => logScale(Math.exp(log)) + log));
    centre = drawCentre();
    groups.forEach((group, i) => {
      const wide = scale ** 2 / weights[i];
      const share = wide / (wide + variances[i]);
      effects[i] = centre + share * (group.mean - centre) + Math.sqrt(share * variances[i]) * random.normal();
      weights[i] = gamma(random, (nu + 1) / 2) / (nu / 2 + ((effects[i] - centre) / scale) ** 2 / 2);
    });
    nu = drawNu(random, weights, prior);
    if (step >= WARM_UP) yield { centre, scale, nu, effects };
  }

  /** Log likelihood of σ_0 for the means, given δ_0, without their δ_i. */
  function logScale(value: number): number {
    let sum = 0;
    for (let i = 0; i < q; i++) {
      const variance = value ** 2 / weights[i] + variances[i];
      sum -= (Math.log(variance) + (groups[i].mean - centre) ** 2 / variance) / 2;
    }
    return sum;
  }

  /** δ_0 given σ_0, with the δ_i integrated out: normal within its bounds. */
  function drawCentre(): number {
    let [precision, sum] = [0, 0];
    for (let i = 0; i < q; i++) {
      const marginalPrecision = 1 / (scale ** 2 / weights[i] + variances[i]);
      precision += marginalPrecision;
      sum += marginalPrecision * groups[i].mean;
    }
    for (let attempt = 0; attempt < 1000; attempt++) {
      const drawn = sum / precision + random.normal() / Math.sqrt(precision);
      if (Math.abs(drawn) <= bounds.centre) return drawn;
    }
    return bounds.centre * (2 * random.uniform() - 1);
  }
}

/** A variance whose deviation has a flat prior up to √limit: truncated inverse gamma. */
function inverseGamma(random: Random, shape: number, rate: number, limit: number): number {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const drawn = rate / gamma(random, shape);
    if (drawn <= limit) return drawn;
  }
  return limit;
}

/** Slice sampling with stepping out (Neal 2003), bounded by `top`. */
function slice(random: Random, at: number, top: number, log: (x: number) => number): number {
  const level = log(at) + Math.log(1 - random.uniform());
  let low = at - random.uniform();
  let high = Math.min(top, low + 1);
  while (low > at - 30 && log(low) > level) low -= 1;
  while (high < top && log(high) > level) high = Math.min(top, high + 1);
  for (;;) {
    const drawn = low + (high - low) * random.uniform();
    if (log(drawn) > level) return drawn;
    if (drawn < at) low = drawn;
    else high = drawn;
    if (high - low < 1e-12) return at;
  }
}

let prior: Float64Array | undefined;

/** Log prior of the levels of ν: gamma densities averaged over shape and rate, times the width of a level. */
function nuPrior(): Float64Array {
  prior ??= Float64Array.from(NU, (nu) => {
    let sum = 0;
    for (let a = 0; a < 40; a++) {
      const shape = 0.5 + (4.5 * (a + 0.5)) / 40;
      for (let b = 0; b < 20; b++) {
        const rate = 0.05 + (0.1 * (b + 0.5)) / 20;
        sum += Math.exp(shape * Math.log(rate) - logGamma(shape) + shape * Math.log(nu - 1) - rate * (nu - 1));
      }
    }
    return Math.log(sum);
  });
  return prior;
}

/** ν given the weights, which are gamma with shape and rate ν/2; `prior` includes the normaliser of all weights. */
function drawNu(random: Random, weights: Float64Array, prior: Float64Array): number {
  let sum = 0;
  for (const weight of weights) sum += Math.log(weight) - weight;
  let most = -Infinity;
  for (let i = 0; i < NU.length; i++) most = Math.max(most, (shares[i] = prior[i] + (NU[i] / 2) * sum));
  let total = 0;
  for (let i = 0; i < NU.length; i++) total += shares[i] = Math.exp(shares[i] - most);
  let left = random.uniform() * total;
  for (let i = 0; i < NU.length; i++) if ((left -= shares[i]) < 0) return NU[i];
  return NU[NU.length - 1];
}

/** Scratch of `drawNu`, one entry per level of ν; it is called for every draw. */
const shares = new Float64Array(NU.length);

/** Log normaliser of the gamma density with shape and rate ν/2. */
const NORMALISER = NU.map((nu) => (nu / 2) * Math.log(nu / 2) - logGamma(nu / 2));

function mostProbable({ centre, scale, nu }: Draw, rope: number): keyof RopeProbabilities {
  // The side that contains the centre has more than half. If the centre is within the region, at least a deviation from
  // its ends, either side has at most a quarter, as with ν = 1. This decides most draws without the tails.
  const inward = rope - Math.abs(centre);
  if (inward < 0) return centre < 0 ? 'less' : 'greater';
  if (inward >= scale) return 'equivalent';
  const greater = studentTUpperTail((rope - centre) / scale, nu);
  const less = studentTUpperTail((rope + centre) / scale, nu);
  const equivalent = 1 - greater - less;
  if (equivalent >= less && equivalent >= greater) return 'equivalent';
  return less > greater ? 'less' : 'greater';
}

/** Potential scale reduction of half chains (Gelman et al., Bayesian Data Analysis, 2013, 11.4). */
function scaleReduction(chains: readonly (readonly number[])[]): number {
  const halves = chains.flatMap((chain) => [chain.slice(0, chain.length / 2), chain.slice(chain.length / 2)]);
  const within = mean(halves.map((half) => sampleStd(half) ** 2));
  const between = sampleStd(halves.map((half) => mean(half))) ** 2;
  const n = halves[0].length;
  return Math.sqrt((n - 1) / n + between / within);
}
