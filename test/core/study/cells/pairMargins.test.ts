/** Support vector machines in verification: a machine per enrolled subject has a margin, a pair of images has none. */
import { describe, expect, it } from 'vitest';
import { chooseParameters } from '../../../../src/core/classify/leastSquaresMachines.ts';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { asVectors, selectImages } from '../../../../src/core/images/imageSet.ts';
import { gramOfRows } from '../../../../src/core/linalg/index.ts';
import { matrix, matrixStack, type MatrixStack } from '../../../../src/core/linalg/matrix.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { smallSpec } from '../smallDataset.ts';

const [SUBJECTS, PER_SUBJECT, rows, cols] = [9, 6, 5, 4];
const labels = Int32Array.from({ length: SUBJECTS * PER_SUBJECT }, (_, n) => Math.floor(n / PER_SUBJECT));
const facts: DatasetFacts = {
  name: 'small',
  hash: 'nine-subjects',
  rows,
  cols,
  labels,
  subjects: Array.from({ length: SUBJECTS }, (_, s) => `s${s}`),
};
const random = stream('nine subjects');
const means = Array.from({ length: SUBJECTS }, () => Array.from({ length: rows * cols }, () => random.normal()));
const images = matrixStack(labels.length, rows, cols);
images.data.forEach((_, i) => {
  images.data[i] = means[labels[Math.floor(i / (rows * cols))]][i % (rows * cols)] + random.normal();
});
const gram = gramOfRows(asVectors(images));

const classifier = { kind: 'ls-svm', kernel: 'linear' } as const;
const methods = [{ method: 'pca', latent: [3] }];

const vectorsOf = ({ count, rows: height, cols: width, data }: MatrixStack): number[][] =>
  Array.from({ length: count }, (_, n) => Array.from(data.subarray(n * height * width, (n + 1) * height * width)));

/** Inner products of vectors less the mean of the training vectors, by their mean square. */
function linearKernel(vectors: readonly number[][], training: readonly number[][]): number[][] {
  const mean = training[0].map((_, i) => training.reduce((sum, vector) => sum + vector[i], 0) / training.length);
  const centred = (list: readonly number[][]) => list.map((vector) => vector.map((value, i) => value - mean[i]));
  const own = centred(training);
  const size = own.flat().reduce((sum, value) => sum + value * value, 0) / training.length;
  return centred(vectors).map((a) => own.map((b) => a.reduce((sum, value, i) => sum + value * b[i], 0) / size));
}

/** Of a probe: the machine of a client against the world, its bordered system solved by elimination. */
function margin(client: readonly number[][], world: readonly number[][], probe: number[], gamma: number): number {
  const training = [...client, ...world];
  const kernel = linearKernel(training, training);
  const system = [
    [0, ...training.map(() => 1), 0],
    ...kernel.map((row, i) => [
      1,
      ...row.map((value, j) => value + (i === j ? 1 / gamma : 0)),
      i < client.length ? 1 : -1,
    ]),
  ];
  for (let at = 0; at < system.length; at++) {
    let pivot = at;
    for (let i = at; i < system.length; i++) if (Math.abs(system[i][at]) > Math.abs(system[pivot][at])) pivot = i;
    [system[at], system[pivot]] = [system[pivot], system[at]];
    for (let i = 0; i < system.length; i++) {
      if (i === at) continue;
      const factor = system[i][at] / system[at][at];
      for (let j = at; j <= system.length; j++) system[i][j] -= factor * system[at][j];
    }
  }
  const [bias, ...alpha] = system.map((row, i) => row[system.length] / row[i]);
  return bias + linearKernel([probe], training)[0].reduce((sum, value, i) => sum + value * alpha[i], 0);
}

describe('margins of support vector machines', () => {
  it('are the scores of probes with enrolled subjects', () => {
    const spec = smallSpec({
      protocol: { kind: 'enrolment', worldSubjects: 5, developmentSubjects: 2, enrolPerSubject: [3], repeats: 2 },
      methods,
      classifier,
      measures: ['verification'],
    });
    expect(checkSpec(spec, facts).problems).toEqual([]);
    const plan = planCells(planStudy(spec), facts);
    const outcomes = evaluateAll(spec, facts, { images, labels, gram: () => gram }, plan);
    for (const cell of plan.cells) {
      const { train, test, gallery, pairs } = splitOf(spec, facts, cell.condition, cell.repeat);
      const pca = findMethod('pca')!;
      const fit = pca.fit({ images: selectImages(images, train), labels: null }, [3], plan.methods[0].settings, {
        random: stream('unused'),
        checkCancelled: () => undefined,
      });
      const codesOf = (chosen: Int32Array) => {
        const codes = pca.encode(fit, selectImages(images, chosen));
        return matrixStack(codes.count, codes.rows, codes.cols, codes.data);
      };
      const enrolled = Int32Array.from(gallery!, (image) => labels[image]);
      const [known, asked, world] = [gallery!, test, train].map((chosen) =>
        vectorsOf(codesOf(Int32Array.from(chosen))),
      );
      const learned = linearKernel(world, world);
      const { regularisation } = chooseParameters(
        () => matrix(world.length, world.length, Float64Array.from(learned.flat())),
        [1],
        Int32Array.from(train, (image) => labels[image]),
      );
      const { probes, references, genuine } = pairs!.evaluation;
      const scored = Array.from(probes, (probe, at) => {
        const own = known.filter((_, place) => enrolled[place] === enrolled[references[at]]);
        return { score: margin(own, world, asked[probe], regularisation), genuine: genuine[at] === 1 };
      });
      const [own, others] = [true, false].map((kind) => scored.filter((pair) => pair.genuine === kind));
      const wins = own.flatMap((a) => others.map((b) => (a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0)));
      const auc = wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
      const { result } = outcomes.get(cell.key)!;
      expect(result.measures!.values['verification-auc']![0]).toBeCloseTo(auc, 12);
      expect(auc).toBeGreaterThan(0.6);
    }
  });

  it.each([
    ['drawn pairs', { kind: 'pairs', folds: 3 }],
    [
      'pair lists',
      {
        kind: 'pair-lists',
        use: 'first',
        lists: [0, 24].map((from) => ({ genuine: [[from, from + 1]], impostor: [[from, from + 6]] })),
      },
    ],
  ] as const)('are refused for %s of images, in one sentence', (_, protocol) => {
    const spec = smallSpec({ protocol: protocol as never, methods: [{ method: 'pca', latent: [1] }], classifier });
    expect(checkSpec(spec, facts).problems).toEqual([
      {
        path: 'classifier',
        message:
          'classifier: pairs of images need a score of one image with another, which "Least-squares SVM" has not; ' +
          'use a nearest neighbour or the log-likelihood ratio, or compare images with galleries.',
      },
    ]);
  });
});
