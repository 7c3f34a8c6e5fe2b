/** What a row of a study is refused for: its program, results from elsewhere, classifier, features, latent shapes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { externalMethod } from '../../../../src/core/methods/external/externalMethod.ts';
import { registerExternal } from '../../../../src/core/methods/registry.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { facts, smallSpec } from '../smallDataset.ts';
import { ownDeclaration } from '../../../support/ownDeclaration.ts';

type Row = StudySpecInput['methods'][number];

const found = (methods: Row[], change: Partial<StudySpecInput> = {}, dataset: DatasetFacts = facts): string[] =>
  checkSpec(smallSpec({ ...change, methods }), dataset).problems.map(({ path, message }) => {
    expect(message.startsWith(path)).toBe(true);
    return message;
  });

const declared = (id: string, fields: object = {}) => ownDeclaration({ id, title: id.toUpperCase(), ...fields });
const [here, later] = ['a'.repeat(16), 'b'.repeat(16)];
const programOf = (id: string, version = here) => ({ version, declaration: declared(id) });
/** Whatever else is wrong with a row comes after its program. */
const latent = [99];

describe('a method from outside', () => {
  beforeEach(() =>
    registerExternal([
      externalMethod(declared('own'), here, {}),
      externalMethod(declared('gone'), here, { unavailable: 'Its folder is gone.' }),
      externalMethod(declared('lit', { attributes: ['pose', 'light', 'pose'] }), here, {}),
      externalMethod(declared('rule', { can: ['classify'] }), here, {}),
    ]),
  );
  afterEach(() => registerExternal([]));

  it('is the registered one, whether or not the spec names its program', () => {
    expect(
      found([
        { method: 'own', program: programOf('own') },
        { method: 'own', latent: [2], label: 'b' },
      ]),
    ).toEqual([]);
  });

  it.each<[Row, string]>([
    [{ method: 'pca', program: programOf('own') }, 'program: "pca" is a method of Eigenbench and has no program.'],
    [
      { method: 'own', program: programOf('gone') },
      'program: the declaration is that of "gone", found "own" as the method.',
    ],
    [{ method: 'gone', program: programOf('gone', later) }, 'method: Its folder is gone.'],
    [
      { method: 'own', program: programOf('own', later) },
      'program: the spec names version bbbbbbbbbbbbbbbb of OWN, the registered version is aaaaaaaaaaaaaaaa. ' +
        'Leave "program" out to use the registered version.',
    ],
    [
      { method: 'far', program: programOf('far') },
      'method: "far" is an external method that is not registered here: stored results can be shown, but nothing can ' +
        'be computed. Register its folder in Settings, Methods, or by "eigenbench methods add".',
    ],
  ])('is refused before anything else of its row: %j', (row, problem) => {
    expect(found([{ ...row, latent }])).toEqual([`methods[0].${problem}`]);
  });

  it('needs the attributes of the images that it asks for, each named once', () => {
    const lacks = (name: string) => `methods[0].settings: the images of "small" have no attribute "${name}"`;
    const attributes = facts.subjects.map((pose) => ({ pose }));
    expect(found([{ method: 'lit' }])).toEqual([`${lacks('pose')}; it has none.`, `${lacks('light')}; it has none.`]);
    expect(found([{ method: 'lit' }], {}, { ...facts, attributes })).toEqual([`${lacks('light')}; it has pose.`]);
    // What else is wrong comes first.
    expect(found([{ method: 'lit', settings: { q: 1 } }])).toHaveLength(1);
  });

  it('that decides by a rule of its own has no classifier of its own', () => {
    expect(found([{ method: 'rule' }])).toEqual([]);
    expect(found([{ method: 'rule', classifier: { kind: '1nn' } }])).toEqual([
      'methods[0].classifier: RULE decides by its own rule; leave it out.',
    ]);
    // Some of these combinations leave the decision to the classifier.
    const classifier = { kind: '1nn' } as const;
    const plda = (identification: string[]): Row => ({ method: 'plda', classifier, settings: { identification } });
    expect(found([plda(['likelihood', 'nearest'])])).toEqual([]);
    expect(found([plda(['likelihood'])])).toEqual([
      'methods[0].classifier: PLDA decides by its own rule; leave it out.',
    ]);
  });
});

describe('results computed elsewhere', () => {
  const elsewhere = { source: 'scores.csv', sha256: 'a'.repeat(64), holds: 'errors' } as const;

  it('name their file, and no other method does', () => {
    expect(found([{ method: 'elsewhere' }, { method: 'pca', elsewhere }])).toEqual([
      'methods[0].elsewhere is missing: it names the file of the results and its SHA-256.',
      'methods[1].elsewhere is for the method "elsewhere" only, found "pca".',
    ]);
  });

  it('suit every classifier of the study, having none and no latent dimension', () => {
    const protocol = { kind: 'random' as const, trainPerSubject: [4], repeats: 2 };
    expect(found([{ method: 'elsewhere', elsewhere }], { protocol, classifier: { kind: 'likelihood' } })).toEqual([]);
    expect(found([{ method: 'elsewhere', elsewhere, latent: [1], classifier: { kind: '1nn' } }])).toEqual([
      'methods[0].latent: Computed elsewhere has no latent dimension: leave latent out (k = 2, 10 training images).',
      'methods[0].classifier: results computed elsewhere are decided already; leave it out.',
    ]);
  });
});

describe('a row with choices of its own', () => {
  const knn = (k: number) => ({ kind: 'knn', k }) as const;
  const tooMany = (at: string) =>
    `${at}.k: 11 nearest neighbours need a gallery of at least 11 images, found 10 (k = 2).`;

  it('is asked of its classifier in place of that of the study', () => {
    const [own, other]: Row[] = [
      { method: 'pca', classifier: knn(10) },
      { method: 'pca', label: 'b', classifier: knn(11) },
    ];
    expect(found([own, other])).toEqual([tooMany('methods[1].classifier')]);
    expect(found([own], { classifier: knn(11) })).toEqual([]);
    expect(found([own, { method: 'lda' }], { classifier: knn(11) })).toEqual([tooMany('classifier')]);
    // Where the splits are not known, nor are galleries.
    const protocol = { kind: 'random' as const, trainPerSubject: [6], repeats: 2 };
    const split =
      'protocol.trainPerSubject[0]: 6 training images per subject need at least 7 images of each, ' +
      'subject "subject 1" has 6 (and 4 other subjects too few).';
    expect(found([other, { method: 'lda' }], { protocol, classifier: knn(11) })).toEqual([split]);
  });

  it('has the size of its features, and no latent shape is judged without them', () => {
    const region = { region: { rows: [0, 2], cols: [0, 2] } } as { region: { rows: [number, number]; cols: never } };
    const shapes = [[2, 3]];
    const glram: Row = { method: 'glram', latent: shapes };
    const unknown = expect.stringMatching(/^(methods\[0\]\.)?features\[0\]: no feature step or attached vectors named/);
    expect(found([{ ...glram, features: [region] }])).toEqual([
      'methods[0].latent[0]: GLRAM: the largest latent shape here is (2, 2), found (2, 3) (k = 2, 10 training images).',
    ]);
    expect(found([{ ...glram, features: [] }], { features: [region] })).toEqual([]);
    expect(found([glram], { features: [region] })).toHaveLength(1);
    expect(found([{ method: 'pca', latent, features: ['arcface'] }])).toEqual([unknown]);
    expect(found([{ method: 'pca', latent }], { features: ['arcface'], measures: ['two-class'] })).toEqual([unknown]);
  });

  it('may be too large for one of the conditions only', () => {
    const protocol = { kind: 'random' as const, trainPerSubject: [3, 2], repeats: 2 };
    expect(found([{ method: 'pca', latent: [12] }], { protocol })).toEqual([
      'methods[0].latent: PCA: q can be at most 9 here, found 12 (k = 2, 10 training images).',
    ]);
  });

  it('lists no value of a setting twice', () => {
    expect(found([{ method: 'rlda', settings: { amount: 'given', shrinkage: [0.1, 0.3, 0.1] } }])).toEqual([
      'methods[0].settings.shrinkage: shrinkage lists 0.1 twice.',
    ]);
  });
});

describe('a classifier by the spans of the subjects', () => {
  const LRC = { kind: 'lrc' } as const;
  const warned = (row: Row, change: Partial<StudySpecInput> = {}): readonly string[] =>
    checkSpec(smallSpec({ ...change, methods: [row, { method: 'glram', latent: { qc: [2], qr: [2] } }] }), facts)
      .warnings;
  const few: Partial<StudySpecInput> = {
    protocol: { kind: 'random', trainPerSubject: [3], repeats: 3 },
    classifier: LRC,
  };

  it('is warned of where every subject reaches every code', () => {
    expect(warned({ method: 'pca', latent: [2, 3, 8], label: 'PCA' }, few)).toEqual([
      'methods[0]: at k = 3 the codes of any subject span all codes of (2) and (3), so by linear regression all subjects ' +
        'are equally near and the first is taken. Take codes of more numbers than 3 images of a subject.',
    ]);
    expect(warned({ method: 'pca', latent: [2], label: 'PCA' }, few)[0]).toContain(
      'span all codes of every latent shape',
    );
    const own: Row = { method: 'pca', latent: [2], label: 'PCA', classifier: { kind: 'nearest-subspace' } };
    expect(warned(own, { protocol: few.protocol })[0]).toContain('nearest subspace of a subject all subjects are');
  });

  it('is not warned of where it tells the subjects apart, or chooses another shape', () => {
    expect(warned({ method: 'pca', latent: [4, 8] }, few)).toEqual([]);
    expect(warned({ method: 'pca' }, few)).toEqual([]);
    expect(warned({ method: 'pca', latent: [2] }, { ...few, classifier: { kind: 'lrc', ridge: 0.1 } })).toEqual([]);
    const narrow = { kind: 'nearest-subspace', dimension: 1 } as const;
    expect(warned({ method: 'pca', latent: [2] }, { ...few, classifier: narrow })).toEqual([]);
    expect(warned({ method: 'pca', latent: [2] }, { protocol: few.protocol })).toEqual([]);
  });
});
