/** Methods that are a list of fields: one EM, one form, one encoding. */
import { cholesky, gramOfColumns, transpose } from '../../linalg/index.ts';
import { declareMethod, type Definition, type Model } from '../frame/declareMethod.ts';
import { settingsOf, type Parameters, type SettingsOf } from '../frame/settings.ts';
import { FitError, type FitContext, type LatentShape, type Method, type TrainingData } from '../method.ts';
import { iterative, pixelLoops, plus, type Cost } from '../cost.ts';
import { likelihoodRule } from '../discriminant/identification.ts';
import { encodeBy } from '../vector/emAxes.ts';
import { rowsOfStack } from '../vector/principalAxes.ts';
import { axesOfVectors } from '../conventions.ts';
import { fromLatent, inputOf, startOf, type FieldSettings, type Input } from './fieldInput.ts';
import { fieldParameters, identificationByMeans } from './fieldParameters.ts';
import { comparesSubjects, type Field } from './fieldSchema.ts';
import { neighbourhood } from './fields.ts';
import { classArrays, FIELD_ARRAYS, likeliestClass } from './likeliestClass.ts';
import { meanFieldEm } from './meanFieldEm.ts';

/** Of EM over fields: 100 iterations a shape on coordinates in sample space. */
const fieldCost: Cost = (size, settings) => plus(iterations(size, settings), pixelLoops(1, 25)(size, settings));
const iterations = iterative(100, ({ train }, q) => ({ loops: 90_000 + 100 * train * q }));

type Of<P extends Parameters> = Definition<readonly [...P, ...typeof fieldParameters], typeof FIELD_ARRAYS>;

type FieldMethod<P extends Parameters> = Pick<
  Of<P>,
  'id' | 'title' | 'fullName' | 'appearance' | 'description' | 'formula' | 'citation'
> & {
  readonly attributes?: (settings: SettingsOf<P>) => readonly string[];
  /** Those of its own, before fieldParameters. */
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
      const own = settingsOf(fieldParameters, settings);
      const input = inputOf(title, data.images, own);
      return { fit: (latent) => fitInput(input, data, latent, own, context), release: input.rows.release };
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

/** A warning when the pseudo-likelihood fell: allowed by the theory, worth knowing. */
function falls(trace: readonly number[]): string[] {
  let worst = 0;
  for (let t = 1; t < trace.length; t++) worst = Math.max(worst, (trace[t - 1] - trace[t]) / Math.abs(trace[t]));
  return worst > 1e-9
    ? [`The pseudo-log-likelihood fell by ${worst.toExponential(1)} (relative) in some iteration.`]
    : [];
}
