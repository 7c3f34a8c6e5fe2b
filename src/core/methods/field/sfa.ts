import { gramOfColumns, leadingEigen, matrix, scale, type Matrix } from '../../linalg/index.ts';
import { linearProjection, type LearnInput } from '../linearProjection.ts';
import { FitError, type Parameter } from '../method.ts';
import { axesOfVectors } from '../sharedDeclarations.ts';
import { energyParameter, keptComponents } from './keptComponents.ts';
import { embedded } from './fields.ts';
import { chainPairs } from './graph.ts';
import { sampleSpace } from '../cost.ts';
import type { SettingsOf } from '../typedSettings.ts';

export const sequenceParameter = {
  name: 'sequence',
  title: 'Sequences',
  help: 'The order of the images is taken as time. One sequence of all training images, or one per subject.',
  kind: 'choice',
  default: 'all',
  source: { published: 'Wiskott and Sejnowski 2002: one signal' },
  choices: [
    { value: 'all', title: 'One of all images' },
    { value: 'subject', title: 'One per subject' },
  ],
} as const satisfies Parameter;

/**
 * Slow feature analysis, linear (Wiskott, Sejnowski 2002; Nicolaou, Zafeiriou, Pantic 2014, eq. (8)): minimise the mean
 * squared difference of successive codes at unit variance. Parameters: mean, W (d × q), slowness (ascending: mean
 * squared difference along each axis, 2 for white noise).
 */
export const sfa = linearProjection({
  id: 'sfa',
  title: 'SFA',
  fullName: 'slow feature analysis',
  family: 'field',
  cost: sampleSpace(2.4),
  appearance: { index: 28, marker: 'star' },
  axes: 'Axes have unit variance over all training images, as published.',
  usesLabels: bySubject,
  formula: 'min Σ_t ‖Vᵀ(x_t+1 − x_t)‖² with Vᵀ S V = I',
  description: 'Axes of unit variance along which successive images change least. For image sequences.',
  citation: {
    key: 'wiskott2002sfa',
    type: 'article',
    authors: ['Laurenz Wiskott', 'Terrence J. Sejnowski'],
    title: 'Slow feature analysis: unsupervised learning of invariances',
    venue: 'Neural Computation',
    year: 2002,
    volume: '14',
    number: '4',
    pages: '715–770',
    doi: '10.1162/089976602317318938',
  },
  parameters: [sequenceParameter, energyParameter({ measured: 'sfa.energy' })],
  largestLatent: axesOfVectors,
  arrays: { slowness: 'vector' },
  nested: true,
  learn(input) {
    const { whitened, amounts } = keptComponents(input);
    // The slowest come first for the negative matrix.
    const scatter = scale(differenceScatter(whitened, sequenceOf(input)), -1);
    const { values, vectors } = leadingEigen(scatter, Math.min(input.q, scatter.rows));
    return {
      projection: embedded(vectors, input.values.length),
      arrays: { slowness: values.map((value) => -value) },
      amounts,
    };
  },
});

/** Mean of (z_t − z_{t−1})(z_t − z_{t−1})ᵀ over successive images. */
export function differenceScatter(z: Matrix, sequence: Int32Array | null): Matrix {
  const pairs = chainPairs(z.rows, sequence);
  if (pairs.length === 0) throw new FitError('SFA needs two successive images in some sequence.');
  const differences = matrix(pairs.length, z.cols);
  pairs.forEach(([before, after], at) => {
    for (let n = 0; n < z.cols; n++) {
      differences.data[at * z.cols + n] = z.data[after * z.cols + n] - z.data[before * z.cols + n];
    }
  });
  return scale(gramOfColumns(differences), 1 / pairs.length);
}

type SequenceSettings = SettingsOf<readonly [typeof sequenceParameter]>;

export function bySubject({ sequence }: SequenceSettings): boolean {
  return sequence === 'subject';
}

/** The sequence of every image, or null for a single one. */
export function sequenceOf({
  settings,
  labels,
}: Pick<LearnInput<SequenceSettings>, 'settings' | 'labels'>): Int32Array | null {
  if (!bySubject(settings)) return null;
  if (!labels) throw new FitError('Sequences by subject need the subject of every training image.');
  return labels;
}
