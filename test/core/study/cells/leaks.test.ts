/**
 * Nothing that is chosen or learned may depend on the test images. Every cell here is evaluated again with some of its
 * test images replaced by others and with the subjects of all test images permuted: the grid, the validated shape, the
 * fits and the recognition of the images that stayed must not move by a bit.
 */
import { describe, expect, it } from 'vitest';
import type { ImageSet } from '../../../../src/core/images/imageSet.ts';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import { FitError, type Settings } from '../../../../src/core/methods/method.ts';
import { findMethod, methods } from '../../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { permutation } from '../../../../src/core/random/sampling.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { CellResult } from '../../../../src/core/study/cells/cellResult.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, dataOf, facts, smallSpec } from '../smallDataset.ts';

const ignore = (): void => undefined;
const attributes = { session: Int32Array.from(data.labels, (_, n) => n % 3) };

/** The images with those of `which` replaced by noise of another size. */
function replaced({ count, rows, cols, data: pixels }: ImageSet, which: Iterable<number>): ImageSet {
  const random = stream('other test images');
  const other = matrixStack(count, rows, cols, Float64Array.from(pixels));
  for (const image of which) {
    for (let i = 0; i < rows * cols; i++) other.data[image * rows * cols + i] = 7 + 30 * random.normal();
  }
  return other;
}

/** What is chosen and learned: not what is counted against the subjects of the test images. */
function chosen({
  shapes,
  selected,
  inner,
  iterations,
  converged,
  logLikelihood,
  warnings,
  failures,
  fits,
}: CellResult) {
  return { shapes, selected, inner, iterations, converged, logLikelihood, warnings, failures, fits };
}

/** Nearest neighbours of the test images at these places, at every shape. */
function recognised({ nearest, testCount }: CellResult, places: readonly number[]): number[] {
  return Array.from(nearest).filter((_, at) => places.includes(at % testCount));
}

function requireNoLeak(change: Partial<StudySpecInput>): void {
  const spec = smallSpec({ protocol: { kind: 'random', trainPerSubject: [3], repeats: 1 }, ...change });
  const plan = planCells(planStudy(spec), facts);
  for (const cell of plan.cells) {
    const task = taskOf(spec, facts, plan, cell);
    const { test } = task.split;
    const kept = Array.from(test, (_, place) => place).filter((place) => place % 2 === 0);
    const labels = Int32Array.from(data.labels);
    permutation(stream('permuted test subjects'), test.length).forEach((from, to) => {
      labels[test[to]] = data.labels[test[from]];
    });
    const other = replaced(
      data.images,
      test.filter((_, place) => !kept.includes(place)),
    );
    const before = evaluateCell(task, { ...dataOf(data.images, data.labels, task.features), attributes }, ignore);
    const after = evaluateCell(task, { ...dataOf(other, labels, task.features), attributes }, ignore);
    expect(before.shapes.length).toBeGreaterThan(0);
    expect([...after.wrong, ...after.nearest]).not.toEqual([...before.wrong, ...before.nearest]);
    expect(chosen(after), cell.label).toEqual(chosen(before));
    expect(recognised(after, kept), cell.label).toEqual(recognised(before, kept));
    // Other images have another hash. It names the noise of perturbations, and starts of fits to all training images.
    if (change.perturbations) continue;
    const elsewhere = evaluateCell(
      { ...task, datasetHash: 'of other images' },
      { ...dataOf(other, labels, task.features), attributes },
      ignore,
    );
    const { shapes, selected, inner } = elsewhere;
    expect({ shapes, selected, inner }, cell.label).toEqual({
      shapes: before.shapes,
      selected: before.selected,
      inner: before.inner,
    });
  }
}

/** Factors over an attribute where a method has factors to choose. */
const settingsOf = (id: string): Settings =>
  Object.fromEntries(
    findMethod(id)!
      .parameters.filter(({ kind }) => kind === 'fields')
      .map(({ name }) => [name, [{ neighbourhood: 'attribute', attribute: 'session', f: 'lambda', phi: 'one' }]]),
  );
/** Few iterations: whether a fit converges says nothing about leaks. */
const shortened = (id: string): Settings =>
  findMethod(id)!.parameters.some(({ name }) => name === 'maxIterations') ? { maxIterations: 10 } : {};
/** The images hold noise around 0, which some methods refuse: they get features that are not negative. */
const positive = (id: string): NonNullable<StudySpecInput['features']> => {
  const method = findMethod(id)!;
  const settings = resolveSettings(method, { ...settingsOf(id), ...shortened(id) });
  const context = { random: stream('refusal'), checkCancelled: ignore };
  const latent = method.latentNames.map(() => 1);
  try {
    method.fit({ images: data.images, labels: data.labels, attributes }, latent, settings, context);
  } catch (error) {
    if (error instanceof FitError && error.message.includes('negative')) return ['gradient-magnitude'];
  }
  return [];
};
const vector = (id: string): boolean => findMethod(id)!.latentNames.length === 1;
const few = methods
  .filter(({ latentNames }) => latentNames.length > 0)
  .map(({ id }) => ({
    method: id,
    latent: vector(id)
      ? [1, 2]
      : [
          [1, 2],
          [2, 2],
        ],
  }));
/** One nested vector method, one of its own decision rule, one nested bilinear and one that iterates. */
const representatives = few.filter(({ method }) => ['pca', 'lda', '2dpca', 'glram', 'plda'].includes(method));

describe('the latent shape that is chosen inside the training images does not see the test images', () => {
  it.each(few)('$method', (entry) => {
    requireNoLeak({
      methods: [{ ...entry, settings: { ...settingsOf(entry.method), ...shortened(entry.method) } }],
      features: positive(entry.method),
      selection: { innerSplits: 2 },
    });
  });
});

describe('an adaptive grid does not see the test images of its own repeat', () => {
  it.each(methods.filter(({ sweep }) => sweep === undefined).map(({ id }) => ({ method: id })))(
    '$method',
    (entry) => {
      requireNoLeak({
        methods: [
          { ...entry, latent: 'adaptive', settings: { ...settingsOf(entry.method), ...shortened(entry.method) } },
        ],
        // The search is long for methods with a latent matrix; small images keep it short.
        features: [{ region: { rows: [0, 2], cols: [0, 2] } }, ...positive(entry.method)],
      });
    },
    60_000,
  );
});

describe('recognition of a test image does not depend on the other test images', () => {
  const classifiers: NonNullable<StudySpecInput['classifier']>[] = [
    ...(['euclidean', 'cosine', 'city-block', 'whitened'] as const).flatMap((metric) => [
      { kind: '1nn' as const, metric },
      { kind: 'knn' as const, k: 3, metric },
      { kind: 'nearest-mean' as const, metric },
    ]),
    { kind: 'ls-svm', kernel: 'rbf' },
    { kind: 'ls-svm', kernel: 'linear' },
  ];
  it.each(classifiers)('%o', (classifier) => {
    requireNoLeak({ methods: representatives, classifier, selection: { innerSplits: 1 } });
  });

  it('by likelihood', () => {
    const methods = ['ppca', 'plda'].map((method) => ({ method, latent: [1] }));
    const dense = methods.filter(({ method }) => findMethod(method)?.logLikelihood);
    expect(dense).not.toEqual([]);
    requireNoLeak({ methods: dense, classifier: { kind: 'likelihood' }, selection: { innerSplits: 1 } });
  });
});

describe('features and perturbations are of each image alone', () => {
  const features: NonNullable<StudySpecInput['features']> = [
    'equalise',
    'zero-mean-unit-variance',
    'unit-norm',
    'tan-triggs',
    'gradient-magnitude',
    'gradients',
    { region: { rows: [1, 5], cols: [0, 4] } },
  ];
  it.each(features.map((step) => ({ step })))('$step', ({ step }) => {
    requireNoLeak({ methods: representatives, features: [step], selection: { innerSplits: 1 } });
  });

  const perturbations: NonNullable<StudySpecInput['perturbations']> = [
    { kind: 'gaussian-noise', sigma: [1], on: 'both' },
    { kind: 'occlusion', side: [0.4], on: 'both' },
    { kind: 'missing', fraction: [0.2], on: 'both' },
    { kind: 'missing-mask', regions: [{ rows: [0, 2], cols: [0, 2] }], on: 'test' },
  ];
  it.each(perturbations.map((group) => ({ kind: group.kind, group })))('$kind', ({ group }) => {
    const methods = [...representatives, { method: 'ppca', latent: [1, 2] }];
    requireNoLeak({ methods, perturbations: [group], selection: { innerSplits: 1 } });
  });
});

describe('the choice of settings', () => {
  it.each([undefined, 'verification-auc', 'rank-1'] as const)('by %s looks at the training images only', (by) => {
    requireNoLeak({
      methods: [
        {
          method: 'lda',
          settings: { regularisation: 'shrinkage', shrinkage: [0.001, 0.2, 0.9], scaling: ['total', 'within'] },
        },
      ],
      measures: ['verification', 'identification'],
      selection: { innerSplits: 2, ...(by && { by }) },
    });
  });

  it.each([
    { kind: 'knn', k: [1, 3, 5], metric: ['euclidean', 'cosine'] },
    { kind: 'crc', regularisation: [0.001, 1] },
  ] as const)('and of parameters of the classifier $kind looks at the training images only', ({ ...classifier }) => {
    requireNoLeak({
      classifier: classifier as unknown as StudySpecInput['classifier'],
      methods: [
        { method: 'lda', settings: { regularisation: 'shrinkage', shrinkage: [0.001, 0.9] } },
        { method: 'pca' },
      ],
      selection: { innerSplits: 2 },
    });
  });
});
