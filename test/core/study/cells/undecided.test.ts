/** Where development pairs are separated completely no threshold is determined, and no number is made of one. */
import { describe, expect, it } from 'vitest';
import type { ScoreSamples } from '../../../../src/core/classify/pairScores.ts';
import type { ClassifierDeclaration } from '../../../../src/core/classify/classifiers/classifier.ts';
import {
  classifierDeclaration,
  classifiers,
  type Classifier,
} from '../../../../src/core/classify/classifiers/registry.ts';
import { metrics } from '../../../../src/core/classify/metrics/registry.ts';
import { matrixStack, type MatrixStack } from '../../../../src/core/linalg/matrix.ts';
import { errorsAt, rangeWithin, separation, UNDECIDED } from '../../../../src/core/measures/threshold.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { defaultTableOptions } from '../../../../src/core/study/table/tableOptions.ts';
import { evaluateAll, taskOf } from '../evaluateAll.ts';
import { dataOf, facts, smallSpec } from '../smallDataset.ts';
import type { MetricDeclaration } from '../../../../src/core/classify/metrics/metric.ts';

/** Histograms, as the images are, have no negative entries. */
const histograms = (metric: string | undefined): boolean =>
  metrics.some(({ kind, ...declared }) => kind === metric && (declared as MetricDeclaration).histograms);

const samples = (genuine: number[], impostors: number[]): ScoreSamples => ({
  genuine: Float64Array.from(genuine),
  impostors: Float64Array.from(impostors),
});

describe('the range over a gap', () => {
  it('is that of every threshold in it, tried one by one', () => {
    const random = stream('gap');
    const draw = (count: number): number[] => Array.from({ length: count }, () => Math.round(10 * random.normal()));
    for (let turn = 0; turn < 50; turn++) {
      const evaluation = samples(draw(9), draw(12));
      const gap = separation(samples([3, 4, 9], [-2, -5]))!;
      expect(gap).toEqual({ from: -2, to: 3 });
      const total = ({ misses, falseAlarms }: ReturnType<typeof errorsAt>): number => misses / 9 + falseAlarms / 12;
      const tried = Array.from({ length: 500 }, (_, i) => total(errorsAt(evaluation, -2 + (5 * i) / 500)));
      expect(rangeWithin(evaluation, gap, total)).toEqual([Math.min(...tried), Math.max(...tried)]);
    }
  });

  it('is none where scores overlap or touch', () => {
    expect(separation(samples([1, 2], [0, 1]))).toBeNull();
    expect(separation(samples([1, 2], [0, 3]))).toBeNull();
  });
});

/** Twelve subjects of four images, far apart along axes that others do not share: LDA separates whom it knows. */
const [SUBJECTS, EACH, rows, cols] = [12, 4, 10, 9];
const random = stream('known subjects');
const images = matrixStack(SUBJECTS * EACH, rows, cols);
const own = Int32Array.from({ length: SUBJECTS * EACH }, (_, n) => Math.floor(n / EACH));
const centres = Array.from({ length: SUBJECTS }, () => Array.from({ length: rows * cols }, () => random.normal()));
images.data.forEach((_, i) => {
  images.data[i] = centres[own[Math.floor(i / (rows * cols))]][i % (rows * cols)] + 0.7 * random.normal();
});
const known = { ...facts, rows, cols, labels: own, subjects: centres.map((_, s) => `s${s}`), attributes: undefined };

describe('a discriminant method whose development pairs are of subjects that it knows', () => {
  const spec = (developmentFolds: number): StudySpecInput['protocol'] => ({
    kind: 'pairs',
    folds: 3,
    developmentFolds,
  });
  const studied = (developmentFolds: number) => {
    const study = smallSpec({
      // Folds whose development pairs LDA separates completely.
      draws: 'pixels',
      protocol: spec(developmentFolds),
      methods: [
        { method: 'lda', latent: [3] },
        { method: 'pca', latent: [3] },
      ],
      measures: ['verification', 'decisions'],
    });
    expect(checkSpec(study, known).problems).toEqual([]);
    const plan = planCells(planStudy(study), known);
    return { study, plan, outcomes: evaluateAll(study, known, dataOf(images, own, undefined), plan) };
  };

  it('has no errors, rates and tests on them, but their range, a warning, and what needs no threshold', () => {
    const { plan, outcomes } = studied(0);
    const cells = plan.cells.filter(({ label }) => label === 'LDA').map(({ key }) => outcomes.get(key)!.result);
    for (const { wrong, measures, warnings } of cells) {
      expect(wrong).toEqual([UNDECIDED]);
      const { values } = measures!;
      for (const id of ['hter', 'false-acceptance', 'false-rejection'] as const) expect(values[id]).toEqual([null]);
      expect(values['hter-lowest']![0]!).toBeLessThan(values['hter-highest']![0]! - 5);
      expect(values['verification-auc']![0]).toBeGreaterThan(0.5);
      expect(warnings.at(-1)).toMatch(
        /^No threshold is determined: .* separated completely\. Thresholds between them decide \d.* to \d.*% of the pairs wrongly\.$/,
      );
    }
    const decided = { ...defaultTableOptions, measure: 'error-rate' as const };
    const table = summariseStudy(plan, outcomes, decided, { testToTrain: () => 0.5 });
    const [lda, pca] = table.rows.map(({ entries }) => entries[0]);
    expect(lda).toMatchObject({ mean: null, values: [], undecided: 3, p: null });
    expect(pca.p).toBeNull();
    expect(pca.significant).toBe(false);
    const range = (id: 'hter-lowest' | 'hter-highest') => cells.map(({ measures }) => measures!.values[id]![0]!);
    const [least, most] = [Math.min(...range('hter-lowest')), Math.max(...range('hter-highest'))];
    expect(lda.hterRange).toEqual([least, most]);
    expect(table.footer.join(' ')).toContain(
      `No unique threshold for LDA (3 cells, HTER between ${least.toFixed(1)} and ${most.toFixed(1)}%)`,
    );
    for (const measure of ['verification-auc', 'hter-highest'] as const) {
      const shown = summariseStudy(plan, outcomes, { ...defaultTableOptions, measure }, { testToTrain: () => 0.5 });
      expect(shown.rows[0].entries[0]).toMatchObject({ shape: [3], repeats: [1, 2, 3] });
    }
  });

  it('has numbers on development subjects apart, which is the default', () => {
    const { study, plan, outcomes } = studied(1);
    expect(smallSpec({ protocol: { kind: 'pairs', folds: 3 } }).protocol).toEqual(study.protocol);
    const [lda] = summariseStudy(plan, outcomes).rows;
    expect(lda.entries[0].values).toHaveLength(3);
    expect(lda.entries[0].undecided).toBeUndefined();
  });
});

describe('enrolment images of the evaluation', () => {
  const protocol = {
    kind: 'enrolment' as const,
    worldSubjects: 6,
    developmentSubjects: 3,
    enrolPerSubject: [2],
    repeats: 2,
  } satisfies StudySpecInput['protocol'];
  // Each with all choices of its parameters. Classifiers with a model of every training subject are refused here.
  const rules = (classifiers as readonly ClassifierDeclaration[])
    .filter(({ subjectModels }) => subjectModels === undefined)
    .flatMap(({ kind, parameters }) =>
      parameters
        .filter((parameter) => parameter.kind === 'choice')
        .reduce<Record<string, string>[]>(
          (rules, { name, choices }) =>
            rules.flatMap((rule) => choices.map(({ value }) => ({ ...rule, [name]: value }))),
          [{ kind }],
        ),
    );

  it.each(rules)('move no development score: %o', (classifier) => {
    const { kind, metric } = classifier;
    const ofHistograms = histograms(metric);
    // Pairs that a model scores need one with a density.
    const { modelledPairs } = classifierDeclaration({ kind: kind as Classifier['kind'] });
    const method = ofHistograms ? 'none' : modelledPairs ? 'ppca' : 'pca';
    const sign = (set: MatrixStack): MatrixStack => (ofHistograms ? { ...set, data: set.data.map(Math.abs) } : set);
    const study = smallSpec({
      protocol,
      classifier: classifier as never,
      methods: [{ method, latent: ofHistograms ? 'default' : [3] }],
      // Chosen by the development pairs alone: what is judged moves where a score does.
      selection: { innerSplits: 0, on: 'development', by: 'verification-auc' },
      measures: ['verification'],
    });
    const plan = planCells(planStudy(study), known);
    for (const cell of plan.cells) {
      const task = taskOf(study, known, plan, cell);
      const { gallery, test, pairs } = task.split;
      const evaluated = new Set(Array.from(pairs!.evaluation.references, (place) => own[gallery![place]]));
      const other = matrixStack(images.count, rows, cols, images.data.slice());
      const random = stream('other enrolment images');
      for (const image of gallery!) {
        if (!evaluated.has(own[image])) continue;
        for (let i = 0; i < rows * cols; i++) other.data[image * rows * cols + i] = 5 * random.normal();
      }
      const seen: Float64Array[] = [];
      for (const set of [images, other].map(sign)) {
        // Development and evaluation change places, so that what is kept of a cell is of the development.
        const swapped = { ...pairs!, evaluation: pairs!.development, development: pairs!.evaluation };
        const split = { ...task.split, pairs: swapped };
        const { nearest } = evaluateCell({ ...task, split }, dataOf(set, own, undefined), () => undefined);
        seen.push(Float64Array.from(nearest));
      }
      expect(seen[1]).toEqual(seen[0]);
      expect(new Set(seen[0]).size).toBeGreaterThan(1);
      expect(test.length).toBeGreaterThan(0);
    }
  });
});
