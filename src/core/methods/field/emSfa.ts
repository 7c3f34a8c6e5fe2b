import { cholesky, gramOfColumns, matrix, transpose } from '../../linalg/index.ts';
import { watchObjective } from '../bilinear/iteration.ts';
import { arrayOfMatrix, arrayOfScalar, arrayOfVector, requireLatent } from '../fitArrays.ts';
import { FitError, type Method } from '../method.ts';
import { encodeBy, largestLatent } from '../vector/emAxes.ts';
import { fromLatent, inputOf, startOf } from './fieldInput.ts';
import { fieldParameters } from './fieldParameters.ts';
import { chainPairs } from './graph.ts';
import { sequenceOf, sequenceParameter } from './sfa.ts';
import { slowExpectation, slowMaximisation, type SlowModel } from './slowDynamics.ts';
import { unifiedCitation } from './unifiedCitation.ts';

/**
 * Slow feature analysis as a directed linear dynamical system (Nicolaou, Zafeiriou, Pantic 2014, section 4.1; Turner,
 * Sahani 2007): exact EM by Kalman smoother, diagonal transitions, σ_n² = 1 − λ_n². The undirected form is the field
 * {t − 1, t + 1} of composedFields. Parameters: mean, W (d × q), P (d × q: codes (WᵀW)⁻¹Wᵀ of the input), sigmax2, lambda
 * (descending), E (T × q). The trace holds the exact log-likelihood of the input, which EM raises.
 *
 * On whitened images the span is that of SFA within some degrees; on raw images it is close to that of PCA.
 */
export const emSfa: Method = {
  id: 'emsfa',
  title: 'EM-SFA',
  fullName: 'slow feature analysis by expectation maximisation',
  family: 'field',
  description:
    'Linear dynamical system with independent slow latent processes of unit variance, fitted by EM with a Kalman smoother. For image sequences.',
  citation: unifiedCitation,
  latentKind: 'vector',
  latentNames: ['q'],
  demanding: true,
  parameters: [
    sequenceParameter,
    ...fieldParameters.filter(({ name }) => ['input', 'energy'].includes(name)),
    {
      name: 'tolerance',
      title: 'Tolerance',
      help: 'Stops when the log-likelihood rises by less than this times the number of input values.',
      kind: 'number',
      default: 1e-8,
      min: 0,
      max: 1,
    },
    {
      name: 'maxIterations',
      title: 'Most iterations',
      help: 'Stops after this many iterations, converged or not.',
      kind: 'integer',
      default: 50,
      min: 1,
      max: 100_000,
    },
  ],
  largestLatent,

  fit({ images, labels }, latent, settings, context) {
    requireLatent('EM-SFA', latent, largestLatent(images.rows, images.cols, images.count), images);
    const [q] = latent;
    const input = inputOf('EM-SFA', images, settings);
    const { rows } = input;
    try {
      if (q > rows.cols) throw new FitError(`EM-SFA: the images have rank ${rows.cols}, found q = ${q}.`);
      const chains = chainsOf(images.count, sequenceOf({ settings, labels }));
      const start = startOf(input, q, { ...settings, lambdaFirst: 0.9, lambdaLast: 0.5, variance: 'tied' }, context);
      let model: SlowModel = { w: start.w, noise: start.noise, lambda: start.lambda };
      const floor = (1e-12 * rows.energy) / (rows.rows * rows.cols);
      const watch = watchObjective('EM-SFA', 'log-likelihood', 'maximise');
      const trace: number[] = [];
      let converged = false;
      let expected = slowExpectation(rows, model, chains);
      do {
        context.checkCancelled();
        const before = expected.logLikelihood;
        model = slowMaximisation(rows, expected, floor);
        expected = slowExpectation(rows, model, chains);
        watch.step(expected.logLikelihood, rows.rows * rows.cols);
        trace.push(expected.logLikelihood);
        converged = expected.logLikelihood - before < (settings.tolerance as number) * rows.rows * rows.cols;
      } while (!converged && trace.length < (settings.maxIterations as number));
      const order = Array.from({ length: q }, (_, n) => n).sort((a, b) => model.lambda[b] - model.lambda[a]);
      const pick = (a: { rows: number; data: Float64Array }) =>
        matrix(
          a.rows,
          q,
          Float64Array.from({ length: a.rows * q }, (_, at) => a.data[at - (at % q) + order[at % q]]),
        );
      const w = pick(model.w);
      return {
        method: 'emsfa',
        latent,
        settings,
        imageShape: { rows: images.rows, cols: images.cols },
        parameters: {
          mean: arrayOfMatrix(input.mean),
          W: arrayOfMatrix(input.toImages(w)),
          P: arrayOfMatrix(input.toProjection(transpose(cholesky(gramOfColumns(w)).solve(transpose(w))))),
          sigmax2: arrayOfScalar(model.noise),
          lambda: arrayOfVector(Float64Array.from(order, (n) => model.lambda[n])),
          E: arrayOfMatrix(pick(expected.e)),
        },
        trace,
        objective: { name: 'log-likelihood', sense: 'maximise' },
        iterations: trace.length,
        converged,
        logLikelihood: input.whitened ? null : expected.logLikelihood,
        warnings: watch.warnings(),
      };
    } finally {
      rows.release();
    }
  },

  encode: encodeBy('P'),
  reconstruct: fromLatent,
};

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
