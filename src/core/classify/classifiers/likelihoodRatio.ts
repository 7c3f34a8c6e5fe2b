import { z } from 'zod';
import { asVectors, centreImages } from '../../images/imageSet.ts';
import {
  add,
  generalisedEigen,
  matrix,
  multiply,
  identity,
  scale,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { classMeans } from '../../methods/discriminant/classMeans.ts';
import { diagonalRatio } from '../../methods/discriminant/likelihoodIdentification.ts';
import { FitError, type PairRatio } from '../../methods/method.ts';
import type { Scores } from '../scores.ts';
import type { ClassifierDeclaration, ModelledPairs } from './classifier.ts';
import { prose } from '../../text/proseTags.ts';

const schema = z.strictObject({ kind: z.literal('likelihood-ratio') });

/** Share of the mean within-subject variance added to every axis, because codes may have more axes than images. */
const RIDGE = 0.01;

/**
 * Likelihood ratio of the method's own model (PLDA), otherwise of Gaussian subjects with Gaussian codes around them:
 * covariances within and between the training subjects (Chen et al., Bayesian Face Revisited, 2012, with moments
 * instead of EM).
 */
export const likelihoodRatio: ClassifierDeclaration<typeof schema> = {
  kind: 'likelihood-ratio',
  title: 'Log-likelihood ratio',
  help: 'Of one subject against two: the own ratio of PLDA and Ioffe PLDA, for other methods that of Gaussian codes, with the covariances within and between training subjects. One fit per latent shape.',
  details: `Of Gaussian codes: W is the covariance within the N training images of K subjects (divisor N − K), S_b that of the subjects' means weighted by their n_c images (divisor K − 1), and B = (S_b − W)/n₀ with n₀ = (N − Σ n_c²/N)/(K − 1). Codes less their mean are taken on the axes v of B v = λ (W + ρ I) v, vᵀ (W + ρ I) v = 1; the ridge ρ is ${RIDGE} times the mean variance tr(W)/q of the q numbers of a code, and λ below 0 counts as 0. With numbers a and b of two codes the ratio is the sum over axes of ½ [2 ln(1 + λ) − ln(1 + 2λ) + (a² + b²)/(1 + λ) − ((1 + λ)(a² + b²) − 2λab)/(1 + 2λ)].`,
  schema,
  parameters: [],
  phrase: () => 'log-likelihood ratio of one subject against two',
  prose: (_, reference) =>
    prose`Test images were assigned to the subject of the ${reference} image with the largest log-likelihood ratio of one subject against two`,
  pairProse: () => prose`The score of a comparison was the log-likelihood ratio of one subject against two`,
  modelledPairs: {
    scores(input) {
      const { method, fit, gallery, probes, subjects } = input;
      const ratio = method.pairRatio?.(fit, gallery, probes) ?? gaussianRatio(input);
      return {
        probes: probes.count,
        subjects,
        positions: Array.from({ length: subjects.length }, (_, g) => g),
        voters: 1,
        of: (p) => Float64Array.from(subjects, (_, g) => ratio(g, p)),
        pair: (p, g) => ratio(g, p),
      } satisfies Scores;
    },
  },
};

/** Codes on the axes v of B v = λ W v, where W is 1 and B is λ. Moments may give λ below 0, which counts as 0. */
function gaussianRatio({ training, labels, galleryCodes, probeCodes }: ModelledPairs): PairRatio {
  const codes = asVectors(training());
  const { means, sizes, index } = classMeans(codes, labels);
  const [count, q] = [codes.rows, codes.cols];
  const freedom = count - sizes.length;
  if (freedom < 1 || sizes.length < 2) {
    throw new FitError('The ratio needs 2 training subjects, and 2 training images of some subject.');
  }
  const mean = matrix(1, q);
  const centre = mean.data;
  for (let i = 0; i < codes.data.length; i++) centre[i % q] += codes.data[i] / count;
  const deviations = matrix(
    count,
    q,
    Float64Array.from(codes.data, (value, at) => value - means.data[index[Math.floor(at / q)] * q + (at % q)]),
  );
  const spread = matrix(
    sizes.length,
    q,
    Float64Array.from(means.data, (value, at) => (value - centre[at % q]) * Math.sqrt(sizes[Math.floor(at / q)])),
  );
  const within = scale(multiply(deviations, deviations, { transposeA: true }), 1 / freedom);
  let trace = 0;
  for (let i = 0; i < q; i++) trace += within.data[i * q + i];
  if (trace === 0) throw new FitError('The ratio needs codes that vary within subjects.');
  // E[S_b] = W + n₀ B with n₀ = (N − Σ n_c²/N)/(K − 1), as in the analysis of variance.
  const squares = sizes.reduce((sum, size) => sum + size * size, 0);
  const n0 = (count - squares / count) / (sizes.length - 1);
  const scatter = multiply(spread, spread, { transposeA: true });
  const between = add(scale(scatter, 1 / (n0 * (sizes.length - 1))), within, -1 / n0);
  const { values, vectors } = generalisedEigen(between, add(within, identity(q), (RIDGE * trace) / q));
  const on = (stack: MatrixStack): Matrix => multiply(asVectors(centreImages(stack, mean)), vectors);
  return diagonalRatio(
    values.map((value) => Math.max(0, value)),
    on(galleryCodes()),
    on(probeCodes()),
  );
}
