import { describe, expect, it } from 'vitest';
import {
  add,
  cholesky,
  columns,
  identity,
  matrix,
  multiply,
  principalAngles,
  transpose,
} from '../../../../src/core/linalg/index.ts';
import { emSfa } from '../../../../src/core/methods/field/emSfa.ts';
import { sfa } from '../../../../src/core/methods/field/sfa.ts';
import {
  bestTransition,
  slowExpectation,
  slowMaximisation,
  type SlowModel,
} from '../../../../src/core/methods/field/slowDynamics.ts';
import { residentRows } from '../../../../src/core/methods/vector/residentRows.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { normalMatrix } from '../support/axes.ts';
import { denseLogDensities, fitOf, largestFall, parameterMatrix } from '../support/dense.ts';

const chains = [[0, 2, 3, 6], [1, 4], [5]];
const x = normalMatrix('slow x', 7, 4);
const start: SlowModel = { w: normalMatrix('slow w', 4, 2), noise: 0.6, lambda: Float64Array.of(0.9, -0.3) };

/** Prior covariance of the stacked y (t major) over all chains. */
function prior({ lambda }: SlowModel, chains: readonly (readonly number[])[], count: number) {
  const p = matrix(2 * count, 2 * count);
  for (const chain of chains) {
    chain.forEach((t, i) =>
      chain.forEach((s, j) => {
        for (let n = 0; n < 2; n++) p.data[(t * 2 + n) * 2 * count + s * 2 + n] = lambda[n] ** Math.abs(i - j);
      }),
    );
  }
  return p;
}

describe('The linear dynamical system', () => {
  // Covariances of the long chains stand still after some ten images, from either end.
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  it.each([
    { length: 'short', chains, x },
    { length: 'long', chains: [range(0, 60), range(60, 85)], x: normalMatrix('slow long', 85, 4) },
  ])('has the likelihood and the posterior moments of the dense Gaussian: $length chains', ({ chains, x }) => {
    const count = x.rows;
    const rows = residentRows(x);
    const found = slowExpectation(rows, start, chains);
    const loadings = matrix(4 * count, 2 * count);
    for (let t = 0; t < count; t++) {
      for (let p = 0; p < 4; p++) {
        for (let n = 0; n < 2; n++) loadings.data[(t * 4 + p) * 2 * count + t * 2 + n] = start.w.data[p * 2 + n];
      }
    }
    const y = prior(start, chains, count);
    const cov = multiply(y, loadings, { transposeB: true });
    const covariance = add(multiply(loadings, cov), identity(4 * count), start.noise);
    const stacked = { count: 1, rows: 4 * count, cols: 1, data: x.data };
    expect(found.logLikelihood).toBeCloseTo(denseLogDensities(stacked, new Float64Array(4 * count), covariance)[0], 9);
    const factor = cholesky(covariance);
    const mean = multiply(cov, factor.solve(matrix(4 * count, 1, x.data)));
    mean.data.forEach((value, i) => expect(found.e.data[i]).toBeCloseTo(value, 10));
    const posterior = add(y, multiply(cov, factor.solve(transpose(cov))), -1);
    const second = (i: number, j: number) => posterior.data[i * 2 * count + j] + mean.data[i] * mean.data[j];
    for (let n = 0; n < 2; n++) {
      let [crossed, later, earlier] = [0, 0, 0];
      for (const chain of chains) {
        for (let k = 1; k < chain.length; k++) {
          const [a, b] = [chain[k - 1] * 2 + n, chain[k] * 2 + n];
          crossed += second(a, b);
          later += second(b, b);
          earlier += second(a, a);
        }
      }
      expect(found.crossed[n]).toBeCloseTo(crossed, 9);
      expect(found.later[n]).toBeCloseTo(later, 9);
      expect(found.earlier[n]).toBeCloseTo(earlier, 9);
    }
    let total = 0;
    for (let t = 0; t < count; t++) total += second(t * 2, t * 2 + 1);
    expect(found.moment.data[1]).toBeCloseTo(total, 9);
    expect(found.steps).toBe(count - chains.length);
    rows.release();
  });

  it('gains likelihood in every EM iteration', () => {
    const rows = residentRows(x);
    let model = start;
    let last = -Infinity;
    for (let t = 0; t < 25; t++) {
      const expected = slowExpectation(rows, model, chains);
      expect(expected.logLikelihood).toBeGreaterThan(last - 1e-10);
      last = expected.logLikelihood;
      model = slowMaximisation(rows, expected, 1e-3);
    }
    rows.release();
  });

  it('takes the best transition on a grid', () => {
    for (const [a, b, c, n] of [
      [8, 10, 9, 10],
      [-3, 10, 12, 10],
      [0.1, 2, 30, 10],
      [5, 5, 5.1, 5],
    ]) {
      const value = (l: number) => -0.5 * n * Math.log(1 - l * l) - (b - 2 * l * a + l * l * c) / (2 * (1 - l * l));
      let best = 0;
      for (let l = -0.9999; l < 1; l += 0.0001) if (value(l) > value(best)) best = l;
      expect(Math.abs(bestTransition(a, b, c, n) - best)).toBeLessThan(2e-4);
    }
  });
});

describe('EM-SFA', () => {
  const random = stream('em sfa');
  const sources = matrix(300, 12);
  for (let t = 0; t < 300; t++) {
    for (let j = 0; j < 12; j++) {
      const slow = j < 2 ? [0.98, 0.9][j] : 0;
      const before = t > 0 ? sources.data[(t - 1) * 12 + j] : random.normal();
      sources.data[t * 12 + j] = slow * before + Math.sqrt(1 - slow * slow) * random.normal();
    }
  }
  const film = { count: 300, rows: 4, cols: 3, data: multiply(sources, normalMatrix('em sfa mix', 12, 12)).data };
  const slow = parameterMatrix(fitOf(sfa, film, [2], { energy: 1 }), 'W');

  it('finds the subspace of SFA on whitened images, slowest first, with rising likelihood', () => {
    const fit = fitOf(emSfa, film, [2], { tolerance: 0, maxIterations: 60 });
    const p = parameterMatrix(fit, 'P');
    const degrees = (Math.max(...principalAngles(p, slow)) * 180) / Math.PI;
    expect(degrees).toBeLessThan(5);
    expect(largestFall(fit.trace)).toBeLessThan(1e-12);
    const lambda = fit.parameters.lambda.data;
    expect(lambda[0]).toBeGreaterThan(lambda[1]);
    // 1.7° from its own axis of SFA, 84° from the other.
    const angle = principalAngles(columns(p, 0, 1), columns(slow, 0, 1))[0];
    expect((angle * 180) / Math.PI).toBeLessThan(3);
  });

  it('comes nearer to it with less noise, which stays as given', () => {
    const angles = [0.1, 0.01].map((noise) => {
      const fit = fitOf(emSfa, film, [2], { tolerance: 0, maxIterations: 30, noise });
      expect(fit.parameters.sigmax2.data[0]).toBeCloseTo(noise, 12);
      expect(largestFall(fit.trace)).toBeLessThan(1e-12);
      return (Math.max(...principalAngles(parameterMatrix(fit, 'P'), slow)) * 180) / Math.PI;
    });
    // 1.8° with the noise learned, 0.9° and 0.13° with these.
    expect(angles[0]).toBeLessThan(1.3);
    expect(angles[1]).toBeLessThan(0.3);
  });

  it('misses it on raw images', () => {
    const fit = fitOf(emSfa, film, [2], { input: 'raw', tolerance: 0, maxIterations: 60 });
    expect((Math.max(...principalAngles(parameterMatrix(fit, 'P'), slow)) * 180) / Math.PI).toBeGreaterThan(30);
    expect(fit.logLikelihood).toBe(fit.trace[59]);
  });
});
