/** Support vector machines in verification: a machine per enrolled subject has a margin, a pair of images has none. */
import { describe, expect, it } from 'vitest';
import { machineScores } from '../../../../src/core/classify/leastSquaresMachines.ts';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { asVectors, selectImages } from '../../../../src/core/images/imageSet.ts';
import { gramOfRows } from '../../../../src/core/linalg/index.ts';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { splitOf } from '../../../../src/core/study/splits/splits.ts';
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

describe('margins of support vector machines', () => {
  it('are the scores of probes with enrolled subjects', () => {
    const spec = smallSpec({
      protocol: { kind: 'enrolment', worldSubjects: 3, developmentSubjects: 3, enrolPerSubject: [3], repeats: 2 },
      methods,
      classifier,
      measures: ['verification'],
    });
    expect(checkSpec(spec, facts).problems).toEqual([]);
    const plan = planStudy(spec, facts, facts);
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
      const margins = machineScores(
        codesOf(Int32Array.from(gallery!)),
        enrolled,
        codesOf(Int32Array.from(test)),
        'linear',
      );
      const { probes, references, genuine } = pairs!.evaluation;
      const scored = Array.from(probes, (probe, at) => ({
        score: margins.of(probe)[Array.from(margins.subjects).indexOf(enrolled[references[at]])],
        genuine: genuine[at] === 1,
      }));
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
          'use a nearest neighbour or the log-likelihood ratio.',
      },
    ]);
  });
});
