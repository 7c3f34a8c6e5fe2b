import { cholesky, gramOfColumns, matrix, transpose } from '../../linalg/index.ts';
import { stopRule, iterateToConvergence } from '../bilinear/iteration/iteration.ts';
import { LIKELIHOOD, POSTERIOR_MEANS, axesOfVectors } from '../sharedDeclarations.ts';
import { acceleratedStep, type EmMap } from '../bilinear/iteration/squarem.ts';
import { FitError } from '../method.ts';
import { stopParameters } from '../probabilisticSettings.ts';
import { encodeBy } from '../vector/emAxes.ts';
import type { ResidentRows } from '../vector/residentRows.ts';
import { fromLatent, inputOf, startOf } from './fieldInput.ts';
import { inputEnergyParameter, inputParameter, unifiedCitation } from './fieldParameters.ts';
import { chainPairs } from './graph.ts';
import { bySubject, sequenceOf, sequenceParameter } from './sfa.ts';
import { slowExpectation, slowMaximisation, type SlowModel } from './slowDynamics.ts';
import { iterative } from '../cost.ts';
import { declareMethod } from '../declareMethod.ts';

/**
 * Slow feature analysis as a directed linear dynamical system (Nicolaou, Zafeiriou, Pantic 2014, section 4.1; Turner,
 * Sahani 2007): exact EM by Kalman smoother, diagonal transitions, σ_n² = 1 − λ_n². The undirected form is the field
 * {t − 1, t + 1} of composedFields. Parameters: mean, W (d × q), P (d × q: codes (WᵀW)⁻¹Wᵀ of the input), sigmax2,
 * lambda (descending), E (T × q). The trace holds the exact log-likelihood of the input after each accelerated
 * iteration (squarem.ts).
 *
 * The span that maximises the likelihood is not that of SFA, which looks at successive images only: with much noise it
 * is slow power over all lags that counts. On whitened images it becomes that of SFA as σ_x² goes to zero, where
 * every orthonormal W explains the images alike and Σ ln(1 − ρ_n²) of the correlations ρ_n of successive codes decides.
 * On raw images it is close to that of PCA.
 */
export const emSfa = declareMethod({
  id: 'emsfa',
  title: 'EM-SFA',
  fullName: 'slow feature analysis by expectation maximisation',
  family: 'field',
  cost: iterative(100, ({ train }, q) => ({ loops: 8e3 * train * q })),
  appearance: { index: 34, marker: 'star' },
  axes: POSTERIOR_MEANS,
  usesLabels: bySubject,
  formula: 'x_t = W y_t + ε_t, y_t+1 = Λ y_t + η_t, Λ diagonal',
  description:
    'Linear dynamical system with independent slow latent processes of unit variance, fitted by EM with a Kalman smoother. For image sequences.',
  citation: unifiedCitation,
  latentNames: ['q'],
  demanding: true,
  revision: 2,
  parameters: [
    sequenceParameter,
    inputParameter,
    inputEnergyParameter,
    {
      name: 'noise',
      title: 'Noise',
      help: 'σ_x² as a share of the mean variance of the input, held fixed. The smaller, the nearer the span is to that of SFA, and the slower the fit. 0: learned.',
      kind: 'number',
      default: 0,
      source: { published: 'Nicolaou, Zafeiriou and Pantic 2014: learned' },
      min: 0,
      max: 1,
    },
    ...stopParameters({ tolerance: 1e-8, maxIterations: 200 }),
  ],
  arrays: { mean: 'matrix', W: 'matrix', P: 'matrix', sigmax2: 'scalar', lambda: 'vector', E: 'matrix' },
  largestLatent: axesOfVectors,

  fit({ images, labels }, [q], settings, context) {
    const input = inputOf('EM-SFA', images, settings);
    const { rows } = input;
    try {
      if (q > rows.cols) throw new FitError(`EM-SFA: the images have rank ${rows.cols}, found q = ${q}.`);
      const chains = chainsOf(images.count, sequenceOf({ settings, labels }));
      const start = startOf(input, q, { lambdaFirst: 0.9, lambdaLast: 0.5, variance: 'tied' }, context);
      const fixed = (settings.noise * rows.energy) / (rows.rows * rows.cols);
      const em = emOf(rows, chains, q, fixed, context.checkCancelled);
      let point = em.evaluate({ w: start.w, noise: fixed || start.noise, lambda: start.lambda });
      const facts = iterateToConvergence(
        {
          title: 'EM-SFA',
          objective: input.whitened ? { ...LIKELIHOOD, name: 'log-likelihood of the whitened input' } : LIKELIHOOD,
          scale: rows.rows * rows.cols,
          start: point.value,
          ...stopRule(settings),
        },
        context,
        () => {
          point = acceleratedStep(em, point);
          return point.value;
        },
      );
      const { model } = point;
      const order = Array.from({ length: q }, (_, n) => n).sort((a, b) => model.lambda[b] - model.lambda[a]);
      const pick = (a: { rows: number; data: Float64Array }) =>
        matrix(
          a.rows,
          q,
          Float64Array.from({ length: a.rows * q }, (_, at) => a.data[at - (at % q) + order[at % q]]),
        );
      const w = pick(model.w);
      return {
        arrays: {
          mean: input.mean,
          W: input.toImages(w),
          P: input.toProjection(transpose(cholesky(gramOfColumns(w)).solve(transpose(w)))),
          sigmax2: model.noise,
          lambda: Float64Array.from(order, (n) => model.lambda[n]),
          E: pick(slowExpectation(rows, model, chains).e),
        },
        ...facts,
        logLikelihood: input.whitened ? null : point.value,
        amounts: input.amounts,
      };
    } finally {
      rows.release();
    }
  },

  encode: encodeBy('P'),
  reconstruct: fromLatent,
});

/** EM of q latent variables with the noise `fixed`, 0: learned. The vector of a model: W, ln σ_x², artanh λ_n. */
function emOf(
  rows: ResidentRows,
  chains: readonly (readonly number[])[],
  q: number,
  fixed: number,
  checkCancelled: () => void,
): EmMap<SlowModel> {
  const floor = (1e-12 * rows.energy) / (rows.rows * rows.cols);
  return {
    evaluate(model) {
      checkCancelled();
      const expected = slowExpectation(rows, model, chains);
      const next = slowMaximisation(rows, expected, floor);
      return { model, value: expected.logLikelihood, next: fixed > 0 ? { ...next, noise: fixed } : next };
    },
    toVector({ w, noise, lambda }) {
      const values = new Float64Array(w.data.length + 1 + lambda.length);
      values.set(w.data);
      values[w.data.length] = Math.log(noise);
      values.set(lambda.map(Math.atanh), w.data.length + 1);
      return values;
    },
    fromVector(values) {
      const size = rows.cols * q;
      return {
        w: matrix(rows.cols, q, values.subarray(0, size)),
        noise: Math.exp(values[size]),
        lambda: values.slice(size + 1).map(Math.tanh),
      };
    },
  };
}

/** Rows of each sequence in order. */
function chainsOf(count: number, sequence: Int32Array | null): number[][] {
  const next = new Map(chainPairs(count, sequence));
  const followers = new Set(next.values());
  return Array.from({ length: count }, (_, i) => i)
    .filter((i) => !followers.has(i))
    .map((first) => {
      const chain = [first];
      for (let t = next.get(first); t !== undefined; t = next.get(t)) chain.push(t);
      return chain;
    });
}
