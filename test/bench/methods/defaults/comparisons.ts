/** The settings whose defaults rest on a comparison of ours, each with the values that it was compared with. */
import type { StudyMethod, StudySpecInput } from '../../../../src/core/study/spec/spec.ts';

type Settings = StudyMethod['settings'];

export interface Comparison {
  /** "method.setting"; declarations name it as their source. */
  readonly id: string;
  readonly method: string;
  readonly setting: string;
  readonly values: readonly (string | number | boolean)[];
  /** Other settings than defaults. */
  readonly others?: Settings;
  readonly classifier?: StudySpecInput['classifier'];
}

const compare = (
  method: string,
  setting: string,
  values: Comparison['values'],
  more: Pick<Comparison, 'others' | 'classifier'> & { readonly as?: string } = {},
): Comparison => ({ id: `${method}.${more.as ?? setting}`, method, setting, values, ...more });

const cosine = { kind: '1nn', metric: 'cosine' } as const;

export const comparisons: readonly Comparison[] = [
  compare('lda', 'scaling', ['unit', 'total', 'within']),
  compare('lda', 'scaling', ['unit', 'total'], { as: 'scaling by cosine', classifier: cosine }),
  compare('rlda', 'scaling', ['unit', 'total', 'within']),
  compare('rlda', 'scaling', ['unit', 'total', 'within'], { as: 'scaling by cosine', classifier: cosine }),
  compare('srda', 'scaling', ['unit', 'own']),
  compare('srda', 'penalty', [0.001, 0.01, 0.03, 0.1, 0.3, 1]),
  compare('kfa', 'scaling', ['unit', 'total', 'within']),
  compare('kfa', 'gamma', [0.03, 0.1, 0.3, 1]),
  compare('kfa', 'gamma', [0.03, 0.1, 0.3, 1], { as: 'gamma, polynomial', others: { kernel: 'polynomial' } }),
  compare('kfa', 'shrinkage', [0, 0.001, 0.01, 0.1]),
  compare('lpp', 'scaling', ['unit', 'own']),
  compare('lpp', 'energy', [0.9, 0.95, 0.98, 0.99, 1]),
  compare('npe', 'scaling', ['unit', 'total']),
  compare('mfa', 'scaling', ['unit', 'own']),
  compare('mpca-lda', 'scaling', ['unit', 'total'], { as: 'scaling', others: { features: 1000000 } }),
  compare('mpca-lda', 'features', [0, 15, 30, 40, 60, 80, 100, 120, 160]),
];
