/** One fit of every method at three sizes, alongside NumPy, SciPy or scikit-learn where they have the algorithm. */
import { test } from 'vitest';
import type { ParameterValue } from '../../../src/core/methods/method.ts';
import { methods } from '../../../src/core/methods/registry.ts';
import { compare, type Task } from '../harness/compare.ts';
import { openImageFiles, type Shape } from '../harness/imageFiles.ts';
import type { Other } from '../harness/sides.ts';

export interface MethodTask extends Task {
  readonly method: string;
  readonly latent: readonly number[];
  readonly settings: Readonly<Record<string, ParameterValue>>;
  readonly subjects: number;
  readonly shape: Shape;
  readonly file: string;
}

const sizes: readonly { readonly shape: Shape; readonly subjects: number }[] = [
  { shape: [400, 32, 32], subjects: 40 },
  { shape: [800, 64, 64], subjects: 80 },
  { shape: [6000, 64, 64], subjects: 100 },
];
/** Methods that are timed at the last size too: the others take minutes, or matrices of all pairs of images. */
const large = new Set(['pca', 'ppca', '2dpca', '2dpca-left', '2dsvd', 'glram', 'bppca', 'lda', '2dlda', 'mpca-lda']);

/**
 * Who else has the algorithm in everyMethod.py, with the same start and stop; RLDA at the first size alone, because
 * scikit-learn solves a problem of the order of the pixels.
 */
const counterparts: Readonly<Record<string, Other>> = {
  pca: 'plain',
  ppca: 'plain',
  '2dpca': 'plain',
  glram: 'plain',
  bppca: 'plain',
  psopca: 'plain',
  mvfa: 'plain',
  fpca: 'plain',
  lda: 'plain',
  rlda: 'sklearn',
  srda: 'sklearn',
  kpca: 'sklearn',
  nmf: 'sklearn',
  fastica: 'sklearn',
};
/** Settings under which both sides stop alike. */
const settings: Readonly<Record<string, Record<string, ParameterValue>>> = {
  glram: { restart: 'cold' },
  bppca: { restart: 'cold' },
  psopca: { restart: 'cold' },
  fpca: { tolerance: 1e-8 },
  nmf: { tolerance: 0, maxIterations: 100 },
  fastica: { architecture: 'II', tolerance: 0, maxIterations: 50 },
};

const [VECTOR, MATRIX] = [[30], [6, 6]];

test('a fit of every method', { timeout: 3_600_000 }, async () => {
  const files = openImageFiles();
  try {
    const tasks = sizes.flatMap(({ shape, subjects }, s): MethodTask[] => {
      const file = files.write(shape, [20, 15]);
      return methods
        .filter(({ id, latentNames }) => latentNames.length > 0 && (s < sizes.length - 1 || large.has(id)))
        .map(({ id, title, latentKind, demanding }) => {
          const latent = latentKind === 'matrix' ? MATRIX : VECTOR;
          const long = demanding === true || s === sizes.length - 1;
          return {
            name: `${title} ${shape.join(' × ')}, q = ${latent.join(', ')}`,
            method: id,
            latent,
            settings: settings[id] ?? {},
            subjects,
            shape,
            file,
            sides: id in counterparts && !(s > 0 && id === 'rlda') ? [counterparts[id]] : [],
            ...(long && { long, rounds: 3 }),
          };
        });
    });
    await compare<MethodTask>({
      name: '2-methods',
      title: 'A fit of every method',
      note: 'Drawn images of 8 bits. Starts and stop rules of the defaults, MVFA to 1e-10, NMF with 100 iterations from NNDSVDa, FastICA (II) with 50.',
      tasks,
      ours: new URL('./everyMethod.ts', import.meta.url),
      module: new URL('./everyMethod.py', import.meta.url),
    });
  } finally {
    files.remove();
  }
});
