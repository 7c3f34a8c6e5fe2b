import { describe, expect, it } from 'vitest';
import { distanceBetween } from '../../../../src/core/classify/metrics/registry.ts';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { defaultTableOptions } from '../../../../src/core/study/table/tableOptions.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';

const spec = smallSpec({
  protocol: { kind: 'pairs', folds: 2, developmentFolds: 0 },
  methods: [
    { method: 'pca', latent: [1, 3, 5] },
    { method: 'glram', latent: { qc: [1, 2], qr: [2] } },
  ],
  measures: ['verification', 'operating-points', 'decisions'],
  // Folds whose subjects can be told apart.
  draws: 'pixels',
});
const plan = planCells(planStudy(spec), facts);
const outcomes = evaluateAll(spec, facts, data, plan);
const resultOf = (label: string, repeat: number) =>
  outcomes.get(plan.cells.find((cell) => cell.label === label && cell.repeat === repeat)!.key)!.result;

describe('a cell of verification', () => {
  it('decides pairs by the threshold of the development pairs, as a direct computation does', () => {
    const method = findMethod('pca')!;
    for (const repeat of [1, 2]) {
      const split = splitOf(spec, facts, plan.conditions[0].key, repeat);
      const result = resultOf('PCA', repeat);
      expect(result.testCount).toBe(split.pairs!.evaluation.genuine.length);
      result.shapes.forEach((shape, s) => {
        const fit = method.fit(
          { images: selectImages(data.images, split.train), labels: null },
          shape,
          { ...plan.methods[0].settings },
          { random: stream('unused'), checkCancelled: () => undefined },
        );
        const all = method.encode(fit, data.images);
        const codes = matrixStack(all.count, all.rows, all.cols, all.data);
        const distance = distanceBetween('euclidean', codes, codes);
        const lists = (['development', 'evaluation'] as const).map((list) => {
          const { probes, references, genuine } = split.pairs![list];
          return Array.from(probes, (p, at) => ({
            score: -distance(split.gallery![references[at]], split.test[p]),
            genuine: genuine[at] === 1,
          }));
        });
        const [development, evaluation] = lists;
        // Every cut between two scores, by brute force: where the two rates of error are nearest, the strictest first.
        const rates = (cut: number, pairs: typeof evaluation) => {
          const [own, others] = [pairs.filter((p) => p.genuine), pairs.filter((p) => !p.genuine)];
          return {
            misses: own.filter((p) => p.score <= cut).length / own.length,
            alarms: others.filter((p) => p.score > cut).length / others.length,
          };
        };
        const sorted = [...new Set(development.map(({ score }) => score))].sort((a, b) => b - a);
        const cuts = [Infinity, ...sorted.map((score, i) => ((sorted[i + 1] ?? -Infinity) + score) / 2)];
        const gap = (cut: number) => Math.abs(rates(cut, development).misses - rates(cut, development).alarms);
        const least = Math.min(...cuts.map(gap));
        const cut = cuts.find((candidate) => gap(candidate) === least)!;
        const wrong = evaluation.filter(({ score, genuine }) => score > cut !== genuine).length;
        expect(result.wrong[s]).toBe(wrong);
        const { misses, alarms } = rates(cut, evaluation);
        expect(result.measures!.values.hter![s]).toBeCloseTo(50 * (misses + alarms), 10);
        // AUC is the Mann-Whitney statistic of the scores.
        const own = evaluation.filter((p) => p.genuine).map((p) => p.score);
        const others = evaluation.filter((p) => !p.genuine).map((p) => p.score);
        const wins = own.flatMap((a) => others.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
        const u = wins.reduce<number>((sum, value) => sum + value, 0);
        expect(result.measures!.values['verification-auc']![s]).toBeCloseTo(u / (own.length * others.length), 12);
        // The ranks that are kept are in the order of the scores.
        const ranks = result.nearest.subarray(s * evaluation.length, (s + 1) * evaluation.length);
        evaluation.forEach((a, i) =>
          evaluation.forEach((b, j) => expect(Math.sign(ranks[i] - ranks[j])).toBe(Math.sign(a.score - b.score))),
        );
      });
    }
  });

  it('does better on pairs of subjects with a pattern each than by chance', () => {
    for (const label of ['PCA', 'GLRAM']) {
      for (const repeat of [1, 2]) {
        expect(Math.max(...(resultOf(label, repeat).measures!.values['verification-auc'] as number[]))).toBeGreaterThan(
          0.6,
        );
      }
    }
    expect(labels).toHaveLength(30);
  });

  it('leaves out rates that the impostor pairs do not support', () => {
    const { measures } = resultOf('PCA', 1);
    // 15 images of 2 or 3 subjects: fewer than 300 impostor pairs, more than 30.
    expect(measures!.values['tar-at-far-10']!.every((value) => value !== null)).toBe(true);
    expect(measures!.values['tar-at-far-1']).toEqual([null, null, null]);
  });

  it('has a table whose footer says what is decided and how', () => {
    expect(summariseStudy(plan, outcomes).footer[0]).toMatch(/^Verification EER \(%\), mean/);
    const { footer } = summariseStudy(plan, outcomes, { ...defaultTableOptions, measure: 'error-rate' });
    expect(footer[0]).toBe('Wrongly decided pairs (%), mean ± sample standard deviation over 2 folds.');
    expect(footer.join(' ')).toContain('above the threshold of the equal error rate on their pairs');
  });

  it('has no standard errors where all pairs of the folds are compared', () => {
    expect(summariseStudy(plan, outcomes).footer.join(' ')).not.toContain('standard error');
  });
});

describe('a table of drawn pairs', () => {
  it('says the standard error too, since its folds are made as those of LFW', () => {
    const drawn = smallSpec({ ...spec, protocol: { kind: 'pairs', folds: 2, developmentFolds: 0, pairsPerFold: 20 } });
    const planned = planCells(planStudy(drawn), facts);
    const { footer } = summariseStudy(planned, evaluateAll(drawn, facts, data, planned));
    expect(footer.join(' ')).toMatch(/Mean ± standard error over the folds, as is usual for LFW: PCA \d/);
  });
});

describe('a table of pair lists', () => {
  it('says the mean with its standard error over the lists, as LFW is reported', () => {
    const list = (subjects: number[]) => {
      const images = Array.from(labels, (_, image) => image).filter((image) => subjects.includes(labels[image]));
      const pairs = images.flatMap((a) => images.filter((b) => b > a).map((b): [number, number] => [a, b]));
      const isGenuine = ([a, b]: [number, number]): boolean => labels[a] === labels[b];
      return { genuine: pairs.filter(isGenuine), impostor: pairs.filter((pair) => !isGenuine(pair)) };
    };
    const given = smallSpec({
      protocol: { kind: 'pair-lists', lists: [list([0, 1]), list([2, 3, 4])], developmentFolds: 0 },
      methods: [{ method: 'pca', latent: [1] }],
    });
    const planned = planCells(planStudy(given), facts);
    const table = summariseStudy(planned, evaluateAll(given, facts, data, planned));
    const [a, b] = table.rows[0].entries[0].values;
    // Of two values s / √2 is half of their difference.
    const [mean, error] = [(a + b) / 2, Math.abs(a - b) / 2].map((value) => value.toFixed(2));
    expect(table.footer).toContain(
      `Mean ± standard error over the folds, as is usual for LFW: PCA ${mean} ± ${error}.`,
    );
    expect(Number(error)).toBeGreaterThan(0);
  });
});
