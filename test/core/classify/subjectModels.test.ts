import { describe, expect, it } from 'vitest';
import { fitSubjects, likelihoodScores } from '../../../src/core/classify/subjectModels.ts';
import { matrixStack, stackItem } from '../../../src/core/linalg/index.ts';
import { bppca } from '../../../src/core/methods/bilinear/bppca.ts';
import { glram } from '../../../src/core/methods/bilinear/glram.ts';
import { mvfa } from '../../../src/core/methods/bilinear/mvfa.ts';
import { FitError, type Fit, type Method } from '../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { ppca } from '../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { plantedImages } from '../methods/support/dense.ts';
import { classifyByLikelihood } from '../../support/classify.ts';

/** Three classes with one mean and loadings of their own: only a model of the covariance tells them apart. */
const classes = [0, 1, 2].map((k) => plantedImages(`class ${k}`, 60, 6, 5, 2, 2, 0.3).images);
const pick = (from: number, to: number) => {
  const images = matrixStack(3 * (to - from), 6, 5);
  const labels = Int32Array.from({ length: images.count }, (_, n) => n % 3);
  labels.forEach((k, n) => stackItem(images, n).data.set(stackItem(classes[k], from + Math.floor(n / 3)).data));
  return { images, labels };
};
const context = { random: stream('by likelihood'), checkCancelled: () => undefined };
const [training, probes] = [pick(0, 40), pick(40, 60)];

describe('classification by likelihood', () => {
  it.each([
    [mvfa, [2, 2]],
    [bppca, [2, 2]],
    [ppca, [4]],
  ])('tells classes apart that differ in covariance only: $id', (method, latent) => {
    const found = classifyByLikelihood(method, training, probes.images, latent, resolveSettings(method, {}), context);
    const wrong = found.filter((label, n) => label !== probes.labels[n]).length;
    expect(wrong).toBeLessThanOrEqual(2);
  });

  it('names methods without a density, missing labels and subjects that cannot be fitted', () => {
    const run = (method: Method, data: { images: typeof training.images; labels: Int32Array | null }) => () =>
      classifyByLikelihood(method, data, probes.images, [2, 2], resolveSettings(method, {}), context);
    expect(run(glram, training)).toThrow(/no likelihood/);
    expect(run(mvfa, { ...training, labels: null })).toThrow(/needs the subjects/);
    expect(run(mvfa, { ...training, labels: training.labels.map((_, n) => n) })).toThrow(/Subject 0: MVFA/);
  });

  it('names fits without a density, and passes defects on', () => {
    const models = [{ subject: 4, fit: {} as Fit }];
    const scores = (error: Error) => () => {
      const logLikelihood = () => {
        throw error;
      };
      return likelihoodScores({ ...ppca, logLikelihood }, models, Int32Array.of(4), probes.images);
    };
    expect(scores(new RangeError('no noise'))).toThrow(new FitError('no noise'));
    expect(scores(new TypeError('a defect'))).toThrow(new TypeError('a defect'));
  });

  it('has a model for each subject, ascending, and passes defects of a fit on', () => {
    const method = { ...ppca, fit: (data: { images: { count: number } }) => data.images.count as never };
    const data = { images: training.images, labels: training.labels.map((k) => [7, 2, 5][k]) };
    const models = fitSubjects(method, data, [1], {}, context);
    expect(models).toEqual([2, 5, 7].map((subject) => ({ subject, fit: 40 })));
    const broken = () => {
      throw new TypeError('a defect');
    };
    expect(() => fitSubjects({ ...ppca, fit: broken }, data, [1], {}, context)).toThrow(new TypeError('a defect'));
  });
});
