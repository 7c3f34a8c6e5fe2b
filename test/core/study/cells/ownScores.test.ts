/** A method from outside with a score of its own, in verification. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImageSet } from '../../../../src/core/images/imageSet.ts';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import type { TrainingData } from '../../../../src/core/methods/method.ts';
import { externalMethod } from '../../../../src/core/methods/external/externalMethod.ts';
import { registerExternal } from '../../../../src/core/methods/registry.ts';
import { exceptionSentences } from '../../../../src/core/report/prose/studySentences.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';
import { ownDeclaration } from '../../../support/ownDeclaration.ts';

const seen: TrainingData[] = [];

/** Minus the distance of two images in their pixels. */
function likeness(a: ImageSet, i: number, b: ImageSet, j: number): number {
  const size = a.rows * a.cols;
  let sum = 0;
  for (let at = 0; at < size; at++) sum += (a.data[i * size + at] - b.data[j * size + at]) ** 2;
  return -Math.sqrt(sum);
}

/** Its codes say nothing: whoever compares them is at chance. */
const functions = {
  fit: ({ images }: TrainingData, latent: readonly number[]) => ({
    method: 'own',
    latent,
    settings: {},
    imageShape: { rows: images.rows, cols: images.cols },
    parameters: {},
    iterations: 0,
    converged: true,
    trace: [],
    objective: null,
    logLikelihood: null,
    warnings: [],
  }),
  encode: (_: unknown, images: ImageSet) => matrixStack(images.count, 1, 1),
  score(_: unknown, training: TrainingData, probes: ImageSet): Float64Array {
    seen.push(training);
    return Float64Array.from({ length: probes.count * training.images.count }, (_, at) => {
      const [probe, image] = [Math.floor(at / training.images.count), at % training.images.count];
      return likeness(probes, probe, training.images, image);
    });
  },
};

const method = (can: readonly string[]) =>
  externalMethod(ownDeclaration({ can }), '0'.repeat(16), { functions: functions as never });

const specWith = (galleryPerSubject: number) =>
  smallSpec({
    protocol: { kind: 'pairs', folds: 2, developmentFolds: 0, ...(galleryPerSubject > 0 && { galleryPerSubject }) },
    methods: [{ method: 'own', latent: [1] }],
    measures: ['verification'],
  });

beforeEach(() => void seen.splice(0));
afterEach(() => registerExternal([]));

describe('verification with a score of the method', () => {
  for (const galleryPerSubject of [0, 2]) {
    const what = galleryPerSubject === 0 ? 'pairs of images' : 'images with galleries';
    it(`scores ${what} by it`, () => {
      registerExternal([method(['score'])]);
      const spec = specWith(galleryPerSubject);
      const plan = planCells(planStudy(spec), facts);
      const [cell] = plan.cells;
      const { result } = evaluateAll(spec, facts, data, plan, [cell]).get(cell.key)!;
      const { pairs, gallery, test } = splitOf(spec, facts, cell.condition, cell.repeat);
      const { probes, references, genuine } = pairs!.evaluation;
      const scores = Array.from(probes, (probe, at) => {
        const reference = gallery![references[at]];
        const templates = Array.from(gallery!).filter((image) => facts.labels[image] === facts.labels[reference]);
        const known = galleryPerSubject > 0 ? templates : [reference];
        return Math.max(...known.map((image) => likeness(data.images, test[probe], data.images, image)));
      });
      const [own, others] = [1, 0].map((kind) => scores.filter((_, at) => genuine[at] === kind));
      const wins = own.flatMap((a) => others.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
      const auc = wins.reduce((sum, value) => sum + value, 0) / wins.length;
      expect(auc).not.toBeCloseTo(0.5, 2);
      expect(result.measures!.values['verification-auc']![0]).toBeCloseTo(auc, 12);
    });
  }

  it('gives the program no subjects of the images that it compares', () => {
    registerExternal([method(['score'])]);
    const spec = specWith(0);
    const plan = planCells(planStudy(spec), facts);
    evaluateAll(spec, facts, data, plan);
    expect(seen.length).toBe(plan.cells.length);
    expect(seen.every(({ labels, attributes }) => labels === null && attributes === undefined)).toBe(true);
  });

  it('keeps results of scores apart from those of codes, which earlier versions computed', () => {
    const keyOf = (can: readonly string[], change = {}) => {
      registerExternal([method(can)]);
      return planCells(planStudy({ ...specWith(0), ...change }), facts).cells[0].key;
    };
    expect(keyOf(['score'])).not.toBe(keyOf([]));
    const recognition = { protocol: smallSpec().protocol, measures: undefined };
    expect(keyOf(['score'], recognition)).toBe(keyOf([], recognition));
  });

  it('says so below the table and in the methods paragraph', () => {
    registerExternal([method(['score'])]);
    const spec = specWith(0);
    const plan = planCells(planStudy(spec), facts);
    const { footer } = summariseStudy(plan, evaluateAll(spec, facts, data, plan));
    expect(footer.join(' ')).toContain('Own scores pairs by its own score instead.');
    expect(exceptionSentences(plan.study).map((pieces) => pieces.join(''))).toEqual([
      'Own scored pairs by its own score instead',
    ]);
  });
});
