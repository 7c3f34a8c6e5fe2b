import { describe, expect, it } from 'vitest';
import { classifiers } from '../../../../src/core/classify/classifiers/registry.ts';
import type { protocols } from '../../../../src/core/protocols/registry.ts';
import { measureOf, type MeasureId } from '../../../../src/core/measures/measures.ts';
import {
  htmlMethodsParagraph,
  latexMethodsParagraph,
  methodsParagraph,
  marked,
  pandoc,
} from '../../../../src/core/report/prose/methodsParagraph.ts';
import { joinTables } from '../../../../src/core/study/table/joinTables.ts';
import { planStudy, type StudyOnDataset } from '../../../../src/core/study/study.ts';
import { splitSentences } from '../../../../src/core/report/prose/studySentences.ts';
import { settingCitations, studyBibtex, type Cited } from '../../../../src/core/report/references/references.ts';
import { BUILT_IN, networkProvenance } from '../../../../src/core/networks/provenance.ts';
import { builtInRecipe } from '../../../../src/core/networks/recipe.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import type { StudyTable } from '../../../../src/core/study/table/table.ts';
import { externalMethod } from '../../../../src/core/methods/external/externalMethod.ts';
import { registerExternal } from '../../../../src/core/methods/registry.ts';
import { ownDeclaration } from '../../../support/ownDeclaration.ts';
import { orl, orlStudy } from '../orlStudies.ts';
import { tableOfSpec } from '../presetTables.ts';

const citedBy = (studies: readonly StudyOnDataset[]): Cited => ({
  version: '9.9.9',
  comparison: studies[0].spec.comparison,
  layouts: studies.map(() => 'orl'),
});

function parts(stated: Partial<StudySpecInput>, measure?: MeasureId): [StudyTable, Cited, StudyOnDataset[]] {
  const study = orlStudy(stated);
  const plain = tableOfSpec(study.spec, { measure: 'error-rate' }, orl);
  const [first, ...others] = plain.rows;
  const entries = first.entries.map((entry) => ({ ...entry, p: entry.values.length > 1 ? 0.04 : null }));
  const table = { ...plain, rows: others.length > 0 ? [{ ...first, entries }, ...others] : plain.rows };
  return [measure ? { ...table, measure: measureOf(measure) } : table, citedBy([study]), [study]];
}

/** Words of the typography of tables. */
const OF_TABLES = /bracket|bullet|\brows?\b|\bcells?\b|underlin|\bbold\b|•/i;

const studies: Readonly<Record<string, Parameters<typeof parts>>> = {
  'random splits with the corrected t-test': [
    {
      methods: [{ method: 'pca' }, { method: 'lda' }, { method: 'bppca', settings: { tolerance: 1e-7 } }],
      selection: { innerSplits: 3 },
      comparison: {},
    },
  ],
  'verification pairs with their equal error rate': [
    {
      protocol: { kind: 'pairs', folds: 10, pairsPerFold: 60 },
      classifier: { kind: '1nn', metric: 'cosine' },
      measures: ['verification'],
      comparison: { test: 'wilcoxon', correction: 'bonferroni', baseline: 'PCA' },
    },
    'verification-eer',
  ],
  'leave-one-out of a subset': [
    {
      subset: { subjects: ['s1', 's2', 's3'] },
      protocol: { kind: 'leave-one-out' },
      features: ['equalise'],
      classifier: { kind: 'knn', k: 3 },
      methods: [{ method: 'lpp', label: 'My "LPP"', latent: [2] }],
    },
  ],
  'perturbations with a measure of reconstruction': [
    {
      protocol: { kind: 'first', trainPerSubject: [5] },
      perturbations: [
        { kind: 'none' },
        { kind: 'gaussian-noise', sigma: [10, 20] },
        { kind: 'missing', fraction: [0.25], on: 'both' },
      ],
      measures: ['reconstruction'],
      methods: [{ method: 'ppca' }, { method: 'pca' }],
    },
    'rmse',
  ],
  'a classifier by likelihood': [
    {
      protocol: { kind: 'k-fold', folds: 5, repeats: 2 },
      classifier: { kind: 'likelihood' },
      methods: [
        { method: 'ppca', latent: [2] },
        { method: 'bppca', latent: [[2, 2]] },
      ],
      comparison: { test: 'two-sample-t' },
    },
  ],
};

describe('the methods paragraph', () => {
  it.each(Object.entries(studies))('says what was done in a study of %s', (_, study) => {
    const text = latexMethodsParagraph(...parts(...study));
    expect(text).toMatchSnapshot();
    expect(text).not.toMatch(OF_TABLES);
  });

  it('is the same text in Markdown and HTML, with mathematics in theirs', () => {
    const markdown = methodsParagraph(...parts({}));
    expect(markdown).toContain(
      '[@samaria1994] (400 images of 40 subjects, 56 × 46 pixels). For each of the 40 subjects, ',
    );
    expect(markdown).toContain('k ∈ {2, 4} images were drawn at random');
    expect(htmlMethodsParagraph(...parts({}))).toContain('<i>k</i> ∈ {2, 4} images were drawn at random');
  });

  it('writes small settings by their power of ten', () => {
    const stated = { methods: [{ method: 'bppca', settings: { tolerance: 0.0005 } }] };
    expect(latexMethodsParagraph(...parts(stated))).toContain('we used a tolerance of $5 \\cdot 10^{-4}$.');
    expect(methodsParagraph(...parts(stated))).toContain('we used a tolerance of 5 · 10⁻⁴.');
  });

  it('states the settings that define a row, and the family of a correction', () => {
    const methods = [{ method: 'kfa' }, { method: 'srda' }, { method: 'mfa', settings: { pairs: 40 } }];
    const text = methodsParagraph(
      ...parts({ methods, comparison: { test: 'wilcoxon', correction: 'holm', family: 'table' } }),
    );
    expect(text).toContain(
      'For KFA, we used a shrinkage of 0.01, a Gaussian kernel, the inverse median squared distance between training ' +
        'images as the unit of γ and γ = 0.1.',
    );
    expect(text).toContain('For SRDA, we used a penalty of 0.1.');
    expect(text).toMatch(/For MFA, we used five neighbours within a subject and 40 marginal pairs per subject/);
    expect(text).toMatch(/with Holm's correction \[@holm1979\] over all comparisons in the table\./);
  });

  it('leaves out settings that have no effect under the others', () => {
    const rlda = (settings: object) =>
      methodsParagraph(...parts({ methods: [{ method: 'rlda', settings }, { method: 'pca' }] as never }));
    expect(rlda({ amount: 'given', shrinkage: 0.3 })).toContain('a shrinkage of 0.3');
    expect(rlda({ shrinkage: 0.3 })).not.toContain('shrinkage to');
  });

  it('says of joined studies once what they share, and where what they do not', () => {
    const both = [orlStudy({}), { ...orlStudy({ seed: 2 }), dataset: { ...orl, name: 'mine', rows: 28 } }];
    const cited = { ...citedBy(both), layouts: ['orl', 'folders'] };
    const table = tableOfSpec(both[0].spec);
    const text = methodsParagraph(table, cited, both);
    expect(text).toContain('56 × 46 pixels) and the mine dataset (400 images of 40 subjects, 28 × 46 pixels).');
    expect(text.match(/Test images were assigned/g)).toHaveLength(1);
    const other = [both[0], { ...both[1], spec: orlStudy({ protocol: { kind: 'leave-one-out' } }).spec }];
    expect(methodsParagraph(table, cited, other)).toContain(
      ' On the mine dataset, each of the 400 images was tested once',
    );
  });

  it('says of joined studies by one protocol how each dataset was split, and how ranks were tested', () => {
    const sets = ['ORL', 'Yale', 'mine'].map((name, n) => {
      const study = orlStudy({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 } });
      return { ...study, dataset: { ...orl, name, labels: Array.from(orl.labels).slice(0, 400 - 10 * n) } };
    });
    const table = joinTables(
      sets.map((study, n) => ({ ...tableOfSpec(study.spec), study: `study ${n}`, dataset: study.dataset.name })),
      ['a', 'b', 'c'],
    );
    const cited = { ...citedBy(sets), layouts: ['orl', 'yale', 'folders'] };
    const text = methodsParagraph(table, cited, sets);
    expect(text).toContain(
      ' For each subject of each dataset, two images were drawn at random for training, and the remaining images were ' +
        'used for testing. This gave two random splits of each dataset, with 80 training and 320 test images on the ORL ' +
        'database, 78 and 312 on the Yale database, and 76 and 304 on the mine dataset.',
    );
    expect(text).toContain(
      "by Friedman's test [@friedman1937] in the form of Iman and Davenport, followed by Nemenyi's",
    );
    expect(text).not.toContain('within each condition');
    expect(studyBibtex(table, cited)).toContain('{demsar2006,');
    expect(methodsParagraph(tableOfSpec(sets[0].spec), citedBy([sets[0]]), [sets[0]])).not.toContain('Friedman');
  });

  it('says that an external method computed its row, and what it is if it has no publication', () => {
    registerExternal([externalMethod(ownDeclaration(), '24a6208e78def3c0', {})]);
    try {
      const [table, cited, of] = parts({ methods: [{ method: 'pca' }, { method: 'own', label: 'Ours', latent: [1] }] });
      const text = methodsParagraph(table, cited, of);
      expect(text).toContain('and Ours (a method of a test) on the ORL database');
      expect(text).toContain(
        'Ours (version 24a6208e) ran as an external program. All other computations used Eigenbench',
      );
    } finally {
      registerExternal([]);
    }
  });

  it('names what defines an estimated setting, with its publication', () => {
    const [table, cited, of] = parts({ methods: [{ method: 'rlda' }, { method: 'pca' }] });
    const settings = of.flatMap(settingCitations);
    expect(methodsParagraph(table, cited, of)).toContain(
      'For RLDA, we used the estimate of Ledoit and Wolf for the shrinkage α of the within-class covariance [@ledoit2004].',
    );
    expect(studyBibtex(table, { ...cited, settings })).toContain('{ledoit2004,');
    const given = orlStudy({ methods: [{ method: 'rlda', settings: { amount: 'given' } }] as never });
    expect(settingCitations(given)).toEqual([]);
  });

  it('says what was not finished, and no test that was not made', () => {
    const [table, cited, of] = parts({});
    const untested = table.rows.map((row) => ({
      ...row,
      entries: row.entries.map((entry) => ({ ...entry, p: null, significant: false })),
    }));
    const text = methodsParagraph({ ...table, done: 3, total: 80, rows: untested }, cited, of);
    expect(text).toContain('Only 3 of 80 results were available.');
    expect(text).not.toContain('were tested at');
  });

  it('says where nothing could be chosen inside the training images', () => {
    const [table, ...rest] = parts({ methods: [{ method: 'pca' }, { method: 'lda' }], selection: { innerSplits: 1 } });
    const text = (options = table.options) => {
      const [pca, { entries, ...lda }] = table.rows;
      const [first, ...others] = entries;
      const lacking = { ...first, validated: { ...first.validated!, values: [], repeats: [] } };
      return latexMethodsParagraph(
        { ...table, options, rows: [pca, { ...lda, entries: [lacking, ...others] }] },
        ...rest,
      );
    };
    expect(text()).toContain(' No choice without the test images was possible for LDA ($k = 2$).');
    expect(text({ ...table.options, selection: 'oracle' })).not.toContain('No choice');
    expect(latexMethodsParagraph(table, ...rest)).not.toContain('No choice');
  });

  it('names values that the classifier was chosen from instead of one of them', () => {
    const text = methodsParagraph(...parts({ classifier: { kind: 'knn', k: [1, 3] } }));
    expect(text).toContain('Test images were classified by k nearest neighbours, choosing k from {1, 3}.');
  });

  it('names the latent dimensions and settings that every method chose from', () => {
    const { spec, dataset } = orlStudy({
      methods: [
        { method: 'pca' },
        { method: 'lda' },
        { method: 'npe', latent: { from: 5, to: 35, step: 5 } },
        { method: 'lpp', latent: [2, 3, 5], settings: { neighbours: [3, 5], energy: 0.98 } },
        { method: 'glram', latent: { qc: [4, 8], qr: [4, 8] } },
        { method: 'bppca', latent: { qc: [4], qr: [2, 3] } },
        { method: '2dsvd', latent: { tied: [4, 8] } },
        {
          method: 'psopca',
          latent: [
            [4, 2],
            [8, 3],
          ],
        },
      ],
    });
    const table = tableOfSpec(spec, {}, dataset);
    const study = { ...planStudy(spec), dataset };
    expect(methodsParagraph(table, citedBy([study]), [study])).toContain(
      'The candidates were all possible q for PCA and LDA, q ∈ {5, 10, …, 35} for NPE, q ∈ {2, 3, 5} for LPP, ' +
        '(q_c, q_r) ∈ {4, 8}² for GLRAM, (q_c, q_r) ∈ {4} × {2, 3} for BPPCA, q_c = q_r ∈ {4, 8} for 2DSVD, and ' +
        '(q_c, q_r) ∈ {(4, 2), (8, 3)} for PSOPCA. For LPP, the candidates for the number of nearest neighbours were 3 and 5.',
    );
    expect(latexMethodsParagraph(table, citedBy([study]), [study])).toContain(
      '$(q_c, q_r) \\in \\{4, 8\\}^2$ for GLRAM',
    );
    expect(htmlMethodsParagraph(table, citedBy([study]), [study])).toContain('(<i>q</i><sub><i>c</i></sub>, ');
    expect(methodsParagraph(table, citedBy([study]), [study])).toContain(
      'For LPP, we kept the leading principal components with 98% of the variance.',
    );
  });

  it('states a deviation over the splits, and none of single test images', () => {
    const { spec, dataset } = orlStudy({ protocol: { kind: 'k-fold', folds: 5, repeats: 2 } });
    const table = tableOfSpec(spec, {}, dataset);
    const study = { ...planStudy(spec), dataset };
    expect(methodsParagraph(table, citedBy([study]), [study])).toContain(
      'sample standard deviation over the 10 folds.',
    );
    const [single, cited, of] = parts({ protocol: { kind: 'leave-one-out' } });
    expect(methodsParagraph(single, cited, of)).not.toContain('deviation');
  });

  it('names the methods with a classifier of their own, unless it does the same', () => {
    const cosine = { kind: '1nn', metric: 'cosine' } as const;
    const text = methodsParagraph(
      ...parts({
        methods: [
          { method: 'pca' },
          { method: 'pca', label: 'PCA, cosine', classifier: cosine },
          { method: 'lda', classifier: cosine },
          { method: 'lpp', classifier: { kind: '1nn', metric: 'euclidean' } },
        ],
      }),
    );
    expect(text.match(/[^.]*nearest training image[^.]*\./g)).toEqual([
      ' Test images were assigned to the subject of the nearest training image (Euclidean distance).',
      ' For PCA, cosine and LDA, test images were assigned to the subject of the nearest training image (cosine distance).',
    ]);
    expect(text).not.toContain('PCA, cosine (PCA)');
  });

  it('has a sentence of every classifier that ends without a full stop', () => {
    for (const { schema, kind, prose } of classifiers) {
      const sentence = (prose as (value: unknown, known: string) => readonly unknown[])(
        schema.parse({ kind }),
        'gallery',
      );
      expect(sentence[0]).toMatch(/^(Test images were|One model was) /);
      expect(sentence.at(-1)).not.toMatch(/\.$/);
    }
  });
});

describe('the sentences of protocols', () => {
  const both = [0, 1, 10, 11];
  const enrolment = {
    world: [0, 1, 10],
    development: { enrol: [20, 30], probe: [21, 31] },
    evaluation: { enrol: [40, 50], probe: [41, 51] },
  };
  const lists = [
    { genuine: [[0, 1]], impostor: [[0, 10]] },
    { genuine: [[20, 21]], impostor: [[20, 30]] },
    { genuine: [[40, 41]], impostor: [[40, 50]] },
  ];
  const given: Readonly<Record<(typeof protocols)[number]['kind'], object>> = {
    random: { trainPerSubject: [1], repeats: 1 },
    'hold-out': { trainShare: [0.5, 0.7], repeats: 2 },
    first: { trainPerSubject: [2, 3] },
    attribute: { attribute: 'session', splits: [{ train: ['1'] }, { train: ['2'], test: ['1'] }] },
    'leave-one-value-out': { attribute: 'session' },
    'k-fold': { folds: 3 },
    'leave-one-out': {},
    gallery: { worldSubjects: 10, galleryPerSubject: [1, 2], repeats: 2 },
    explicit: { splits: [{ train: both, test: both }], repeats: 3 },
    pairs: { folds: 4, galleryPerSubject: 2, developmentFolds: 0 },
    'pair-lists': { lists, use: 'first' },
    enrolment: { worldSubjects: 10, developmentSubjects: 10, enrolPerSubject: [2], repeats: 2 },
    'enrolment-lists': { lists: [enrolment], impostors: 'all' },
    'watch-list': { watchedSubjects: 10, trainPerSubject: [3], repeats: 2 },
  };

  it.each(Object.entries(given))('of %s say what was done', (kind, protocol) => {
    const text = splitSentences(orlStudy({ protocol: { kind, ...protocol } as never })).map(
      (sentence) => `${marked(sentence, pandoc)}.`,
    );
    expect(text).toMatchSnapshot();
  });
});

describe('rows on the vectors of a network', () => {
  const attachments = { deep: { hash: 'of deep', length: 128 }, own: { hash: 'of own', length: 64 } };
  const dataset = { ...orl, attachments };
  const { spec } = orlStudy({
    methods: [
      { method: 'lda', label: 'LDA of deep', features: ['deep'] },
      { method: 'none', label: 'Deep', features: ['deep'] },
      { method: 'none', label: 'Own', features: ['own'] },
    ],
  });
  const sourceOf = (file: string): string =>
    networkProvenance({ file, hash: 'ab'.repeat(32), recipe: builtInRecipe, marked: 0, coloured: false, runtime: 'r' });
  const builtIn = { source: sourceOf(BUILT_IN), length: 128 };
  const own = { source: sourceOf('own.onnx'), length: 512 };
  const vectors = { 'LDA of deep': builtIn, Deep: builtIn, Own: own };
  const table = tableOfSpec(spec, {}, dataset);
  const study = { ...planStudy(spec), dataset };

  it('cite the network in place of template matching, and say what it was trained on', () => {
    const cited = { ...citedBy([study]), vectors };
    const text = methodsParagraph(table, cited, [study]);
    expect(text).toContain('Deep (a pretrained descriptor) [@king2009dlib; @he2016residual]');
    expect(latexMethodsParagraph(table, cited, [study])).toContain('~\\cite{king2009dlib,he2016residual}');
    expect(text).toContain(
      "LDA of deep and Deep worked on the 128-dimensional descriptors of dlib's face-recognition network (8-bit " +
        'weights), which was trained elsewhere, on about three million',
    );
    expect(text).toContain('Own worked on the 512-dimensional descriptors of the network own.onnx, which was trained');
    expect(text).not.toContain('attached');
    const bibtex = studyBibtex(table, cited);
    expect(bibtex).toContain('{king2009dlib,');
    expect(bibtex).toContain('% Own has no entry: cite what computed its vectors.');
    for (const words of [text, bibtex]) expect(words).not.toContain('brunelli1993templates');
  });

  it('cite what the description of an own network states', () => {
    const citation = {
      key: 'deng2019',
      type: 'article' as const,
      authors: ['J. Deng'],
      title: 'T',
      venue: 'V',
      year: 2019,
    };
    const stated = { training: '5.8 million photographs', citation };
    const cited = { ...citedBy([study]), vectors: { ...vectors, Own: { ...own, stated } } };
    const text = methodsParagraph(table, cited, [study]);
    expect(text).toContain('Own (a pretrained descriptor) [@deng2019]');
    expect(text).toContain('network own.onnx, which was trained elsewhere, on 5.8 million photographs.');
    expect(studyBibtex(table, cited)).toContain('@article{deng2019,');
  });

  it('say how perturbed images are aligned', () => {
    const noisy = orlStudy({ ...spec, perturbations: [{ kind: 'gaussian-noise', sigma: [20] }] }).spec;
    const perturbed = { ...planStudy(noisy), dataset };
    const text = methodsParagraph(tableOfSpec(noisy, {}, dataset), { ...citedBy([perturbed]), vectors }, [perturbed]);
    expect(text).toContain('Networks received the perturbed images, aligned by the landmarks of the clean ones.');
  });

  it('cite nothing if the vectors came from a file', () => {
    const files = { Deep: { source: 'deep.npy', length: 4 } };
    const text = methodsParagraph(table, { ...citedBy([study]), vectors: files }, [study]);
    expect(text).toContain('Deep and Own [@brunelli1993templates]');
    expect(text).toContain('worked on the attached vectors "deep"');
  });
});
