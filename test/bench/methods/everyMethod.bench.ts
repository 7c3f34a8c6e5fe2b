/** One fit of every method at three sizes, alongside NumPy, SciPy or scikit-learn where they have the algorithm. */
import { expect, test } from 'vitest';
import type { ParameterValue } from '../../../src/core/methods/method.ts';
import { methods } from '../../../src/core/methods/registry.ts';
import { compare, type Task } from '../harness/compare.ts';
import { openImageFiles, type Shape } from '../harness/imageFiles.ts';
import { openOurs, openPython, type Other } from '../harness/sides.ts';
import type { FitCheck } from './everyMethod.ts';

export interface MethodTask extends Task {
  readonly method: string;
  readonly latent: readonly number[];
  readonly settings: Readonly<Record<string, ParameterValue>>;
  readonly subjects: number;
  readonly shape: Shape;
  readonly file: string;
  /** Asks for what the fit has in common with its counterpart, instead of a timing. */
  readonly check?: Agreement;
}

/** What agrees: spans of arrays of the fit, and an array of numbers or the end of the trace. */
interface Agreement {
  readonly axes?: readonly string[];
  readonly values?: string;
  /** Relative difference of the values; those of random starts differ. @default 1e-6 */
  readonly within?: number;
}

const sizes: readonly { readonly shape: Shape; readonly subjects: number }[] = [
  { shape: [400, 32, 32], subjects: 40 },
  { shape: [800, 64, 64], subjects: 80 },
  { shape: [6000, 64, 64], subjects: 100 },
];
/** Methods that are timed at the last size too: the others take minutes, or matrices of all pairs of images. */
const large = new Set(['pca', 'ppca', '2dpca', '2dpca-left', '2dsvd', 'glram', 'bppca', 'lda', '2dlda', 'mpca-lda']);

/** Counterparts in NumPy and SciPy that are checked to have the fit of the method. */
const checked: Readonly<Record<string, Agreement>> = {
  '2dpca-left': { axes: ['Uc'] },
  '2dsvd': { axes: ['Uc', 'Ur'] },
  '2dlda': { axes: ['Ur'] },
  b2dlda: { axes: ['Uc', 'Ur'] },
  fklda: { axes: ['W'] },
  lpp: { axes: ['W'] },
  'lpp-subjects': { axes: ['W'] },
  sfa: { axes: ['W'] },
  ioffe: { values: 'Psi' },
  unifiedml: { axes: ['W'] },
  npe: { axes: ['W'] },
  'npe-subjects': { axes: ['W'] },
  olpp: { axes: ['W'] },
  'olpp-subjects': { axes: ['W'] },
  mfa: { axes: ['W'] },
  kfa: { axes: ['A'] },
  empca: { values: 'trace', within: 1e-3 },
  emepca: { values: 'trace', within: 1e-3 },
  gha: { values: 'trace', within: 1e-2 },
  plda: { values: 'trace', within: 1e-3 },
};

/**
 * Who else has the algorithm in everyMethod.py, with the same start and stop; RLDA at the first size alone, because
 * scikit-learn solves a problem of the order of the pixels.
 */
const counterparts: Readonly<Record<string, Other>> = {
  ...Object.fromEntries(Object.keys(checked).map((id) => [id, 'plain' as const])),
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
  empca: { tolerance: 0, maxIterations: 100 },
  emepca: { tolerance: 0, maxIterations: 100 },
  gha: { tolerance: 0, maxIterations: 100 },
  plda: { tolerance: 0, maxIterations: 50 },
};

const [VECTOR, MATRIX] = [[30], [6, 6]];
const modules = {
  ours: new URL('./everyMethod.ts', import.meta.url),
  module: new URL('./everyMethod.py', import.meta.url),
};

function tasksOf({ shape, subjects }: (typeof sizes)[number], file: string): MethodTask[] {
  const [first, , last] = sizes.map((size) => size.shape);
  return methods
    .filter(({ id, latentNames }) => latentNames.length > 0 && (shape !== last || large.has(id)))
    .map(({ id, title, latentKind, demanding }) => {
      const latent = latentKind === 'matrix' ? MATRIX : VECTOR;
      const long = demanding === true || shape === last;
      return {
        name: `${title} ${shape.join(' × ')}, q = ${latent.join(', ')}`,
        method: id,
        latent,
        settings: settings[id] ?? {},
        subjects,
        shape,
        file,
        sides: id in counterparts && !(shape !== first && id === 'rlda') ? [counterparts[id]] : [],
        ...(long && { long, rounds: 3 }),
      };
    });
}

test('counterparts have the fits of the methods', { timeout: 600_000 }, async ({ skip }) => {
  const files = openImageFiles();
  const [ours, python] = [await openOurs(modules.ours, 'ours'), await openPython(modules.module)];
  try {
    if (!python) return skip('Python');
    for (const task of tasksOf(sizes[0], files.write(sizes[0].shape, [20, 15]))) {
      const check = checked[task.method];
      if (!check) continue;
      const [own, other] = [
        await ours.run({ ...task, check, long: true } as MethodTask, 'ours', 0),
        await python.run({ ...task, check, long: true } as MethodTask, 'plain', 0),
      ];
      if ('missing' in own || 'missing' in other) return skip('Python');
      expectAgreement(task.name, own.result as FitCheck, other.result as FitCheck, check.within);
    }
  } finally {
    files.remove();
    ours.close();
    python?.close();
  }
});

function expectAgreement(name: string, own: FitCheck, other: FitCheck, within = 1e-6): void {
  const [spans, otherSpans] = [own.spans.flat(), other.spans.flat()];
  expect(spans.length, name).toBe(otherSpans.length);
  spans.forEach((value, i) => expect(Math.abs(value - otherSpans[i]), name).toBeLessThan(1e-6));
  expect(own.values.length, name).toBe(other.values.length);
  const scale = Math.max(...own.values.map(Math.abs));
  own.values.forEach((value, i) => expect(Math.abs(value - other.values[i]), name).toBeLessThan(within * scale));
}

test('a fit of every method', { timeout: 3_600_000 }, async () => {
  const files = openImageFiles();
  try {
    await compare<MethodTask>({
      name: '2-methods',
      title: 'A fit of every method',
      note: 'Drawn images of 8 bits. Starts and stop rules of the defaults, MVFA to 1e-10, NMF, EM-PCA, EM-ePCA and GHA with 100 iterations, NMF from NNDSVDa, PLDA and FastICA (II) with 50.',
      tasks: sizes.flatMap((size) => tasksOf(size, files.write(size.shape, [20, 15]))),
      ...modules,
    });
  } finally {
    files.remove();
  }
});
