/** Methods defined by a list of fields: one EM, one form, one encoding. */
import {
  cholesky,
  gramOfColumns,
  transpose,
  matrix,
  scale,
  scaleColumns,
  solveLower,
  squaredDistances,
  type Matrix,
} from '../../linalg/index.ts';
import { declareMethod, type Definition, type Model } from '../declareMethod.ts';
import { settingsOf, type Parameters, type SettingsOf } from '../typedSettings.ts';
import { FitError, type FitContext, type LatentShape, type Method, type TrainingData } from '../method.ts';
import { iterative, pixelLoops, plus, type Cost } from '../cost.ts';
import { likelihoodRule } from '../discriminant/likelihoodIdentification.ts';
import { encodeBy } from '../vector/emAxes.ts';
import { rowsOfStack } from '../vector/principalAxes.ts';
import { axesOfVectors } from '../sharedDeclarations.ts';
import { fromLatent, inputOf, startOf, type FieldSettings, type Input } from './fieldInput.ts';
import { fieldParameters, identificationByMeans } from './fieldParameters.ts';
import { comparesSubjects, type Field } from './fieldSchema.ts';
import { neighbourhood, coefficient } from './fields.ts';
import { meanFieldEm } from './meanFieldEm.ts';
import { classMeans } from '../discriminant/classMeans.ts';
import type { ArrayKinds, Arrays } from '../learnedArrays.ts';

/** Arrays of methods defined by a list of fields. */
const FIELD_ARRAYS = {
  mean: 'matrix',
  W: 'matrix',
  P: 'matrix',
  gram: 'matrix',
  sigmax2: 'scalar',
  sigma2: 'vector',
  lambda: 'vector',
  E: 'matrix',
  classMeans: 'matrix?',
  classNames: 'vector?',
} as const satisfies ArrayKinds;

/**
 * Eqs. (39)–(41) with class means only, O(K q) per probe after its projection: the class c with the smallest
 * (ŷ − m_c)ᵀ [Σ + σ_x² (WᵀW)⁻¹]⁻¹ (ŷ − m_c). m_c blends the class mean and the mean of all images as the prior does for
 * a further image of the class; fields over nearest neighbours or other attributes are ignored.
 */
function likeliestClass(
  { lambda, sigma2, classMeans: means, classNames: names, E: e, gram, sigmax2 }: Arrays<typeof FIELD_ARRAYS>,
  fields: readonly Field[],
  codes: Matrix,
): Int32Array {
  if (!means || !names) throw new FitError('Identification by likelihood needs a field over subjects.');
  const q = lambda.length;
  const overall = new Float64Array(q);
  e.data.forEach((value, at) => (overall[at % q] += value / e.rows));
  const total = new Float64Array(q);
  const centres = matrix(means.rows, q);
  for (const { f, phi, neighbourhood: kind } of fields) {
    if (kind !== 'class' && kind !== 'all' && kind !== 'self') continue;
    for (let n = 0; n < q; n++) {
      const weight = coefficient(f, lambda[n]);
      total[n] += weight;
      if (kind === 'self') continue;
      for (let c = 0; c < means.rows; c++) {
        const mean = kind === 'class' ? means.data[c * q + n] : overall[n];
        centres.data[c * q + n] += weight * coefficient(phi, lambda[n]) * mean;
      }
    }
  }
  const covariance = scale(cholesky(gram).inverse(), sigmax2);
  for (let n = 0; n < q; n++) covariance.data[n * (q + 1)] += sigma2[n] / total[n];
  const { lower } = cholesky(covariance);
  const white = (rows: Matrix) => transpose(solveLower(lower, transpose(rows)));
  const distances = squaredDistances(
    white(codes),
    white(
      scaleColumns(
        centres,
        total.map((value) => 1 / value),
      ),
    ),
  );
  return Int32Array.from({ length: codes.rows }, (_, i) => {
    const row = distances.data.subarray(i * means.rows, (i + 1) * means.rows);
    return names[row.indexOf(Math.min(...row))];
  });
}

/** Means of E over each subject, without unlabelled images (−1). */
function classArrays(e: Matrix, labels: Int32Array) {
  const labelled = Int32Array.from(labels.keys()).filter((i) => labels[i] >= 0);
  const rows = matrix(labelled.length, e.cols);
  labelled.forEach((i, at) => rows.data.set(e.data.subarray(i * e.cols, (i + 1) * e.cols), at * e.cols));
  const { means, names } = classMeans(
    rows,
    labelled.map((i) => labels[i]),
  );
  return { classMeans: means, classNames: Float64Array.from(names) };
}

/** Cost of EM over fields: 100 iterations per shape on coordinates in sample space. */
const fieldCost: Cost = (size, settings) => plus(iterations(size, settings), pixelLoops(1, 25)(size, settings));
const iterations = iterative(100, ({ train }, q) => ({ loops: 90_000 + 100 * train * q }));

type Of<P extends Parameters> = Definition<readonly [...P, ...typeof fieldParameters], typeof FIELD_ARRAYS>;

type FieldMethod<P extends Parameters> = Pick<
  Of<P>,
  'id' | 'title' | 'fullName' | 'appearance' | 'description' | 'formula' | 'citation'
> & {
  readonly attributes?: (settings: SettingsOf<P>) => readonly string[];
  /** Parameters of the method, before fieldParameters. */
  readonly parameters: P;
  readonly fieldsOf: (settings: SettingsOf<P>) => readonly Field[];
  /** Default: min(d, T − 1). */
  readonly largestLatent?: Method['largestLatent'];
};

/**
 * A method from its fields. Arrays of its fits: mean (rows × cols), W (d × q, images of the latent axes: x = μ + W
 * y), P (d × q: codes are ŷ = Pᵀ (x − μ), the latent vector that explains x best), gram (WᵀW of the input), sigmax2,
 * sigma2, lambda, E (T × q, the posterior means), and with a field over classes classMeans (K × q, means of E) and
 * classNames.
 */
export function fieldMethod<const P extends Parameters>({
  fieldsOf: ownFields,
  attributes,
  largestLatent = axesOfVectors,
  ...named
}: FieldMethod<P>) {
  const { title, parameters } = named;
  const fieldsOf = (settings: object): readonly Field[] => ownFields(settingsOf(parameters, settings));

  const fitInput = (
    input: Input,
    data: TrainingData,
    [q]: LatentShape,
    settings: FieldSettings,
    context: FitContext,
  ) => {
    const fields = fieldsOf(settings);
    const over = { x: input.pixels, labels: data.labels, attributes: data.attributes };
    const placed = fields.map((field) => ({ ...field, over: neighbourhood(field, over, context.checkCancelled) }));
    if (q > input.rows.cols) {
      throw new FitError(
        `${title}: the images have rank ${input.rows.cols}, found q = ${q}. Reduce the latent dimension.`,
      );
    }
    const { variance, tolerance, maxIterations } = settings;
    const start = startOf(input, q, settings, context);
    const run = meanFieldEm(input.rows, placed, start, variance, tolerance, maxIterations, context);
    const gram = gramOfColumns(run.w);
    const projection = transpose(cholesky(gram).solve(transpose(run.w)));
    const classes = fields.some((field) => field.neighbourhood === 'class') && data.labels;
    return {
      arrays: {
        mean: input.mean,
        W: input.toImages(run.w),
        P: input.toProjection(projection),
        gram,
        sigmax2: run.noise,
        sigma2: run.sigma2,
        lambda: run.lambda,
        E: run.e,
        ...(classes ? classArrays(run.e, classes) : {}),
      },
      trace: run.trace,
      ...run.times.kept(),
      objective: { name: 'pseudo-log-likelihood', unit: 'nats', sense: 'maximise' },
      iterations: run.trace.length,
      converged: run.converged,
      warnings: falls(run.trace),
      amounts: input.amounts,
    } as const;
  };

  return declareMethod({
    ...named,
    revision: 2,
    family: 'field',
    cost: fieldCost,
    axes: 'The setting gives the latent variances, and a code is the latent vector that explains an image best, as published.',
    usesLabels: (settings) => fieldsOf(settings).some(comparesSubjects),
    attributes: attributes && ((settings) => attributes(settingsOf(parameters, settings))),
    latentNames: ['q'],
    parameters: [...parameters, ...fieldParameters],
    arrays: FIELD_ARRAYS,
    largestLatent,

    open(data, settings, context) {
      const fieldSettings = settingsOf(fieldParameters, settings);
      const input = inputOf(title, data.images, fieldSettings);
      return { fit: (latent) => fitInput(input, data, latent, fieldSettings, context), release: input.rows.release };
    },

    encode,
    reconstruct: fromLatent,

    ...(parameters.some((parameter) => parameter === identificationByMeans) && {
      ownRule: likelihoodRule((fit: Model<object, typeof FIELD_ARRAYS>, _training, probes) =>
        likeliestClass(fit.arrays, fieldsOf(fit.settings), rowsOfStack(encode(fit, probes))),
      ),
    }),
  });
}

/** ŷ = (WᵀW)⁻¹ Wᵀ x. */
const encode = encodeBy('P');

/** Warns if the pseudo-likelihood fell, which the theory permits. */
function falls(trace: readonly number[]): string[] {
  let worst = 0;
  for (let t = 1; t < trace.length; t++) worst = Math.max(worst, (trace[t - 1] - trace[t]) / Math.abs(trace[t]));
  return worst > 1e-9
    ? [`The pseudo-log-likelihood fell by ${worst.toExponential(1)} (relative) in some iteration.`]
    : [];
}
