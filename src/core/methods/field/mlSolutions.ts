import { add, columns, generalisedEigen, gramOfRows, identity, scaleColumns, type Matrix } from '../../linalg/index.ts';
import { bestWithTies, orderTies } from '../axisScaling.ts';
import { fisherAxes } from '../discriminant/fisherAxes.ts';
import { linearProjection, type LearnInput } from '../linearProjection.ts';
import { axesOfVectors } from '../sharedDeclarations.ts';
import { energyParameter, keptComponents } from './keptComponents.ts';
import { embedded } from './fields.ts';
import { neighboursParameter, unifiedCitation } from './fieldParameters.ts';
import { settingsOf, type SettingsOf } from '../typedSettings.ts';
import { formsOfGraph, graphParameters } from './locality.ts';
import { bySubject, differenceScatter, sequenceOf, sequenceParameter } from './sfa.ts';
import type { ResolvedSetting } from '../resolvedSettings.ts';
import { sampleSpace, pixelLoops, plus } from '../cost.ts';
import type { Parameter } from '../method.ts';

type MlSettings = SettingsOf<typeof parameters>;
const parameters = [
  {
    name: 'prior',
    title: 'Prior',
    help: 'Which latent variables are tied together: all (PCA), those of a subject (LDA), of neighbours (LPP), successive ones (SFA).',
    kind: 'choice',
    default: 'lda',
    source: { neutral: 'which prior is what the row is about; the publication has all' },
    choices: [
      { value: 'pca', title: 'All images (PCA)' },
      { value: 'lda', title: 'Same subject (LDA)' },
      { value: 'lpp', title: 'Nearest neighbours (LPP)' },
      { value: 'sfa', title: 'Successive images (SFA)' },
    ],
  },
  {
    name: 'lambdaFirst',
    title: 'λ of the first axis',
    help: 'The largest λ; it belongs to the axis on which neighbours agree most.',
    kind: 'number',
    default: 0.95,
    source: { measured: 'unifiedml.lambdaFirst' },
    min: 0,
    max: 0.9999,
  },
  {
    name: 'lambdaLast',
    title: 'λ of the last axis',
    help: 'The smallest λ; the values between are evenly spaced.',
    kind: 'number',
    default: 0.5,
    source: { measured: 'unifiedml.lambdaLast' },
    min: 0,
    max: 0.9999,
  },
  { ...neighboursParameter, only: { prior: ['lpp'] } },
  { ...sequenceParameter, only: { prior: ['sfa'] } },
  energyParameter({ measured: 'unifiedml.energy' }, 0.98),
] as const satisfies readonly Parameter[];

/**
 * Maximum likelihood loadings of the unified framework in the limit σ_x → 0 (Nicolaou, Zafeiriou, Pantic 2014, eqs.
 * (15)–(21)): y = W x with Λ⁽¹⁾ W S_1 Wᵀ + Λ⁽²⁾ W S_2 Wᵀ = I, S_k = X B_k Xᵀ / T (the T is missing from (21)). With
 * distinct λ_n the rows of W are v_n / √(α_n d_n + β_n), S_1 v = d S_2 v, and the largest λ goes with the smallest d.
 * For the LDA, LPP and SFA priors α = λ / σ², β = (1 − λ)² / σ², σ² = 1 − λ². The PCA prior implies only that W S Wᵀ is
 * diagonal; W orthonormal makes it PCA. Parameters: mean, W (d × q, one column per axis), lambda (descending), d
 * (ascending).
 */
export const mlSolutions = linearProjection({
  id: 'unifiedml',
  title: 'Unified ML',
  fullName: 'maximum likelihood component analysis with a Markov random field prior',
  family: 'field',
  cost: (size, settings) => plus(sampleSpace(4.5)(size, settings), pixelLoops(1, 45)(size, settings)),
  appearance: { index: 35, marker: 'star' },
  axes: 'Lengths follow from λ by the likelihood, as published.',
  usesLabels: (settings) => settings.prior === 'lda' || (settings.prior === 'sfa' && bySubject(settings)),
  formula: 'w_n = v_n / √(α_n d_n + β_n)',
  description:
    'Closed-form maximum likelihood projections for the PCA, LDA, LPP and SFA priors: the directions of the deterministic methods with lengths that follow from λ.',
  citation: unifiedCitation,
  parameters,
  largestLatent: axesOfVectors,
  arrays: { lambda: 'vector?', d: 'vector?' },
  nested: false,
  learn(input) {
    const rank = input.values.length;
    if (input.settings.prior === 'pca') {
      const q = Math.min(input.q, rank);
      // Unit vectors of the image space: whitened coordinates times √λ.
      const axes = scaleColumns(identity(rank, q), input.values.slice(0, q).map(Math.sqrt));
      return { projection: axes, arrays: {} };
    }
    const { first, second, amounts } = formsOf(input);
    const q = Math.min(input.q, first.rows);
    const lambda = spacedLambdas(input.settings.lambdaFirst, input.settings.lambdaLast, q);
    const { loadings, ratios } = mlLoadings(first, second, lambda, input.values);
    return {
      projection: embedded(loadings, rank),
      arrays: { lambda, d: ratios },
      amounts,
    };
  },
});

/**
 * The columns v_n / √(α_n d_n + β_n) for descending `lambda`, and d_n, the q smallest with S_1 v = d S_2 v, vᵀ S_2
 * v = 1; axes with d = 0 in the order of orderTies. Throws NotPositiveDefiniteError if S_2 is singular.
 * @param variances of the coordinates before whitening
 */
export function mlLoadings(
  first: Matrix,
  second: Matrix,
  lambda: Float64Array,
  variances: Float64Array,
): { loadings: Matrix; ratios: Float64Array } {
  const q = lambda.length;
  // For S_2 − S_1 the largest eigenvalues 1 − d are the leading ones.
  const near = add(second, first, -1);
  const { values, vectors } = bestWithTies(near.rows, q, (count) => generalisedEigen(near, second, count));
  const ratios = values.slice(0, q).map((value) => 1 - value);
  const lengths = ratios.map((d, n) => {
    const l = lambda[n];
    return Math.sqrt((1 - l * l) / (l * d + (1 - l) ** 2));
  });
  return { loadings: scaleColumns(columns(orderTies(vectors, values, variances), 0, q), lengths), ratios };
}

/** `q` evenly spaced values, in descending order. */
function spacedLambdas(one: number, other: number, q: number): Float64Array {
  const [first, last] = [Math.max(one, other), Math.min(one, other)];
  return Float64Array.from({ length: q }, (_, n) => (q === 1 ? first : first + ((last - first) * n) / (q - 1)));
}

/** S_1 and S_2 of the prior, in whitened coordinates. */
function formsOf(input: LearnInput<MlSettings>): {
  first: Matrix;
  second: Matrix;
  amounts: readonly ResolvedSetting[];
} {
  const { settings, labels } = input;
  switch (settings.prior) {
    case 'lda': {
      const { whitened, values, amounts } = keptComponents(input);
      const { vectors, between } = fisherAxes(whitened, values, labels!);
      const shared = gramOfRows(scaleColumns(vectors, between.map(Math.sqrt)));
      return { first: add(identity(shared.rows), shared, -1), second: identity(shared.rows), amounts };
    }
    case 'lpp': {
      const { near, scaled, amounts } = formsOfGraph({
        ...input,
        settings: settingsOf(graphParameters, { neighbours: settings.neighbours, energy: settings.energy }),
      });
      return { first: add(scaled, near, -1), second: scaled, amounts };
    }
    default: {
      const { whitened, amounts } = keptComponents(input);
      return {
        amounts,
        first: differenceScatter(whitened, sequenceOf(input)),
        second: identity(whitened.cols),
      };
    }
  }
}
