import { matrix, multiply, scaleColumns, symmetricEigen, type Matrix } from '../../linalg/index.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import { watchObjective } from '../bilinear/iteration/iteration.ts';
import { iterationTimes } from '../iterationTimes.ts';
import { FitError } from '../method.ts';
import { LIKELIHOOD, always, POSTERIOR_MEANS, axesOfSubjects } from '../sharedDeclarations.ts';
import { stackOfRows } from '../vector/principalAxes.ts';
import { centredRows, residentRows } from '../vector/residentRows.ts';
import { classMeans } from './classMeans.ts';
import { identificationParameter, likelihoodRule, diagonalRatio } from './likelihoodIdentification.ts';
import {
  identityScores,
  pldaExpectation,
  pldaMaximisation,
  posteriorProjection,
  projectionOf,
  randomLoadings,
  type PldaModel,
} from './pldaModel.ts';
import { iterative } from '../cost.ts';
import { declareMethod } from '../declareMethod.ts';
import type { ArrayKinds, Arrays } from '../learnedArrays.ts';
import { maxIterationsParameter, toleranceParameter } from '../probabilisticSettings.ts';

const ARRAYS = {
  mean: 'matrix',
  F: 'matrix',
  G: 'matrix',
  Sigma: 'vector',
  P: 'matrix',
  J: 'matrix',
  H: 'matrix',
  subjectSums: 'matrix',
  subjectSizes: 'vector',
  subjectNames: 'vector',
} as const satisfies ArrayKinds;

interface PldaFit {
  readonly arrays: Arrays<typeof ARRAYS>;
}

/**
 * Probabilistic LDA (Prince, Elder 2007) by EM. Parameters: mean, F (d × q), G (d × g), Sigma (d), P = Ψ⁻¹F (d × q),
 * J = FᵀΨ⁻¹F, H (d × q: codes E[h | x] = Hᵀ (x − μ)), subjectSums (K × q, Σ Pᵀ (x − μ) over training images),
 * subjectSizes, subjectNames. The trace holds the exact log-likelihood of the training images, which EM raises.
 */
export const plda = declareMethod({
  id: 'plda',
  title: 'PLDA',
  fullName: 'probabilistic linear discriminant analysis',
  family: 'discriminant',
  // Two products of the images with [F G] per iteration, and loops over the loadings.
  cost: iterative(50, ({ rows, cols, train }, q) => ({
    products: 8 * train * rows * cols * q,
    loops: (112 * rows * cols + 70 * train) * q,
  })),
  appearance: { index: 32, marker: 'rectRot' },
  axes: POSTERIOR_MEANS,
  usesLabels: always,
  formula: 'x = μ + F h_s + G w + ε, h_s, w ~ N(0, I), ε ~ N(0, Σ)',
  description:
    'Gaussian model with one latent vector per subject and one per image, fitted by EM. Identifies by nearest neighbour among posterior means of the subject vector, or by likelihood.',
  citation: {
    key: 'prince2007plda',
    type: 'inproceedings',
    authors: ['Simon J. D. Prince', 'James H. Elder'],
    title: 'Probabilistic linear discriminant analysis for inferences about identity',
    venue: 'IEEE International Conference on Computer Vision',
    year: 2007,
    pages: '1–8',
    doi: '10.1109/ICCV.2007.4409052',
  },
  latentNames: ['q'],
  parameters: [
    identificationParameter,
    {
      name: 'within',
      title: 'Within-subject factors',
      help: 'Columns of G. −1: as many as of F. 0: none, all variation within subjects is noise.',
      kind: 'integer',
      default: -1,
      source: { measured: 'plda.within' },
      min: -1,
      max: 10_000,
    },
    toleranceParameter(
      1e-5,
      'Stops when the log-likelihood changes by less than this times the number of pixel values.',
      { neutral: 'see the limit of iterations, which is reached first' },
    ),
    maxIterationsParameter(50, { measured: 'plda.maxIterations' }),
  ],
  arrays: ARRAYS,
  largestLatent: axesOfSubjects,

  fit({ images, labels }, latent, settings, context) {
    const { mean, x } = centredRows(images);
    const resident = residentRows(x);
    try {
      if (resident.energy === 0) throw new FitError('PLDA: all training images are equal.');
      const [q] = latent;
      const g = settings.within === -1 ? q : settings.within;
      const [count, d] = [x.rows, x.cols];
      const { index, sizes, names } = classMeans(matrix(count, 0), labels!);
      const squares = new Float64Array(d);
      x.data.forEach((value, at) => (squares[at % d] += value * value));
      const variance = resident.energy / (count * d);
      const floor = 1e-6 * variance;
      const random = () => context.random.normal();
      let model: PldaModel = {
        f: randomLoadings(d, q, variance / 2, random),
        g: randomLoadings(d, g, variance / 2, random),
        noise: squares.map((value) => Math.max(value / count, floor)),
      };
      const watch = watchObjective('PLDA', 'log-likelihood', 'maximise');
      const trace: number[] = [];
      const times = iterationTimes(context);
      let converged = false;
      do {
        context.checkCancelled();
        const expected = pldaExpectation(resident, model, squares, index, sizes);
        watch.step(expected.logLikelihood, count * d);
        const before = trace[trace.length - 1] ?? -Infinity;
        trace.push(expected.logLikelihood);
        times.mark();
        converged = expected.logLikelihood - before < settings.tolerance * count * d;
        if (!converged) model = pldaMaximisation(expected, squares, q, count, floor);
      } while (!converged && trace.length < settings.maxIterations);
      const projection = projectionOf(model);
      const floored = model.noise.filter((value) => value === floor).length;
      return {
        arrays: {
          mean,
          F: model.f,
          G: model.g,
          Sigma: model.noise,
          P: projection.p,
          J: projection.j,
          H: posteriorProjection(projection),
          subjectSums: sumRows(resident.times(projection.p), index, sizes.length),
          subjectSizes: sizes,
          subjectNames: Float64Array.from(names),
        },
        trace,
        ...times.kept(),
        objective: LIKELIHOOD,
        iterations: trace.length,
        converged,
        logLikelihood: pldaExpectation(resident, model, squares, index, sizes).logLikelihood,
        warnings: [
          ...watch.warnings(),
          ...(floored > 0 ? [`The noise of ${floored} pixels was kept at 1e-6 of the mean variance.`] : []),
        ],
      };
    } finally {
      resident.release();
    }
  },

  encode(fit, images) {
    return stackOfRows(multiply(centredBy(fit.arrays.mean, images), fit.arrays.H));
  },

  /**
   * J = V Λ Vᵀ: on the axes of V, b = Λ h + √Λ ε; b/√Λ therefore varies by 1 within a subject and by Λ between
   * subjects.
   */
  pairRatio(fit, gallery, probes) {
    const { values, vectors } = symmetricEigen(fit.arrays.J);
    const axes = scaleColumns(
      vectors,
      values.map((value) => (value > 0 ? 1 / Math.sqrt(value) : 0)),
    );
    const on = (images: ImageSet): Matrix => multiply(multiply(centredBy(fit.arrays.mean, images), fit.arrays.P), axes);
    return diagonalRatio(
      values.map((value) => Math.max(0, value)),
      on(gallery),
      on(probes),
    );
  },

  ownRule: likelihoodRule(({ arrays }: PldaFit, _training, probes) => {
    const { P, J, mean, subjectSums, subjectSizes, subjectNames: names } = arrays;
    const b = multiply(centredBy(mean, probes), P);
    const scores = identityScores(J, b, subjectSums, subjectSizes);
    return Int32Array.from({ length: b.rows }, (_, i) => {
      const row = scores.data.subarray(i * scores.cols, (i + 1) * scores.cols);
      return names[row.indexOf(Math.max(...row))];
    });
  }),
});

function centredBy({ data }: Matrix, images: ImageSet): Matrix {
  return matrix(
    images.count,
    data.length,
    images.data.map((value, i) => value - data[i % data.length]),
  );
}

function sumRows(a: Matrix, index: Int32Array, classes: number): Matrix {
  const sums = matrix(classes, a.cols);
  for (let i = 0; i < a.rows; i++) {
    for (let n = 0; n < a.cols; n++) sums.data[index[i] * a.cols + n] += a.data[i * a.cols + n];
  }
  return sums;
}
