import { describe, expect, it } from 'vitest';
import { studySpecSchema, type StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import {
  draftOf,
  emptyDraft,
  methodDraft,
  toExtension,
  toSpec,
} from '../../../../src/renderer/studyForm/draft/draft.ts';
import {
  newPerturbation,
  type PerturbationDraft,
  type PerturbationKind,
} from '../../../../src/renderer/studyForm/draft/perturbationDraft.ts';
import { draftFromText, draftText } from '../../../../src/renderer/studyForm/draft/draftStorage.ts';
import { partSummaries } from '../../../../src/renderer/studyForm/draft/partSummaries.ts';
import { emptyProtocol, startingProtocol } from '../../../../src/renderer/studyForm/draft/protocolDraft.ts';
import { classifierDraft, newFeature } from '../../../../src/renderer/studyForm/draft/recognitionDraft.ts';
import { fakeMethods } from '../../fakeData.ts';

const typed = (kind: PerturbationKind, texts: Record<string, string>): PerturbationDraft => ({
  ...newPerturbation(kind),
  texts,
});
const infos = new Map(fakeMethods.map((info) => [info.id, info]));
const [pca, , , glram] = fakeMethods;

const specs: StudySpecInput[] = [
  {
    name: 'All kinds of grids',
    dataset: 'orl',
    protocol: { kind: 'random', trainPerSubject: [2, 5], repeats: 20 },
    seed: 0,
    comparison: { test: 'wilcoxon', alpha: 0.01, correction: 'holm', baseline: 'PCA, all' },
    selection: { innerSplits: 5 },
    methods: [
      { method: 'pca', latent: { from: 2, to: 40, step: 2 } },
      { method: 'pca', label: 'PCA, all', latent: 'all' },
      { method: '2dpca', latent: { qc: [3, 5], qr: 'all' } },
      {
        method: 'glram',
        settings: { tolerance: 1e-7, start: 'random' },
        latent: [
          [10, 3],
          [12, 3],
        ],
      },
      { method: 'bppca' },
      { method: 'bppca', label: 'tied', latent: { tied: { from: 2, to: 20, step: 2 } } },
      { method: 'pca', label: 'matched', latent: { matched: [5, 10] } },
    ],
  },
  {
    name: 'Predefined splits',
    dataset: 'iris',
    protocol: { kind: 'explicit', splits: [{ train: [0, 1, 2], test: [3, 4] }] },
    methods: [{ method: 'pca' }],
  },
  ...(
    [
      { kind: 'explicit', splits: [{ train: [0, 1, 2], test: [3, 4] }], repeats: 5 },
      { kind: 'explicit', splits: [{ train: [0, 1, 2], test: [3, 4] }], repeats: 1 },
      { kind: 'hold-out', trainShare: [0.3, 0.5], repeats: 4 },
      { kind: 'first', trainPerSubject: [2, 3] },
      { kind: 'k-fold', folds: 10, repeats: 2 },
      { kind: 'leave-one-out' },
      { kind: 'attribute', attribute: 'session', splits: [{ train: ['1'] }, { train: ['1', '2'], test: ['3'] }] },
      { kind: 'leave-one-value-out', attribute: 'session' },
      { kind: 'gallery', worldSubjects: 20, galleryPerSubject: [1], repeats: 10 },
    ] as const
  ).map((protocol): StudySpecInput => {
    const plain = structuredClone(protocol) as unknown as StudySpecInput['protocol'];
    return { name: protocol.kind, dataset: 'orl', protocol: plain, methods: [{ method: 'pca' }] };
  }),
  {
    name: 'Harder images',
    dataset: 'orl',
    protocol: { kind: 'random', trainPerSubject: [5], repeats: 2 },
    subset: { subjects: ['s1', 's2'], attributes: { session: ['1', '2'], light: ['left'] }, images: [0, 1, 2, 7] },
    perturbations: [
      { kind: 'none' },
      { kind: 'gaussian-noise', sigma: [10, 20.5], on: 'both' },
      { kind: 'gaussian-noise', sigma: [0.1], unit: 'range' },
      { kind: 'gaussian-blur', sigma: [1.5] },
      { kind: 'salt-and-pepper', fraction: [0.1] },
      { kind: 'occlusion', side: [0.25], at: { row: 3, col: 4 }, value: 128, on: 'train' },
      { kind: 'occlusion', side: [0.25, 0.5] },
      { kind: 'missing', fraction: [0.25] },
      {
        kind: 'missing-mask',
        regions: [
          { rows: [0, 8], cols: [4, 12] },
          { rows: [20, 28], cols: [4, 12] },
        ],
        name: 'eyes',
      },
    ],
    features: ['equalise', { region: { rows: [0, 28], cols: [5, 41] } }, 'gradients'],
    classifier: { kind: 'knn', k: 5, metric: 'cosine' },
    measures: ['identification', 'time', { region: { rows: [0, 8], cols: [0, 8] } }],
    methods: [{ method: 'glram', latent: 'adaptive' }],
  },
  {
    name: 'Attached vectors, and features of single methods',
    dataset: 'orl',
    protocol: { kind: 'leave-one-out' },
    features: ['arcface', 'unit-norm', { lbp: 4, radius: 2 }, { hog: 6 }],
    methods: [
      { method: 'pca' },
      { method: 'bppca', features: [] },
      { method: 'ppca', features: ['facenet', 'zero-mean-unit-variance'] },
    ],
  },
  ...(
    [
      { kind: 'nearest-mean', metric: 'whitened' },
      { kind: 'nearest-subspace', dimension: 2 },
      { kind: 'nearest-subspace' },
      { kind: 'ls-svm', kernel: 'linear' },
      { kind: 'likelihood' },
      { kind: 'knn', k: [1, 3, 5], metric: ['euclidean', 'cosine'] },
      { kind: 'crc', regularisation: [0.001, 1] },
    ] satisfies StudySpecInput['classifier'][]
  ).map((classifier): StudySpecInput => ({
    name: `Classifier ${classifier.kind}`,
    dataset: 'orl',
    protocol: { kind: 'leave-one-out' },
    classifier,
    methods: [{ method: 'pca' }],
  })),
];

describe('a draft', () => {
  it.each(specs.map((spec) => [spec.name, spec] as const))('says the spec that it was made from: %s', (_, input) => {
    const spec = studySpecSchema.parse(input);
    const said = toSpec(draftOf(spec, infos), infos);
    expect(said.problems).toEqual([]);
    expect(studySpecSchema.parse(said.spec)).toEqual(spec);
  });

  it.each(specs.map((spec) => [spec.name, spec] as const))('comes back from its text as it was: %s', (_, input) => {
    const draft = draftOf(studySpecSchema.parse(input), infos);
    const back = draftFromText(draftText(draft), infos);
    expect(toSpec(back!, infos)).toEqual(toSpec(draft, infos));
    expect(draftText(back!)).toBe(draftText(draft));
    const keys = [draft, back!].flatMap(({ methods, perturbations }) =>
      [...methods, ...perturbations].map(({ key }) => key),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is not read from a text that is no draft, and loses methods that are not known', () => {
    expect(draftFromText('{"name": "cut o', infos)).toBeNull();
    expect(draftFromText('{}', infos)).toBeNull();
    const draft = { ...emptyDraft('orl'), methods: [methodDraft(pca), methodDraft(glram)] };
    const text = draftText(draft);
    expect(draftFromText(text.replace('"kind":"random"', '"kind":"by hand"'), infos)).toBeNull();
    const gone = draftFromText(text, { has: (method) => method !== 'pca' });
    expect(gone?.methods.map(({ method }) => method)).toEqual(['glram']);
  });

  it('counts the conditions of the images, not the rows that list them', () => {
    const levels = typed('gaussian-noise', { sigma: '10, 20, 40', unit: 'grey', on: 'test' });
    const draft = { ...emptyDraft('orl'), perturbations: [newPerturbation('none'), levels] };
    expect(partSummaries(draft).conditions).toBe('4 conditions');
  });

  it('leaves settings out that equal the default', () => {
    const draft = { ...emptyDraft('orl'), methods: [methodDraft(glram)] };
    expect(toSpec(draft, infos).spec?.methods).toEqual([{ method: 'glram', latent: 'default' }]);
  });

  it('names every field that says nothing yet, each by its path', () => {
    const method = methodDraft(glram);
    const draft = {
      ...emptyDraft(''),
      protocol: { ...emptyProtocol(), texts: { trainPerSubject: 'two', repeats: '' } },
      subset: { subjects: '', attributes: 'session', images: '9-3' },
      perturbations: [
        typed('missing', { fraction: '0.5, 1.5', on: 'test' }),
        typed('missing-mask', { regions: '3:4' }),
        typed('occlusion', { side: '0.25', at: 'left', value: '' }),
      ],
      features: [newFeature('region')],
      classifier: { kind: 'knn' as const, texts: { ...classifierDraft().texts, k: '0' } },
      measures: { groups: [], regions: 'eyes' },
      seed: '-1',
      comparison: { ...emptyDraft('').comparison, alpha: '0.7' },
      methods: [
        {
          ...method,
          settings: { ...method.settings, tolerance: 'small', iterations: '2.5' },
          grid: { mode: 'axes' as const, axes: ['1-', ''], shapes: '' },
        },
        { ...methodDraft(pca), grid: { mode: 'axes' as const, axes: ['0'], shapes: '' } },
      ],
    };
    const { spec, problems } = toSpec(draft, infos);
    expect(spec).toBeNull();
    expect(problems.map((problem) => problem.path).toSorted()).toEqual([
      'classifier.k',
      'comparison.alpha',
      'dataset',
      'features.0.region',
      'measures',
      'methods.0.latent.qc',
      'methods.0.latent.qr',
      'methods.0.settings.iterations',
      'methods.0.settings.tolerance',
      'methods.1.latent',
      'perturbations.0.fraction',
      'perturbations.1.regions',
      'perturbations.2.at',
      'perturbations.2.value',
      'protocol.repeats',
      'protocol.trainPerSubject',
      'seed',
      'subset.attributes',
      'subset.images',
    ]);
  });

  it('takes over what the form does not show', () => {
    const spec = { ...studySpecSchema.parse(specs[0]), classifier: { kind: '1nn' as const } };
    const later = { ...spec, fromTheFuture: { kept: true } };
    expect(toSpec(draftOf(later, infos), infos).spec).toMatchObject({ fromTheFuture: { kept: true } });
  });

  it('drops a correction, a baseline and inner splits that the user has taken out', () => {
    const draft = draftOf(studySpecSchema.parse(specs[0]), infos);
    const { spec } = toSpec(
      { ...draft, comparison: { ...draft.comparison, correction: 'none', baseline: 'best' }, selection: null },
      infos,
    );
    expect(spec?.comparison).toEqual({ test: 'wilcoxon', alpha: 0.01 });
    expect(spec?.selection).toBeUndefined();
  });

  it('asks for a method', () => {
    expect(toSpec(emptyDraft('orl'), infos).problems).toEqual([
      { path: 'methods', message: 'Add at least one method.' },
    ]);
  });
});

describe('toExtension', () => {
  it('writes a setting down that is its default, which the study that is extended may have otherwise', () => {
    const draft = { ...emptyDraft('orl'), methods: [methodDraft(glram), methodDraft(pca)] };
    const { spec } = toSpec(draft, infos);
    expect(spec!.methods[0]).not.toHaveProperty('settings');
    const defaults = Object.fromEntries(glram.parameters.map(({ name, default: value }) => [name, value]));
    expect(Object.keys(defaults).length).toBeGreaterThan(0);
    expect(toExtension(draft, infos).spec!.methods.map(({ settings }) => settings)).toEqual([defaults, {}]);

    draft.methods[0].settings = { ...draft.methods[0].settings, tolerance: '1e-7' };
    const changed = toExtension(draft, infos).spec!;
    expect(changed.methods[0].settings).toEqual({ ...defaults, tolerance: 1e-7 });
  });
});

it.each([
  [10, '4, 5'],
  [11, '4, 5'],
  [20, '7, 10'],
  [4, '2'],
  [2, '1'],
  [1, '1'],
])('begins with a third and half of %i images of a subject for training', (least, counts) => {
  expect(startingProtocol(least)).toMatchObject({ kind: 'random', texts: { trainPerSubject: counts } });
});
