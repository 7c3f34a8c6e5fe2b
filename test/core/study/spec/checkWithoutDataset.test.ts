import { describe, expect, it } from 'vitest';
import { checkSpecAlone } from '../../../../src/core/study/spec/checkWithoutDataset.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';

const BASE = {
  name: 'a',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 },
  methods: [{ method: 'pca' }, { method: 'glram', latent: { tied: [2, 4] } }],
} as const;

function found(change: object): string[] {
  const parsed = parseStudySpec({ ...BASE, ...change } as unknown as StudySpecInput);
  return (parsed.ok ? checkSpecAlone(parsed.spec) : parsed.problems).map(({ message }) => message);
}

/** Specs that no dataset suits, and a word of what is said of them. */
const WRONG: readonly (readonly [change: object, message: RegExp])[] = [
  [{ methods: [{ method: 'glarm' }] }, /there is no method "glarm"; did you mean "glram"\?/],
  [{ methods: [{ method: 'something else' }] }, /the methods are pca, /],
  [{ methods: [{ method: 'pca' }, { method: 'lda', label: 'PCA' }] }, /"PCA" is also the label of methods\[0\]/],
  [{ methods: [{ method: 'pca' }, { method: 'pca', label: 'again' }] }, /one of them is superfluous/],
  [{ methods: [{ method: 'pca', latent: { from: 9, to: 3 } }] }, /must not end before it starts/],
  [{ methods: [{ method: 'pca', latent: { qc: [2], qr: [2] } }] }, /found a grid over q_c and q_r/],
  [{ methods: [{ method: 'glram', latent: [3, 4] }] }, /found one axis/],
  [{ methods: [{ method: 'pca', latent: { tied: [3] } }] }, /nothing to tie/],
  [{ methods: [{ method: 'pca', settings: { nothing: 1 } }] }, /nothing/],
  [{ methods: [{ method: 'glram', settings: { maxIterations: 0 } }] }, /maxIterations/],
  [{ methods: [{ method: 'glram', settings: { restart: 'tepid' } }] }, /restart/],
  [{ methods: [{ method: 'elsewhere' }] }, /elsewhere/],
  [{ comparison: { baseline: 'LDA' } }, /no method labelled "LDA"/],
  [{ comparison: { baseline: 'GLRM' } }, /did you mean "GLRAM"\?/],
  [{ selection: { innerSplits: 1, by: 'verification-auc' } }, /does not measure/],
  [{ selection: { innerSplits: 0, on: 'development' } }, /no development pairs/],
  [{ selection: { innerSplits: 0 } }, /expected 1 to 100, found 0/],
  [{ measures: ['scores', 'scores'] }, /listed twice|must be/],
  [{ protocol: { ...BASE.protocol, trainPerSubject: [2, 2] } }, /trainPerSubject/],
  [{ protocol: { ...BASE.protocol, repeats: 1_000_000 } }, /repeats|cells/],
  [{ perturbations: [{ kind: 'none' }, { kind: 'none' }] }, /listed twice/],
  [{ classifier: { kind: 'knn', k: 0 } }, /classifier/],
  [{ protocol: { kind: 'pairs', folds: 3, developmentFolds: 2 } }, /2 choose the threshold/],
  [{ protocol: { kind: 'pairs', folds: 5 }, classifier: { kind: 'svm' } }, /classifier|protocol/],
];

describe('a spec without its dataset', () => {
  it('is told all that is wrong with it', () => {
    const methods = [{ method: 'pca', label: 'x' }, { method: 'lda', label: 'x' }, { method: 'glarm' }];
    expect(found({ methods, comparison: { baseline: 'y' } }).map((message) => message.slice(0, 32))).toEqual([
      'methods[1].label: "x" is also th',
      'methods[2].method: there is no m',
      'comparison.baseline: there is no',
    ]);
  });

  it.each(WRONG)('%j is refused', (change, message) => {
    expect(found(change).join('\n')).toMatch(message);
  });

  it('that suits some dataset is not refused for what depends on it', () => {
    const depends: object[] = [
      {},
      { protocol: { ...BASE.protocol, trainPerSubject: [2, 300] } },
      { protocol: { kind: 'attribute', attribute: 'session', splits: [{ train: ['1'], test: ['2'] }] } },
      { protocol: { kind: 'explicit', splits: [{ train: [0, 5000], test: [9999] }] } },
      { protocol: { kind: 'k-fold', folds: 90, repeats: 1 } },
      { subset: { subjects: ['anna', 'bert'] } },
      { subset: { attributes: { pose: ['left'] } } },
      { features: ['arcface'] },
      { methods: [{ method: 'pca', latent: [1, 5000] }] },
      { methods: [{ method: 'glram', latent: { qc: [1, 200], qr: [1, 200] } }] },
      { methods: [{ method: 'lda', latent: [200] }] },
      { measures: [{ region: { rows: [0, 300], cols: [0, 300] } }] },
      { protocol: { kind: 'pairs', folds: 10, pairsPerFold: 300 } },
    ];
    for (const change of depends) expect([change, found(change)]).toEqual([change, []]);
  });
});

describe('names in a spec', () => {
  it('are those that they mean, whatever their case', () => {
    const parsed = parseStudySpec({
      ...BASE,
      methods: [{ method: 'PCA' }, { method: 'MVFA (additive)' }, { method: 'Bppca', label: 'Ours' }],
      comparison: { baseline: 'ours' },
    });
    expect(parsed).toMatchObject({
      ok: true,
      spec: {
        methods: [{ method: 'pca' }, { method: 'mvfa-additive' }, { method: 'bppca' }],
        comparison: { baseline: 'Ours' },
      },
    });
  });
});
