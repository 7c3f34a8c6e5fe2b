/** Methods that are a list of fields: one EM, one form, one encoding. */
import { cholesky, gramOfColumns, transpose } from '../../linalg/index.ts';
import { arrayOfMatrix, arrayOfScalar, arrayOfVector, requireLatent } from '../fitArrays.ts';
import {
  FitError,
  type Fit,
  type FitContext,
  type Method,
  type Parameter,
  type Settings,
  type TrainingData,
} from '../method.ts';
import { iterative, pixelLoops, plus, type Cost } from '../cost.ts';
import { likelihoodRule } from '../discriminant/identification.ts';
import { encodeBy, largestLatent as largestOfPca } from '../vector/emAxes.ts';
import { rowsOfStack } from '../vector/principalAxes.ts';
import { fromLatent, inputOf, startOf, type Input } from './fieldInput.ts';
import { fieldParameters, identificationParameter } from './fieldParameters.ts';
import { comparesSubjects, type Field } from './fieldSchema.ts';
import { neighbourhood } from './fields.ts';
import { classParameters, likeliestClass } from './likeliestClass.ts';
import { meanFieldEm, type VarianceRule } from './meanFieldEm.ts';

/** Of EM over fields: 100 iterations a shape on coordinates in sample space. */
export const fieldCost: Cost = (size, settings) => plus(iterations(size, settings), pixelLoops(1, 25)(size, settings));
const iterations = iterative(100, ({ train }, q) => ({ loops: 90_000 + 100 * train * q }));

interface FieldMethod {
  readonly declaration: Pick<
    Method,
    'id' | 'title' | 'fullName' | 'appearance' | 'description' | 'formula' | 'citation' | 'attributes' | 'cost'
  >;
  readonly parameters: readonly Parameter[];
  readonly fieldsOf: (settings: Settings) => readonly Field[];
  /** Default: min(d, T − 1). */
  readonly largestLatent?: Method['largestLatent'];
}

/**
 * A method from its fields. Parameters of its fits: mean (rows × cols), W (d × q, images of the latent axes: x = μ + W
 * y), P (d × q: codes are ŷ = Pᵀ (x − μ), the latent vector that explains x best), gram (WᵀW of the input), sigmax2,
 * sigma2, lambda, E (T × q, the posterior means), and with a field over classes classMeans (K × q, means of E) and
 * classNames.
 */
export function fieldMethod({ declaration, parameters, fieldsOf, largestLatent = largestOfPca }: FieldMethod): Method {
  const { id, title } = declaration;
  const fitInput = (input: Input, data: TrainingData, q: number, settings: Settings, context: FitContext): Fit => {
    const fields = fieldsOf(settings);
    const over = { x: input.pixels, labels: data.labels, attributes: data.attributes };
    const placed = fields.map((field) => ({ ...field, over: neighbourhood(field, over, context.checkCancelled) }));
    if (q > input.rows.cols) {
      throw new FitError(
        `${title}: the images have rank ${input.rows.cols}, found q = ${q}. Reduce the latent dimension.`,
      );
    }
    const run = meanFieldEm(
      input.rows,
      placed,
      startOf(input, q, settings, context),
      settings.variance as VarianceRule,
      settings.tolerance as number,
      settings.maxIterations as number,
      context,
    );
    const gram = gramOfColumns(run.w);
    const projection = transpose(cholesky(gram).solve(transpose(run.w)));
    const classes = fields.some((field) => field.neighbourhood === 'class') && data.labels;
    return {
      method: id,
      latent: [q],
      settings,
      imageShape: { rows: data.images.rows, cols: data.images.cols },
      parameters: {
        mean: arrayOfMatrix(input.mean),
        W: arrayOfMatrix(input.toImages(run.w)),
        P: arrayOfMatrix(input.toProjection(projection)),
        gram: arrayOfMatrix(gram),
        sigmax2: arrayOfScalar(run.noise),
        sigma2: arrayOfVector(run.sigma2),
        lambda: arrayOfVector(run.lambda),
        E: arrayOfMatrix(run.e),
        ...(classes ? classParameters(run.e, classes) : {}),
      },
      trace: run.trace,
      ...run.times.kept(),
      objective: { name: 'pseudo-log-likelihood', unit: 'nats', sense: 'maximise' },
      iterations: run.trace.length,
      converged: run.converged,
      logLikelihood: null,
      warnings: falls(run.trace),
      amounts: input.amounts,
    };
  };

  const check = ({ images, labels }: TrainingData, latent: readonly number[]): void => {
    const subjects = labels ? new Set(labels.filter((label) => label >= 0)).size : undefined;
    requireLatent(title, latent, largestLatent(images.rows, images.cols, images.count, subjects), images);
  };

  return {
    ...declaration,
    family: 'field',
    axes: 'Latent variances are those of the setting, and a code is the latent vector that explains an image best, as published.',
    usesLabels: (settings) => fieldsOf(settings).some(comparesSubjects),
    latentKind: 'vector',
    latentNames: ['q'],
    parameters: [...parameters, ...fieldParameters],
    largestLatent,

    fit(data, latent, settings, context) {
      check(data, latent);
      const input = inputOf(title, data.images, settings);
      try {
        return fitInput(input, data, latent[0], settings, context);
      } finally {
        input.rows.release();
      }
    },

    open(data, settings, context) {
      const input = inputOf(title, data.images, settings);
      return {
        fit(latent, warm) {
          check(data, latent);
          return fitInput(input, data, latent[0], settings, { ...context, warm });
        },
        release: input.rows.release,
      };
    },

    encode,
    reconstruct: fromLatent,

    ...(parameters.includes(identificationParameter) && {
      ownRule: likelihoodRule((fit, _training, probes) =>
        likeliestClass(fit, fieldsOf(fit.settings), rowsOfStack(encode(fit, probes))),
      ),
    }),
  };
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
