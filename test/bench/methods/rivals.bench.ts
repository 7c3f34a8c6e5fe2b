/** One fit of every rival method at the size of a cell of ORL, alongside scikit-learn where it has the method. */
import { test } from 'vitest';
import type { ParameterValue } from '../../../src/core/methods/method.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { compare, type Task } from '../harness/compare.ts';
import { openImageFiles, type Shape } from '../harness/imageFiles.ts';

export interface RivalTask extends Task {
  readonly method: string;
  readonly latent: readonly number[];
  readonly settings: Readonly<Record<string, ParameterValue>>;
  readonly subjects: number;
  readonly shape: Shape;
  readonly file: string;
}

const shape: Shape = [160, 28, 23];
const subjects = 40;
/** Those with a counterpart in rivals.py; iterations are as many on both sides. */
const rivals: readonly (readonly [
  id: string,
  latent: readonly number[],
  counterpart: boolean,
  settings?: Record<string, ParameterValue>,
])[] = [
  ['rlda', [39], true],
  ['srda', [39], true],
  ['npe', [39], false],
  ['olpp', [39], false],
  ['mfa', [39], false],
  ['kpca', [39], true],
  ['kfa', [39], false],
  ['2dlda', [10], false],
  ['b2dlda', [8, 8], false],
  ['mpca-lda', [39], false],
  ['nmf', [39], true, { tolerance: 0, maxIterations: 100 }],
  ['2dnmf', [8, 8], false, { tolerance: 0, maxIterations: 100 }],
  ['fastica', [39], false, { tolerance: 0, maxIterations: 50 }],
  ['fastica', [39], true, { architecture: 'II', tolerance: 0, maxIterations: 50 }],
];

test('fits of rivals alongside scikit-learn', { timeout: 600_000 }, async () => {
  const files = openImageFiles();
  try {
    const file = files.write(shape, [20, 15]);
    await compare<RivalTask>({
      name: '7-rivals',
      title: 'Fits of further methods',
      note: `${shape.join(' × ')} drawn images of ${subjects} subjects, one latent shape. NMF takes 100 iterations from NNDSVDa, FastICA 50.`,
      tasks: rivals.map(([method, latent, counterpart, settings = {}]) => ({
        name: `${findMethod(method)!.title}${settings.architecture ? ' (II)' : ''}, q = ${latent.join(', ')}`,
        method,
        latent,
        settings,
        subjects,
        shape,
        file,
        sides: counterpart ? ['sklearn'] : [],
      })),
      ours: new URL('./rivals.ts', import.meta.url),
      module: new URL('./rivals.py', import.meta.url),
    });
  } finally {
    files.remove();
  }
});
