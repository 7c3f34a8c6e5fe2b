/** The sentences under a table, study by study: all of them, in their order. */
import { describe, expect, it } from 'vitest';
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

const random = { kind: 'random' as const, trainPerSubject: [2], repeats: 3 };
const pairs = { kind: 'pairs' as const, folds: 2, developmentFolds: 0 };

/** A table of these cells of 20 tests each: null failed, undefined has not been computed. */
function tableOf(change: Partial<StudySpecInput>, cells: Cells = () => undefined, options: TableOptionsInput = {}) {
  const spec = smallSpec({ protocol: random, methods: [{ method: 'pca' }, { method: 'lda' }], ...change });
  const plan = planCells(planStudy(spec), facts);
  const outcomes = new Map<string, CellOutcome>();
  for (const { key, label, repeat, condition } of plan.cells) {
    const cell = cells(label, repeat, condition);
    if (cell === null) outcomes.set(key, { status: 'failed', reason: 'singular' });
    else if (cell) outcomes.set(key, { status: 'done', result: { shapes: [[3]], wrong: [4], testCount: 20, ...cell } });
  }
  return summariseStudy(plan, outcomes, tableOptionsSchema.parse(options), { testToTrain: () => 1.5 });
}

const footerOf = (...given: Parameters<typeof tableOf>) => tableOf(...given).footer;

const shapes = (n: number) => Array.from({ length: n }, (_, i) => [i + 1]);

const SPLIT =
  'k training images of every subject at random (seed 7), all others for testing; all methods share the splits.';
const ORACLE =
  'Latent shapes, in brackets where shown, have the lowest mean error on the test images (oracle selection), which is ' +
  'optimistic.';
const LABELS = 'Fitted with the labels of the training images: LDA; without: PCA.';
const ERRORS = 'Error rate of the nearest neighbour in per cent, mean ± sample standard deviation over 3 repeats.';
const NONE = ERRORS.replace('over 3', 'over 0 of 3');
const BOLD = 'Bold: lowest mean error.';
const UNTESTED = 'No significance test: it needs two methods with at least 2 repeats each.';
const MARKS =
  '• significantly better than every other method; * significantly worse than the best (one-sided corrected resampled ' +
  "t-test of Nadeau and Bengio, α = 0.05, Holm's correction over the methods of a condition).";
const VARIANCE =
  'The variance of a difference is taken as (1/n + n_test/n_train) s², because repeats share training images.';
const PLAIN = new Set([SPLIT, ORACLE, LABELS, NONE, BOLD, UNTESTED]);

/** What a footer says beyond those of a plain study that has not begun. */
const furtherOf = (...given: Parameters<typeof tableOf>) => {
  return footerOf(...given).filter((sentence) => !PLAIN.has(sentence) && !sentence.startsWith('Incomplete'));
};

/** PCA does better, by another number of test images in each repeat. */
const wrong: Record<string, number[]> = { PCA: [4, 5, 4], LDA: [9, 9, 11], FPCA: [6, 7, 8] };
const spread: Cells = (label, repeat) => ({ wrong: [wrong[label.split(' ')[0]][repeat - 1]] });
const selected: Cells = (...cell) => ({ ...spread(...cell), selected: 0, inner: 3 });
const two = { ...random, trainPerSubject: [2, 3] };
const three = [{ method: 'pca' }, { method: 'lda' }, { method: 'fpca' }];

describe('the footer of a study', () => {
  it('says what the numbers, the split, the selection, bold and the marks are; the essentials leave out the rest', () => {
    const { footer, essentials } = tableOf({}, spread);
    expect(footer).toEqual([ERRORS, SPLIT, ORACLE, LABELS, BOLD, MARKS, VARIANCE]);
    expect(essentials).toEqual([ERRORS, BOLD, MARKS]);
  });

  it('begins with what is missing, and has no marks before anything was tested', () => {
    const none = tableOf({});
    expect(none.footer).toEqual(['Incomplete: 0 of 6 cells finished.', NONE, SPLIT, ORACLE, LABELS, BOLD, UNTESTED]);
    expect(none.essentials).toEqual(['Incomplete: 0 of 6 cells finished.', NONE, BOLD, UNTESTED]);
    const failed = footerOf({}, (label, repeat) => (label === 'PCA' ? null : repeat === 1 ? {} : undefined));
    expect(failed[0]).toBe('Incomplete: 1 of 6 cells finished, 3 failed.');
  });

  it('calls means equal only where there are several methods, all finished and all the best', () => {
    const last = (...given: Parameters<typeof tableOf>) => footerOf(...given).at(-1);
    expect(last({}, () => ({}))).toBe('No significance test: all methods have the same mean.');
    expect(last({ methods: [{ method: 'pca' }] }, () => ({}))).toBe(UNTESTED);
    expect(last({ methods: [{ method: 'pca' }], protocol: two }, () => ({}))).toBe(UNTESTED);
    expect(last({}, (label) => (label === 'PCA' ? {} : undefined))).toBe(UNTESTED);
  });

  it('calls methods tested, without a p, where their differences have no spread', () => {
    const alike: Cells = (label, repeat) => ({ wrong: [repeat + (label === 'LDA' ? 4 : 0)] });
    const footer = footerOf({ comparison: { test: 'paired-t' } }, alike);
    const [constant, bold, marks, ...rest] = footer.slice(footer.indexOf(LABELS) + 1);
    expect([constant, bold]).toEqual([
      'Not tested, because the differences have no spread over the repeats: LDA (k = 2).',
      BOLD,
    ]);
    expect(marks).toMatch(/^• significantly better .* \(one-sided paired t-test/);
    expect(rest).toHaveLength(1);
  });

  it('explains counts and ranks where a table of several conditions has them', () => {
    const counts = (...given: Parameters<typeof tableOf>) =>
      footerOf(...given).filter((sentence) => sentence.startsWith('(•/=/*)'));
    const best =
      '(•/=/*): conditions in which the method is better than all others, the same, worse than the best, ' +
      'significantly. Rank: mean over the conditions, 1 is the lowest error.';
    expect(counts({ protocol: two }, spread)).toEqual([best]);
    expect(counts({ protocol: two, selection: { innerSplits: 1 } }, selected)).toEqual([
      `${best} Both are of the oracle selection.`,
    ]);
    for (const selection of ['oracle', 'validated'] as const) {
      expect(counts({ protocol: two, selection: { innerSplits: 1 } }, selected, { selection })).toEqual([best]);
    }
    const baseline = { ...two, comparison: { baseline: 'PCA' } };
    expect(counts({ protocol: two, comparison: baseline.comparison }, spread)).toEqual([
      best.replace('all others', 'PCA').replace('the best', 'PCA'),
    ]);
    expect(counts({ protocol: two }, spread, { standings: false })).toEqual([]);
    expect(counts({ protocol: two })).toEqual([]);
    expect(counts({}, spread)).toEqual([]);
  });

  it('says of the test how it looks at the methods, and that of splits of unequal sizes only where these can be', () => {
    const of = (...given: Parameters<typeof tableOf>) => {
      const footer = footerOf(...given);
      return footer.slice(footer.indexOf(BOLD) + 1);
    };
    expect(of({ comparison: { baseline: 'LDA', test: 'welch', alpha: 0.01 } }, spread, { underline: true })).toEqual([
      'Underlined: not significantly different from LDA.',
      "• significantly better, * significantly worse than LDA (two-sample two-sided Welch's t-test, α = 0.01, no " +
        'correction for multiple comparisons).',
      'The test takes repeats as independent samples; they share images, so it finds differences too readily.',
    ]);
    const kFold = { kind: 'k-fold' as const, folds: 3 };
    expect(of({ protocol: kFold }, spread)).toEqual([
      MARKS,
      VARIANCE,
      expect.stringMatching(/^Where splits have unequal/),
    ]);
    expect(of({}, spread, { marks: false })).toEqual([]);
    expect(of({}, undefined, { underline: true })).toEqual([UNTESTED]);
    expect(footerOf({}, undefined, { bold: 'none' }).slice(-2)).toEqual([LABELS, UNTESTED]);
    expect(footerOf({}, spread, { bold: 'none', marks: false }).at(-1)).toBe(LABELS);
  });

  it('counts the tests that a correction over the whole table takes together, of each selection', () => {
    const comparison = { family: 'table' as const, correction: 'holm' as const };
    const size = (cells: Cells, given: Partial<StudySpecInput> = {}, options: TableOptionsInput = {}) => {
      const marks = footerOf({ methods: three, protocol: two, comparison, ...given }, cells, options);
      return / conditions(.*)\)\.$/.exec(marks.find((sentence) => sentence.startsWith('•'))!)?.[1];
    };
    const selection = { innerSplits: 2 };
    expect(size(spread)).toBe(', 4 tests together');
    expect(size(selected, { selection })).toBe(', 4 tests together, for each selection of shapes');
    expect(size(selected, { selection }, { selection: 'oracle' })).toBe(', 4 tests together');
    const lacking: Cells = (label, repeat, condition) =>
      label === 'FPCA' && condition === 'k=3' ? spread(label, repeat, condition) : selected(label, repeat, condition);
    expect(size(lacking, { selection })).toBe(', 4 tests together (3 of the validated shapes)');
    expect(size(lacking, { selection }, { selection: 'validated' })).toBe(', 3 tests together');
    const one: Cells = (label, repeat, condition) =>
      label === 'FPCA' ? undefined : selected(label, repeat, condition);
    expect(size(one, { protocol: random })).toBe(', 1 test together');
    expect(size(spread, { comparison: { correction: 'holm' } })).toBeUndefined();
    expect(size(spread, { comparison: { family: 'table', correction: 'none' } })).toBeUndefined();
    for (const none of [{}, { correction: 'none' as const }]) {
      const footer = footerOf({ methods: three, comparison: { family: 'table', test: 'welch', ...none } }, spread);
      expect(footer.find((sentence) => sentence.startsWith('•'))).toMatch(
        /best \(.*, α = 0\.05, no correction for multiple comparisons\)\.$/,
      );
    }
  });
});

describe('what a footer says of shapes and settings', () => {
  it('names six shapes that were not selectable, and counts the others', () => {
    const excluded = (n: number, label = 'PCA'): string[] =>
      furtherOf({}, (row, repeat) => {
        const own = shapes(row === label && repeat === 1 ? n + 1 : 1);
        return { shapes: own, wrong: own.map(() => 3) };
      }).filter((sentence) => sentence.startsWith('Excluded'));
    expect([0, 1, 2, 6, 7].map((n) => excluded(n)).flat()).toEqual([
      'Excluded for PCA: shape (2), which some repeats could not fit.',
      'Excluded for PCA: shapes (2) and (3), which some repeats could not fit.',
      'Excluded for PCA: shapes (2), (3), (4), (5), (6) and (7), which some repeats could not fit.',
      'Excluded for PCA: shapes (2), (3), (4), (5), (6), (7) and 1 more, which some repeats could not fit.',
    ]);
    expect(excluded(1, 'LDA')).toEqual(['Excluded for LDA: shape (2), which some repeats could not fit.']);
  });

  it('names rows without a threshold with their cells, and the rates that these may have where they are measured', () => {
    const rates = (repeat: number) => ({ values: { 'hter-lowest': [10.04], 'hter-highest': [30 + repeat] } });
    const [sentence, ...others] = furtherOf({ protocol: two }, (label, repeat) => ({
      wrong: [repeat > 1 ? UNDECIDED : 3],
      ...(label === 'PCA' && { measures: rates(repeat) }),
    })).filter((each) => each.startsWith('No threshold'));
    expect(others).toEqual([]);
    expect(sentence).toMatch(
      /^No threshold is determined for PCA \(4 cells, HTER anything from 10\.0 to 33\.0 %\) and LDA \(4 cells\): /,
    );
    const single = furtherOf({}, (label, repeat) => ({ wrong: [label === 'LDA' && repeat === 1 ? UNDECIDED : 3] }));
    expect(single.find((each) => each.startsWith('No threshold'))).toContain(' for LDA (1 cell): ');
  });

  it('speaks of chosen shapes only where some row has any to choose, and names rows with all axes', () => {
    const full = (method: string) => ({ method, latent: 'full' as const });
    const axes = 'All axes of the training images of each repeat, their number in brackets: ';
    const [chosen, none] = [
      [full('pca'), { method: 'lda' }],
      [full('pca'), full('lda'), full('none')],
    ].map((methods) => footerOf({ methods }));
    expect(chosen).toContain(ORACLE);
    expect(chosen).toContain(`${axes}PCA.`);
    expect(none.join(' ')).not.toContain('oracle');
    expect(footerOf({ methods: [{ method: 'none' }] }).join(' ')).not.toContain('oracle');
    expect(none).toContain(`${axes}PCA, LDA.`);
    expect(footerOf({}).join(' ')).not.toContain('All axes');
    const listed = { ...full('lpp'), settings: { neighbours: [2, 3] } };
    expect(footerOf({ methods: [listed] }).join(' ')).toContain('(oracle selection)');
  });

  it('says by what, how often and of which settings shapes are chosen inside the training images', () => {
    const methods = [{ method: 'lpp', settings: { neighbours: [2, 3] } }, { method: 'pca' }];
    expect(furtherOf({ methods, selection: { innerSplits: 1 } })).toEqual([
      ORACLE.replace('shapes', 'shapes and listed settings'),
      'Validated: the shape and the listed settings are chosen in every repeat by the error within its training images ' +
        '(one split, one image of each subject held out); in brackets, where shown, the shape chosen most often.',
      'Settings chosen together with the latent shape: LPP: neighbours from 2 and 3.',
    ]);
    const by = { innerSplits: 2, by: 'verification-auc' as const };
    expect(furtherOf({ selection: by, measures: ['verification'] })).toEqual([
      ORACLE.replace('lowest mean error', 'highest mean verification AUC'),
      'Validated: the shape is chosen in every repeat by the highest verification AUC within its training images ' +
        '(2 splits, one image of each subject held out); in brackets, where shown, the shape chosen most often.',
    ]);
    expect(furtherOf({ selection: by, measures: ['verification'] }, undefined, { selection: 'oracle' })).toHaveLength(
      1,
    );
  });

  it('counts the cells without a validated shape', () => {
    const lacking = (n: number) =>
      footerOf({ selection: { innerSplits: 2 } }, (label, repeat, condition) =>
        label === 'LDA' && repeat <= n ? spread(label, repeat, condition) : selected(label, repeat, condition),
      ).filter((sentence) => sentence.startsWith('Without'));
    const start = 'Without a validated shape (no subject has two training images, or no inner fit): ';
    expect([0, 1, 2].map(lacking)).toEqual([[], [`${start}1 cell.`], [`${start}2 cells.`]]);
  });
});

describe('what a footer says of verification', () => {
  const start = (...given: Parameters<typeof tableOf>) => footerOf(...given).slice(0, 3);
  const of = (change: Partial<StudySpecInput>, options: TableOptionsInput = {}) =>
    start({ protocol: pairs, ...change }, spread, options).slice(0, 2);
  const over = 'in per cent, mean ± sample standard deviation over 2 repeats.';

  it('is what pairs are scored by: the distance of nearest neighbours, else the classifier', () => {
    const wrongly = `Pairs decided wrongly ${over}`;
    const templates = { ...pairs, galleryPerSubject: 1 };
    expect([
      of({}),
      of({ classifier: { kind: 'knn', k: 3, metric: 'cosine' } }),
      of({ classifier: { kind: '1nn', metric: ['cosine', 'euclidean'] } }),
      of({ protocol: templates }),
      of({ protocol: templates, classifier: { kind: 'nearest-mean' } }),
    ]).toEqual(
      [
        'The score of a pair is the negative squared distance between its codes: Euclidean (Frobenius).',
        'The score of a pair is the negative distance between its codes: Cosine.',
        'Pairs are scored by the nearest neighbour (metric from cosine and euclidean).',
        'The score of a pair is the negative squared distance to the nearest image of the template: Euclidean (Frobenius).',
        'Pairs are scored by the nearest mean of a subject.',
      ].map((scored) => [wrongly, scored]),
    );
  });

  it('is what the numbers are: shares of pairs, measures of scores, or of pixels that no score enters', () => {
    const measures = ['verification' as const, 'reconstruction' as const];
    expect(of({}, { measure: 'accuracy' })[0]).toBe(`Pairs decided correctly ${over}`);
    const auc = start({ protocol: pairs, measures }, spread, { measure: 'verification-auc' });
    expect(auc).toEqual([
      'Verification AUC, mean ± sample standard deviation over 0 of 2 repeats.',
      expect.stringMatching(/^Area under the ROC curve/),
      expect.stringMatching(/^The score of a pair is the negative squared distance/),
    ]);
    expect(start({ protocol: pairs, measures }, spread, { measure: 'rmse' })).toEqual([
      'Reconstruction RMSE in grey levels, mean ± sample standard deviation over 0 of 2 repeats.',
      expect.stringMatching(/^Root of the mean squared difference/),
      expect.stringMatching(/^Verification of all pairs/),
    ]);
  });

  it('is on which pairs shapes are chosen', () => {
    const validated = (developmentFolds: 0 | 1) =>
      footerOf({
        protocol: { ...pairs, folds: 3, developmentFolds },
        selection: { innerSplits: 0, on: 'development' },
      }).filter((sentence) => /^(Latent shapes|Validated)/.test(sentence));
    const chosen = 'in brackets, where shown, the shape chosen most often.';
    const own = 'Validated: the shape is chosen in every repeat by the error on its development pairs';
    const oracle = ORACLE.replace('test images', 'test pairs');
    expect(validated(0)).toEqual([oracle, `${own}, on whose images the model is learned; ${chosen}`]);
    expect(validated(1)).toEqual([oracle, `${own}; ${chosen}`]);
  });

  it('is the standard error of every mean that has one, a digit more than the table', () => {
    const study = (pairsPerFold: number, selection?: TableOptionsInput['selection']) =>
      footerOf(
        { protocol: { ...pairs, pairsPerFold }, selection: { innerSplits: 0, on: 'development' } },
        (label, repeat) => {
          if (label === 'LDA' && repeat === 2) return null;
          return { wrong: [4 * repeat], ...(label === 'PCA' && { selected: 0, inner: 3 }) };
        },
        { selection },
      ).filter((sentence) => sentence.startsWith('Mean ±'));
    const [start, one] = ['Mean ± standard error (s / √n, n folds), as LFW is reported: ', '30.00 ± 10.00'];
    expect(study(4)).toEqual([`${start}PCA ${one}; PCA (validated) ${one}.`]);
    expect(study(4, 'validated')).toEqual([`${start}PCA ${one}.`]);
    expect(study(4, 'oracle')).toEqual([`${start}PCA ${one}.`]);
    expect(study(0)).toEqual([]);
  });
});

describe('what a footer says of rows that differ', () => {
  it('is their classifier, and of all rows that each has its own', () => {
    const own = { method: 'pca', classifier: { kind: 'knn' as const, k: 3 } };
    expect(furtherOf({ methods: [own, { method: 'lda' }] })).toEqual([
      'Rows with their own classifier: PCA: 3 nearest neighbours.',
    ]);
    const other = { method: 'lda', classifier: { kind: 'nearest-mean' as const } };
    expect(furtherOf({ methods: [own, other] })).toEqual([
      NONE.replace('nearest neighbour', 'classifier of each row'),
      'Rows with their own classifier: PCA: 3 nearest neighbours; LDA: nearest mean of a subject.',
    ]);
  });

  it('is what they work on', () => {
    const equalise = 'equalise';
    const lda = { method: 'lda' };
    const all = 'Every image is treated by: histogram equalisation';
    const of = (features: StudySpecInput['features'], own?: StudySpecInput['features']) =>
      furtherOf({ features, methods: [{ method: 'pca', ...(own && { features: own }) }, lda] }).map((sentence) =>
        sentence.toLowerCase(),
      );
    expect(of([equalise])).toEqual([`${all}.`.toLowerCase()]);
    expect(of([equalise], [])).toEqual([
      `${all}, unless said otherwise.`.toLowerCase(),
      'pca works on: the raw grey values.',
    ]);
    expect(of(undefined, [equalise])).toEqual(['pca works on: histogram equalisation.']);
  });

  it('is how images are perturbed', () => {
    const perturbations = [{ kind: 'none' as const }, { kind: 'gaussian-noise' as const, sigma: [20] }];
    expect(furtherOf({ perturbations })).toEqual([
      'The σ of noise is in units of the stored pixels (25.5 on pixels of 0 … 255 is 0.1 on pixels of 0 … 1); noisy ' +
        'values are not clipped.',
    ]);
  });

  it('is who estimates missing pixels', () => {
    const perturbations = [{ kind: 'none' as const }, { kind: 'missing' as const, fraction: [0.25] }];
    const [psopca, pca, lda] = ['psopca', 'pca', 'lda'].map((method) => ({ method }));
    const treated = { ...psopca, label: 'Treated', features: ['equalise'] };
    const fill = "the mean of the image's other pixels";
    const of = (...methods: StudySpecInput['methods']) =>
      furtherOf({ methods, perturbations }).filter((sentence) => sentence.startsWith('Missing pixels'));
    expect([of(pca, lda), of(psopca, pca), of(psopca), of(psopca, treated)].flat()).toEqual([
      `Missing pixels hold ${fill}.`,
      `Missing pixels are estimated by PSOPCA; for the other methods they hold ${fill}.`,
      'Missing pixels are estimated by PSOPCA.',
      `Missing pixels are estimated by PSOPCA; for the other methods they hold ${fill}.`,
    ]);
    expect(furtherOf({ methods: [psopca] }).join()).not.toContain('Missing pixels');
  });

  it('is which file they rest on, and that the choice of shapes is not theirs', () => {
    const elsewhere = { source: 'a.csv', holds: 'predictions' as const, sha256: '0123456789abcdef'.repeat(4) };
    const methods = [
      { method: 'pca' },
      { method: 'elsewhere', label: 'Ours', elsewhere },
      { method: 'elsewhere', label: 'Theirs', elsewhere: { ...elsewhere, source: 'b.csv', holds: 'errors' as const } },
    ];
    const sentence =
      'Computed elsewhere on the same splits, and not checked here: Ours (predictions of a.csv, SHA-256 0123456789ab…); ' +
      'Theirs (error rates of b.csv, SHA-256 0123456789ab…).';
    expect(furtherOf({ methods })).toEqual([sentence]);
    expect(furtherOf({ methods, selection: { innerSplits: 2 } })).toContain(
      `${sentence} Whatever they chose was chosen elsewhere; both columns show the same result.`,
    );
  });

  it('is that test images are those of the training, and that a subset takes part', () => {
    const images = [0, 1, 2, 3, 4];
    const fitted = { kind: 'explicit' as const, splits: [{ train: images, test: images }] };
    expect(footerOf({ protocol: fitted })[1]).toBe(
      'Resubstitution error rate of the nearest neighbour in per cent, one repeat.',
    );
    const part = footerOf({ subset: { images: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] } });
    expect(part[2]).toBe(`${SPLIT} A subset of the images takes part.`);
  });
});
