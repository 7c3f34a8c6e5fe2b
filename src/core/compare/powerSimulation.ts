/** Power of the corrected resampled t-test by simulation from the measured differences, alongside the formula. */
import { stream } from '../random/stream.ts';
import { mean, sampleStd } from '../stats/describe.ts';
import { studentTUpperQuantile } from '../stats/distributions/studentT.ts';

/** Simulated studies: the standard error of a power is 0.008 at most. */
export const SIMULATED_STUDIES = 4000;

/**
 * Share of simulated studies in which the two-sided test detects each of these true differences. A study draws its
 * repeats with replacement from the measured differences about their mean, widened by √(n/(n − 1)), and adds a term
 * that all its repeats share: normal with variance n_test/n_train s², as in the corrected variance. `repeats`: number
 * per simulated study; absent: as many as were measured. The same input gives the same draws. Null below two
 * differences, or if they are all equal.
 */
export function simulatedPower(
  differences: readonly number[],
  { testToTrain, alpha }: { readonly testToTrain: number; readonly alpha: number },
  sizes: readonly number[],
  repeats = differences.length,
): number[] | null {
  const n = differences.length;
  if (n < 2 || repeats < 2) return null;
  const spread = sampleStd(differences);
  if (spread === 0) return null;
  const centre = mean(differences);
  const residuals = differences.map((value) => (value - centre) * Math.sqrt(n / (n - 1)));
  const bound = studentTUpperQuantile(alpha / 2, repeats - 1) * Math.sqrt(1 / repeats + testToTrain);
  const random = stream('power by simulation', n, repeats);
  const detections = new Float64Array(sizes.length);
  const drawn = new Float64Array(repeats);
  for (let study = 0; study < SIMULATED_STUDIES; study++) {
    for (let i = 0; i < repeats; i++) drawn[i] = residuals[random.integer(n)];
    const shared = Math.sqrt(testToTrain) * spread * random.normal();
    const shift = shared + mean(drawn);
    // A difference shifts the mean but not the deviation, so one simulated study serves all of them.
    const reach = bound * sampleStd(drawn);
    sizes.forEach((size, i) => (detections[i] += Number(Math.abs(size + shift) > reach)));
  }
  return Array.from(detections, (count) => count / SIMULATED_STUDIES);
}
