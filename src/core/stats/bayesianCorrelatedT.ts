/** Bayesian correlated t-test with a region of practical equivalence (Corani and Benavoli; Benavoli et al., JMLR 18, 2017). */
import { mean, sampleVariance } from './describe.ts';
import { differences } from './pairs.ts';
import { studentTUpperTail } from './studentT.ts';

/** Posterior probabilities of the mean difference x − y; they add to 1. */
export interface RopeProbabilities {
  /** Below −rope: x is smaller. */
  readonly less: number;
  /** Within ±rope: practically equal. */
  readonly equivalent: number;
  /** Above rope: x is larger. */
  readonly greater: number;
}

/**
 * The posterior of the mean difference is Student's t with n − 1 degrees of freedom, centre d̄ and squared scale
 * (1/n + ρ/(1 − ρ)) s_d². `correlation` ρ = n_test / (n_train + n_test) for random splits and cross-validation.
 * `rope` ≥ 0 is half the width of the region, in the unit of the samples. Without spread the posterior is a point.
 * null below two pairs; throws RangeError for unequal lengths or a correlation outside [0, 1).
 */
export function bayesianCorrelatedT(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  correlation: number,
  rope: number,
): RopeProbabilities | null {
  if (!(correlation >= 0 && correlation < 1)) {
    throw new RangeError(`bayesianCorrelatedT: correlation must lie in [0, 1), found ${correlation}`);
  }
  const d = differences(x, y);
  const n = d.length;
  if (n < 2) return null;
  const centre = mean(d);
  const scale = Math.sqrt((1 / n + correlation / (1 - correlation)) * sampleVariance(d));
  if (scale === 0) {
    const greater = centre > rope ? 1 : 0;
    const less = centre < -rope ? 1 : 0;
    return { less, equivalent: 1 - less - greater, greater };
  }
  const greater = studentTUpperTail((rope - centre) / scale, n - 1);
  const less = studentTUpperTail((rope + centre) / scale, n - 1);
  return { less, equivalent: Math.max(0, 1 - less - greater), greater };
}
