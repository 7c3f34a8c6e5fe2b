/**
 * The sentences under a table, in a snapshot per protocol: which sentences, in which order, with which numbers.
 * Essential sentences begin with "!". Where words change, look at the difference and update the snapshots.
 */
import { expect, it } from 'vitest';
import { UNDECIDED } from '../../../../src/core/measures/threshold.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import type { TableCell } from '../../../../src/core/study/table/measuredRepeats.ts';
import type { CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { tableOptionsSchema, type TableOptionsInput } from '../../../../src/core/study/table/tableOptions.ts';
import { facts, smallSpec } from '../smallDataset.ts';

type Cells = (label: string, repeat: number, condition: string) => Partial<TableCell> | null | undefined;
type Study = Partial<StudySpecInput>;
type Case = readonly [title: string, study: Study, cells?: Cells, options?: TableOptionsInput];

/** A table of these cells of 20 tests each: null failed, undefined has not been computed. */
function tableOf(study: Study, cells: Cells = () => undefined, options: TableOptionsInput = {}) {
  const spec = smallSpec({ methods: [{ method: 'pca' }, { method: 'lda' }], ...study });
  const plan = planCells(planStudy(spec), facts);
  const outcomes = new Map<string, CellOutcome>();
  for (const { key, label, repeat, condition } of plan.cells) {
    const cell = cells(label, repeat, condition);
    if (cell === null) outcomes.set(key, { status: 'failed', reason: 'singular' });
    else if (cell) outcomes.set(key, { status: 'done', result: { shapes: [[3]], wrong: [4], testCount: 20, ...cell } });
  }
  return summariseStudy(plan, outcomes, tableOptionsSchema.parse(options), { testToTrain: () => 1.5 });
}

const random = { kind: 'random' as const, trainPerSubject: [2], repeats: 3 };
const several = { ...random, trainPerSubject: [2, 3] };
const kFold = { kind: 'k-fold' as const, folds: 3 };
const pairs = { kind: 'pairs' as const, folds: 2, developmentFolds: 0 };
const explicit = { kind: 'explicit' as const, splits: [{ train: [0, 1, 2, 3, 4], test: [0, 1, 2, 3, 4] }] };

/** PCA does better, by another number of test images in each repeat. */
const wrong: Record<string, number[]> = { PCA: [4, 5, 4], LDA: [9, 9, 11], FPCA: [6, 7, 8] };
const spread: Cells = (label, repeat) => ({ wrong: [wrong[label.split(' ')[0]][repeat - 1]] });
const selected: Cells = (...cell) => ({ ...spread(...cell), selected: 0, inner: 3 });
const equal: Cells = () => ({});
const shapes = (n: number) => Array.from({ length: n }, (_, i) => [i + 1]);
const only =
  (wanted: string, cells: Cells): Cells =>
  (label, ...cell) =>
    label === wanted ? cells(label, ...cell) : undefined;
const excluded =
  (n: number): Cells =>
  (label, repeat) => {
    const own = shapes(label === 'PCA' && repeat === 1 ? n + 1 : 1);
    return { shapes: own, wrong: own.map(() => 3) };
  };

const [pca, lda, fpca, none] = ['pca', 'lda', 'fpca', 'none'].map((method) => ({ method }));
const full = (method: string) => ({ method, latent: 'full' as const });
const neighbours = { method: 'lpp', settings: { neighbours: [2, 3] } };
const three = { protocol: several, methods: [pca, lda, fpca] };
const together = { ...three, comparison: { family: 'table' as const, correction: 'holm' as const } };
const two = { innerSplits: 2 };
const one = { innerSplits: 1 };
const knn = { kind: 'knn' as const, k: 3 };
const templates = { ...pairs, galleryPerSubject: 1 };
const measured: Study = { protocol: pairs, measures: ['verification', 'reconstruction'] };
const development = (folds: number, developmentFolds: 0 | 1): Study => ({
  protocol: { ...pairs, folds, developmentFolds },
  selection: { innerSplits: 0, on: 'development' },
});
const standardErrors = (pairsPerFold: number): Study => ({
  protocol: { ...pairs, pairsPerFold },
  selection: { innerSplits: 0, on: 'development' },
});
const lackingOne: Cells = (label, repeat) => {
  if (label === 'LDA' && repeat === 2) return null;
  return { wrong: [4 * repeat], ...(label === 'PCA' && { selected: 0, inner: 3 }) };
};
const perturbed = (
  perturbation: NonNullable<Study['perturbations']>[number],
  ...methods: Study['methods'] & object
): Study => ({
  protocol: random,
  methods,
  perturbations: [{ kind: 'none' }, perturbation],
});
const missing = { kind: 'missing' as const, fraction: [0.25] };
const psopca = { method: 'psopca' };
const imported = (label: string, holds: 'predictions' | 'errors') => ({
  ...{ method: 'elsewhere', label },
  elsewhere: { source: `${label.toLowerCase()}.csv`, holds, sha256: '0123456789abcdef'.repeat(4) },
});
const importedRows = [pca, imported('Ours', 'predictions'), imported('Theirs', 'errors')];

const ofRandom: readonly Case[] = [
  ['Finished', {}, spread],
  ['Not begun', {}],
  ['Some cells failed', {}, (label, repeat) => (label === 'PCA' ? null : repeat === 1 ? {} : undefined)],
  ['Equal means', {}, equal],
  ['Equal means of a single method', { methods: [pca] }, equal],
  ['Equal means of a single method in two conditions', { methods: [pca], protocol: several }, equal],
  ['Results of one of two methods', {}, only('PCA', equal)],
  [
    'Differences without spread',
    { comparison: { test: 'paired-t' } },
    (label, repeat) => ({ wrong: [repeat + (label === 'LDA' ? 4 : 0)] }),
  ],
  ['Counts and ranks', { protocol: several }, spread],
  ['Counts and ranks, both selections', { protocol: several, selection: one }, selected],
  ['Counts and ranks, oracle', { protocol: several, selection: one }, selected, { selection: 'oracle' }],
  ['Counts and ranks, validated', { protocol: several, selection: one }, selected, { selection: 'validated' }],
  ['Counts and ranks against a baseline', { protocol: several, comparison: { baseline: 'PCA' } }, spread],
  ['Without counts and ranks', { protocol: several }, spread, { standings: false }],
  ['Counts and ranks before a result', { protocol: several }],
  [
    'Underlined, against a baseline by another test',
    { comparison: { baseline: 'LDA', test: 'welch', alpha: 0.01 } },
    spread,
    { underline: true },
  ],
  ['Without marks', {}, spread, { marks: false }],
  ['Underlined before a result', {}, undefined, { underline: true }],
  ['Nothing bold before a result', {}, undefined, { bold: 'none' }],
  ['Nothing bold, no marks', {}, spread, { bold: 'none', marks: false }],
  ['Tests of the table together', together, spread],
  ['Tests of the table together, both selections', { ...together, selection: two }, selected],
  ['Tests of the table together, oracle', { ...together, selection: two }, selected, { selection: 'oracle' }],
  [
    'Tests of the table together, a validated shape lacking',
    { ...together, selection: two },
    (label, repeat, condition) =>
      label === 'FPCA' && condition === 'k=3' ? spread(label, repeat, condition) : selected(label, repeat, condition),
  ],
  [
    'Tests of the table together, results of two methods',
    { ...together, protocol: random },
    (label, ...cell) => (label === 'FPCA' ? undefined : selected(label, ...cell)),
  ],
  ['Correction within conditions', { ...three, comparison: { correction: 'holm' } }, spread],
  ['No correction', { ...three, comparison: { family: 'table', correction: 'none' } }, spread],
  ['No correction of a stated test', { ...three, comparison: { family: 'table', test: 'welch' } }, spread],
  ...[0, 1, 2, 6, 7].map((n): Case => [`Shapes excluded: ${n}`, {}, excluded(n)]),
  [
    'No threshold determined, with the range of rates',
    { protocol: several },
    (label, repeat) => ({
      wrong: [repeat > 1 ? UNDECIDED : 3],
      ...(label === 'PCA' && {
        measures: { values: { 'hter-lowest': [10.04], 'hter-highest': [30 + repeat] } },
      }),
    }),
  ],
  ['No threshold in one cell', {}, (label, repeat) => ({ wrong: [label === 'LDA' && repeat === 1 ? UNDECIDED : 3] })],
  ['All axes in one row', { methods: [full('pca'), lda] }],
  ['All axes in all rows', { methods: [full('pca'), full('lda'), full('none')] }],
  ['No latent dimension', { methods: [none] }],
  ['All axes with listed settings', { methods: [{ ...neighbours, latent: 'full' }] }],
  ['Shapes and settings validated', { methods: [neighbours, pca], selection: one }],
  ['Validated by a measure', { selection: { ...two, by: 'verification-auc' }, measures: ['verification'] }],
  ...[0, 1, 2].map((n): Case => [
    `Cells without a validated shape: ${n}`,
    { selection: two },
    (label, repeat, condition) => (label === 'LDA' && repeat <= n ? spread : selected)(label, repeat, condition),
  ]),
  ['A classifier of one row', { methods: [{ ...pca, classifier: knn }, lda] }],
  [
    'A classifier of every row',
    {
      methods: [
        { ...pca, classifier: knn },
        { ...lda, classifier: { kind: 'nearest-mean' } },
      ],
    },
  ],
  ['Features', { features: ['equalise'] }],
  ['Features, but not of a row', { features: ['equalise'], methods: [{ ...pca, features: [] }, lda] }],
  ['Features of a row', { methods: [{ ...pca, features: ['equalise'] }, lda] }],
  ['Noise', perturbed({ kind: 'gaussian-noise', sigma: [20] }, pca, lda)],
  ['Missing pixels filled', perturbed(missing, pca, lda)],
  ['Missing pixels estimated by a row', perturbed(missing, psopca, pca)],
  ['Missing pixels estimated by all rows', perturbed(missing, psopca)],
  ['Missing pixels of features', perturbed(missing, psopca, { ...psopca, label: 'Treated', features: ['equalise'] })],
  ['Imported results', { methods: importedRows }],
  ['Imported results, validated', { methods: importedRows, selection: two }],
  ['A subset of the images', { subset: { images: Array.from({ length: 15 }, (_, i) => i) } }],
];

const ofPairs: readonly Case[] = [
  ['Distance of nearest neighbours', {}, spread],
  ['Scores of a classifier', { classifier: { ...knn, metric: 'cosine' } }, spread],
  ['Several metrics', { classifier: { kind: '1nn', metric: ['cosine', 'euclidean'] } }, spread],
  ['Templates', { protocol: templates }, spread],
  ['Templates, another classifier', { protocol: templates, classifier: { kind: 'nearest-mean' } }, spread],
  ['Correctly decided pairs', {}, spread, { measure: 'accuracy' }],
  ['A measure of scores', measured, spread, { measure: 'verification-auc' }],
  ['A measure of pixels', measured, spread, { measure: 'rmse' }],
  ['Shapes chosen on the pairs of the training', development(3, 0)],
  ['Shapes chosen on development pairs', development(3, 1)],
  ['Standard errors', standardErrors(4), lackingOne],
  ['Standard errors, validated', standardErrors(4), lackingOne, { selection: 'validated' }],
  ['Standard errors, oracle', standardErrors(4), lackingOne, { selection: 'oracle' }],
  ['Folds of unequal size', standardErrors(0), lackingOne],
];

const cases: readonly (readonly [protocol: NonNullable<Study['protocol']>, cases: readonly Case[]])[] = [
  [random, ofRandom],
  [kFold, [['Splits of unequal sizes', {}, spread]]],
  [pairs, ofPairs],
  [explicit, [['Training images tested', {}]]],
];

/** Footers as text: a sentence is written in full where it first occurs, and by its number and its start after that. */
function written(footers: readonly (readonly [title: string, table: ReturnType<typeof tableOf>])[]): string {
  const known: string[] = [];
  const lines = ({ footer, essentials }: ReturnType<typeof tableOf>): string[] =>
    footer.map((sentence) => {
      const isKnown = known.includes(sentence);
      if (!isKnown) known.push(sentence);
      const text = isKnown && sentence.length > 50 ? `${sentence.slice(0, 40)} …` : sentence;
      return `${essentials.includes(sentence) ? '!' : ' '} [${known.indexOf(sentence) + 1}] ${text}`;
    });
  return footers.map(([title, table]) => [title, ...lines(table), ''].join('\n')).join('\n');
}

it.each(cases.map(([protocol, list]) => [protocol.kind, protocol, list] as const))(
  'the footers of tables have their sentences: %s',
  async (kind, protocol, list) => {
    const footers = list.map(([title, study, ...given]) => [title, tableOf({ protocol, ...study }, ...given)] as const);
    for (const [, { footer, essentials }] of footers) expect(footer).toEqual(expect.arrayContaining([...essentials]));
    await expect(written(footers)).toMatchFileSnapshot(`footers/${kind}.txt`);
  },
);
