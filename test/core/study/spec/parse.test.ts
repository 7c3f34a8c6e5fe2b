import { describe, expect, it } from 'vitest';
import { classifiers } from '../../../../src/core/classify/classifiers/registry.ts';
import { pairTests } from '../../../../src/core/compare/tests/registry.ts';
import { namedGroups } from '../../../../src/core/measures/measures.ts';
import { protocols } from '../../../../src/core/protocols/registry.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';

const good = {
  name: 'ORL',
  dataset: 'orl',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 10 },
  methods: [{ method: 'pca' }, { method: 'bppca', latent: { qc: 'all', qr: { from: 1, to: 5 } } }],
};

function problems(change: object): string[] {
  const parsed = parseStudySpec({ ...good, ...change });
  return parsed.ok ? [] : parsed.problems.map((problem) => `${problem.path} | ${problem.message}`);
}

const oneMethod = (entry: object): string[] => problems({ methods: [entry] });
/** The kinds of a registry as sentences list them: a new one needs no change here. */
function oneOf(choices: readonly { readonly kind: string }[]): string {
  const kinds = choices.map(({ kind }) => `"${kind}"`);
  return `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`;
}

const AXIS = '"all", a list of whole numbers from 1, or a range {"from", "to", "step"}';

describe('parseStudySpec', () => {
  it('compares by the corrected test with Holm’s correction unless a test is stated, which stands as it is', () => {
    const comparisonOf = (comparison?: unknown) => {
      const parsed = parseStudySpec({ ...good, comparison });
      return parsed.ok ? parsed.spec.comparison : parsed.problems;
    };
    const standard = { test: 'corrected-resampled-t', alpha: 0.05, correction: 'holm' };
    expect(comparisonOf()).toEqual(standard);
    expect(comparisonOf({ alpha: 0.01, baseline: 'PCA' })).toEqual({ ...standard, alpha: 0.01, baseline: 'PCA' });
    expect(comparisonOf({ correction: 'none' })).toEqual({ ...standard, correction: 'none' });
    expect(comparisonOf({ test: 'two-sample-t' })).toEqual({ test: 'two-sample-t', alpha: 0.05 });
    // What is filled in stays as it is when it is read again.
    for (const spec of [standard, { test: 'corrected-resampled-t', alpha: 0.05 }])
      expect(comparisonOf(spec)).toEqual(spec);
  });

  it('fills in every default', () => {
    const parsed = parseStudySpec(good);
    expect(parsed).toEqual({
      ok: true,
      spec: {
        ...good,
        seed: 1,
        classifier: { kind: '1nn' },
        comparison: { test: 'corrected-resampled-t', alpha: 0.05, correction: 'holm' },
        methods: [
          { method: 'pca', settings: {}, latent: 'default' },
          { method: 'bppca', settings: {}, latent: { qc: 'all', qr: { from: 1, to: 5, step: 1 } } },
        ],
      },
    });
  });

  it.each<{ latent: unknown }>([
    { latent: 'default' },
    { latent: 'all' },
    { latent: 'adaptive' },
    { latent: [1, 2, 9] },
    { latent: { from: 2, to: 20, step: 2 } },
    { latent: { qc: 'all', qr: [3] } },
    {
      latent: [
        [10, 3],
        [12, 3],
      ],
    },
  ])('accepts the latent grid $latent', ({ latent }) => {
    expect(oneMethod({ method: 'pca', latent })).toEqual([]);
  });

  it('says what a spec must be when it is no object', () => {
    expect(parseStudySpec(5)).toEqual({
      ok: false,
      problems: [{ path: '', message: 'The study spec must be an object, found 5.' }],
    });
    expect(parseStudySpec(null).ok).toBe(false);
    expect(parseStudySpec([]).ok).toBe(false);
  });

  it('reports every missing field at once', () => {
    const parsed = parseStudySpec({});
    expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.message)).toEqual([
      'name must be a text, found nothing.',
      'dataset must be a text, found nothing.',
      'protocol must be an object, found nothing.',
      'methods must be a list, found nothing.',
    ]);
  });

  it.each<[string, object, string]>([
    ['an empty name', { name: '' }, 'name | name must not be empty, found "".'],
    [
      'a long name',
      { name: 'x'.repeat(121) },
      'name | name must have at most 120 characters, found a text of 121 characters.',
    ],
    ['no methods', { methods: [] }, 'methods | methods must have at least 1 entry, found an empty list.'],
    ['a negative seed', { seed: -1 }, 'seed | seed must be at least 0, found -1.'],
    [
      'nothing but missing pixels',
      { perturbations: [{ kind: 'missing', fraction: [1] }] },
      'perturbations[0].fraction[0] | perturbations[0].fraction[0] must be less than 1, found 1.',
    ],
    ['a fractional seed', { seed: 1.5 }, 'seed | seed must be a whole number, found 1.5.'],
    [
      'an unknown field',
      { sed: 1 },
      'sed | The study spec has no field "sed"; ' +
        'the fields are name, dataset, protocol, subset, seed, draws, perturbations, features, methods, classifier, comparison, selection, measures.',
    ],
    [
      'an unknown protocol',
      { protocol: { kind: 'rand' } },
      `protocol.kind | protocol.kind must be ${oneOf(protocols)}, found "rand"; did you mean "random"?`,
    ],
    [
      'a field of no protocol',
      { protocol: { ...good.protocol, repeat: 3 } },
      'protocol.repeat | protocol has no field "repeat"; the fields are kind, trainPerSubject, repeats.',
    ],
    [
      'a k that is no whole number',
      { protocol: { ...good.protocol, trainPerSubject: [2, 2.5] } },
      'protocol.trainPerSubject[1] | protocol.trainPerSubject[1] must be a whole number, found 2.5.',
    ],
    [
      'no repeats',
      { protocol: { ...good.protocol, repeats: 0 } },
      'protocol.repeats | protocol.repeats must be at least 1, found 0.',
    ],
    [
      'an explicit split without test images',
      { protocol: { kind: 'explicit', splits: [{ train: [0, 1], test: [] }] } },
      'protocol.splits[0].test | protocol.splits[0].test must have at least 1 entry, found an empty list.',
    ],
    [
      'a negative image index',
      { protocol: { kind: 'explicit', splits: [{ train: [0, -1], test: [2] }] } },
      'protocol.splits[0].train[1] | protocol.splits[0].train[1] must be at least 0, found -1.',
    ],
    [
      'an unknown test',
      { comparison: { test: 't' } },
      `comparison.test | comparison.test must be ${oneOf(pairTests)}, found "t".`,
    ],
    [
      'a level that is none',
      { comparison: { alpha: 0.5 } },
      'comparison.alpha | comparison.alpha must be less than 0.5, found 0.5.',
    ],
    [
      'a level of zero',
      { comparison: { alpha: 0 } },
      'comparison.alpha | comparison.alpha must be greater than 0, found 0.',
    ],
    [
      'an unknown classifier',
      { classifier: { kind: 'svm' } },
      `classifier.kind | classifier.kind must be ${oneOf(classifiers)}, found "svm".`,
    ],
    [
      'an unknown measure',
      { measures: ['identification', 'speed'] },
      `measures[1] | measures[1] must be ${oneOf(namedGroups)}, ` +
        'or a region of interest such as {"region": {"rows": [0, 32], "cols": [0, 32]}}, found "speed".',
    ],
    ['no measures', { measures: [] }, 'measures | measures must have at least 1 entry, found an empty list.'],
    [
      'a region of interest without columns',
      { measures: [{ region: { rows: [0, 3] } }] },
      'measures[0].region.cols | measures[0].region.cols must be a pair of numbers, found nothing.',
    ],
  ])('names the field, what is expected and what was found: %s', (_, change, sentence) => {
    expect(problems(change)).toEqual([sentence]);
  });

  it.each<[string, object, string]>([
    [
      'a misspelt field',
      { method: 'pca', labl: 'x' },
      'methods[0].labl | methods[0] has no field "labl"; the fields are method, label, settings, latent, features, classifier, elsewhere, program.',
    ],
    [
      'a setting that is an object',
      { method: 'pca', settings: { a: { b: 1 } } },
      'methods[0].settings.a | methods[0].settings.a must be a number, a text, true or false, or a list, found {"b":1}.',
    ],
    [
      'a wrong axis in a product',
      { method: 'glram', latent: { qc: 'al', qr: 'all' } },
      `methods[0].latent.qc | methods[0].latent.qc must be ${AXIS}, found "al".`,
    ],
    [
      'a missing axis in a product',
      { method: 'glram', latent: { qc: 'all' } },
      `methods[0].latent.qr | methods[0].latent.qr must be ${AXIS}, found nothing.`,
    ],
    [
      'an open range',
      { method: 'pca', latent: { from: 3 } },
      'methods[0].latent.to | methods[0].latent.to must be a number, found nothing.',
    ],
    [
      'a misspelt part of a range',
      { method: 'pca', latent: { from: 1, to: 4, stp: 1 } },
      'methods[0].latent.stp | methods[0].latent has no field "stp"; the fields are from, to, step.',
    ],
    [
      'a latent dimension of 0 in a shape',
      { method: 'glram', latent: [[3, 0]] },
      'methods[0].latent[0][1] | methods[0].latent[0][1] must be at least 1, found 0.',
    ],
    [
      'a word that is no grid',
      { method: 'pca', latent: 'some' },
      `methods[0].latent | methods[0].latent must be "default", "adaptive", "full", ${AXIS}, a product {"qc", "qr"} of two such, {"tied"} or {"matched"} with one such, ` +
        'or a list of shapes such as [[10, 3], [12, 3]], found "some".',
    ],
  ])('names the field in a method: %s', (_, entry, sentence) => {
    expect(oneMethod(entry)).toEqual([sentence]);
  });
});

describe('a spec that is more than JSON', () => {
  it.each([
    ['1n as a number', { seed: 1n }, 'seed must be a number, found 1n.'],
    ['a list with 1n', { name: [1n] }, 'name must be a text, found ["1n"].'],
    ['a date', { dataset: new Date(0) }, 'dataset must be a text, found "1970-01-01T00:00:00.000Z".'],
    ['a function', { name: () => 1 }, 'name must be a text, found an object.'],
  ])('is answered with a sentence: %s', (_, fields, sentence) => {
    const spec = {
      name: 'n',
      dataset: 'd',
      methods: [{ method: 'pca' }],
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 },
    };
    const parsed = parseStudySpec({ ...spec, ...fields });
    expect(parsed).toMatchObject({ ok: false });
    expect(parsed.ok ? [] : parsed.problems.map(({ message }) => message)).toContain(sentence);
  });
});

it('a spec with an object for a list, whose length cannot be compared, is refused', () => {
  const spec = { name: 'n', dataset: 'd', methods: { length: { toString: 1, valueOf: 1 } } };
  expect(parseStudySpec(spec)).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringContaining('"length"') }],
  });
});

describe('a single value', () => {
  const base = { name: 's', dataset: 'd', seed: 1 };
  it('stands for a list of one', () => {
    const listed = parseStudySpec({
      ...base,
      protocol: { kind: 'random', trainPerSubject: [3], repeats: 2 },
      methods: [{ method: 'glram', latent: { qc: [2], qr: [3] }, features: ['lbp'] }],
      perturbations: [{ kind: 'gaussian-noise', sigma: [10] }],
      measures: ['verification'],
    });
    const single = parseStudySpec({
      ...base,
      protocol: { kind: 'random', trainPerSubject: 3, repeats: 2 },
      methods: { method: 'glram', latent: { qc: 2, qr: 3 }, features: 'lbp' },
      perturbations: { kind: 'gaussian-noise', sigma: 10 },
      measures: 'verification',
    });
    expect(listed).toMatchObject({ ok: true });
    expect(single).toEqual(listed);
    const vector = (latent: unknown) => parseStudySpec({ ...base, methods: [{ method: 'pca', latent }] });
    expect(vector(7)).toEqual(vector([7]));
  });

  it('is the id of a method in a list of methods, or for all of them, with the defaults of that method', () => {
    const read = (methods: unknown) =>
      parseStudySpec({ ...base, protocol: { kind: 'random', trainPerSubject: [3], repeats: 2 }, methods });
    const objects = read([{ method: 'pca' }, { method: 'glram', latent: { qc: [2], qr: [2] } }]);
    expect(objects).toMatchObject({ ok: true });
    expect(read(['pca', { method: 'glram', latent: { qc: [2], qr: [2] } }])).toEqual(objects);
    expect(read('pca')).toEqual(read([{ method: 'pca' }]));
    expect(read([7])).toMatchObject({ ok: false, problems: [{ path: 'methods[0]' }] });
  });

  it('is told of as what it is where it is wrong in the list, too', () => {
    const parsed = parseStudySpec({
      ...base,
      protocol: { kind: 'random', trainPerSubject: 'three', repeats: 2 },
      methods: [{ method: 'pca' }],
    });
    const [problem] = parsed.ok ? [] : parsed.problems;
    expect(problem).toMatchObject({ path: 'protocol.trainPerSubject[0]' });
    expect(problem.message).toContain('found "three"');
  });
});
