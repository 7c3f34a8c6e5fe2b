import { describe, expect, it } from 'vitest';
import { fitSubjects, likelihoodScores, evaluateLikelihood } from '../../../src/core/classify/subjectModels.ts';
import { matrixStack, stackItem } from '../../../src/core/linalg/index.ts';
import { bppca } from '../../../src/core/methods/bilinear/bppca.ts';
import { glram } from '../../../src/core/methods/bilinear/glram.ts';
import { mvfa } from '../../../src/core/methods/bilinear/mvfa.ts';
import { FitError, type Fit, type Method, CancelledError, type SweepInput } from '../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { ppca } from '../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { plantedImages } from '../methods/support/dense.ts';
import { classifyByLikelihood } from '../../support/classify.ts';
import type { ShapeView } from '../../../src/core/classify/shapeEvaluation.ts';

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

/** Images of one pixel: 0 and 2 of subject 7, 10, 11 and 12 of subject 3; then the probes. */
const images = matrixStack(8, 1, 1, Float64Array.of(0, 2, 10, 11, 12, 2, 9, 5));
const labels = Int32Array.of(7, 7, 3, 3, 3, 7, 3, 3);

/**
 * A subject is its mean m, with a log-likelihood of −q (x − m)². Subject 7 has two images and subject 3 has three, by
 * which the facts of their fits differ.
 */
const planted = {
  title: 'Planted',
  fit(data: { images: typeof images }, [q]: readonly number[]): Fit {
    const { count, data: values } = data.images;
    if (q === 8) throw new TypeError('a defect');
    if (q === 9) throw new FitError('no fit');
    return {
      latent: [q],
      parameters: { mean: values.reduce((sum, value) => sum + value, 0) / count },
      iterations: 10 * q - count,
      converged: q !== 2 || count === 2,
      logLikelihood: q === 3 && count === 3 ? null : -q * count,
      warnings: ['of every fit', ...(q === 2 && count === 3 ? ['of one'] : [])],
    } as never;
  },
  logLikelihood: ({ latent, parameters }: Fit, probes: typeof images) =>
    probes.data.map((x) => -latent[0] * (x - (parameters['mean'] as never as number)) ** 2),
} as never as Method;

function inputOf(shapes: readonly number[], changes: Partial<SweepInput> = {}): SweepInput {
  let seconds = 0;
  return {
    images,
    labels,
    train: Int32Array.of(0, 1, 2, 3, 4),
    test: Int32Array.of(5, 6, 7),
    shapes: shapes.map((q) => [q]),
    settings: {},
    context: { random: stream('likelihood'), checkCancelled: () => undefined },
    gram: () => expect.fail('no inner products are needed'),
    // Every look at it is a second and a half later than the one before.
    clock: () => (seconds += 1.5),
    ...changes,
  };
}

describe('an evaluation by likelihood', () => {
  it('has the fits of all subjects at every shape, and leaves out shapes where one cannot be had', () => {
    const found = evaluateLikelihood(planted, inputOf([1, 9, 2, 3]), undefined);
    expect(found).toEqual({
      shapes: [[1], [2], [3]],
      // Means 1 and 11: 5 is nearer to subject 7, and is of subject 3. First images: 0 and 2.
      nearest: Uint32Array.of(0, 2, 0, 0, 2, 0, 0, 2, 0),
      wrong: [1, 1, 1],
      // The larger of 10 q − 2 and 10 q − 3, the sum of −2 q and −3 q.
      iterations: [8, 18, 28],
      converged: [true, false, true],
      logLikelihood: [-5, -10, null],
      warnings: ['(1): of every fit', '(2): of every fit', '(2): of one', '(3): of every fit'],
      failures: [{ shape: [9], reason: 'Subject 3: no fit' }],
      fits: 8,
    });
  });

  it('shows the scores of every shape that has fits, without a model of all, with the time of fits and of tests', () => {
    const views: ShapeView[] = [];
    evaluateLikelihood(planted, inputOf([9, 2]), (view) => views.push(view));
    expect(views.map(({ shape }) => shape)).toEqual([[2]]);
    const [{ scores, model, fitSeconds, testSeconds }] = views;
    expect(scores()).toMatchObject({ probes: 3, subjects: [3, 7], positions: [2, 0] });
    expect(Array.from(scores()!.of(2))).toEqual([-72, -32]);
    expect(model()).toBeNull();
    // Looks at the clock: before the fits, after them, after the decisions.
    expect([fitSeconds, testSeconds]).toEqual([1.5, 1.5]);
  });

  it('wants training images of the test subjects, and passes defects and cancellations on', () => {
    expect(() => evaluateLikelihood(planted, inputOf([1], { gallery: Int32Array.of(0, 2) }), undefined)).toThrow(
      new FitError('Classification by likelihood needs training images of the test subjects.'),
    );
    expect(() => evaluateLikelihood(planted, inputOf([1, 8]), undefined)).toThrow(TypeError);
    const cancelled = () => {
      throw new CancelledError('stop');
    };
    const context = { random: stream('x'), checkCancelled: cancelled };
    expect(() => evaluateLikelihood(planted, inputOf([1], { context }), undefined)).toThrow(CancelledError);
  });
});
