/**
 * Bayesian correlated t-test with a region of practical equivalence (Corani and Benavoli; Benavoli et al., JMLR 18,
 * 2017).
 */
import { mean, sampleVariance } from '../describe.ts';
import { studentTUpperTail } from '../distributions/studentT.ts';
import type { TestUnavailable } from './testResult.ts';

/** Posterior probabilities of the mean difference first − second; they sum to 1. */
export interface RopeProbabilities {
  /** Below −rope: the first is smaller. */
  readonly less: number;
  /** Within ±rope: practically equal. */
  readonly equivalent: number;
  /** Above rope: the first is larger. */
  readonly greater: number;
}

/**
 * The posterior of the mean difference is Student's t with n − 1 degrees of freedom, centre d̄ and squared scale
 * (1/n + ρ/(1 − ρ)) s_d². `correlation` ρ = n_test / (n_train + n_test) for random splits and cross-validation.
 * `rope` ≥ 0 is half the width of the region, in the unit of the differences. Undefined below two differences or
 * if all are equal: the posterior would be a point. Throws RangeError for a correlation outside [0, 1).
 */
export function bayesianCorrelatedT(
  d: ArrayLike<number>,
  correlation: number,
  rope: number,
): RopeProbabilities | TestUnavailable {
  if (!(correlation >= 0 && correlation < 1)) {
    throw new RangeError(`bayesianCorrelatedT: correlation must lie in [0, 1), found ${correlation}`);
  }
  const n = d.length;
  if (n < 2) return 'too few repeats';
  const centre = mean(d);
  const scale = Math.sqrt((1 / n + correlation / (1 - correlation)) * sampleVariance(d));
  if (scale === 0) return 'no spread';
  const greater = studentTUpperTail((rope - centre) / scale, n - 1);
  const less = studentTUpperTail((rope + centre) / scale, n - 1);
  return { less, equivalent: Math.max(0, 1 - less - greater), greater };
}
