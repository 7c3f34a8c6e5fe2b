/** One fit per latent shape, with a method whose fits we watch. */
import { describe, expect, it } from 'vitest';
import type { ShapeView } from '../../../src/core/classify/shapeEvaluation.ts';
import type { ImageSet } from '../../../src/core/images/imageSet.ts';
import { matrixStack } from '../../../src/core/linalg/matrix.ts';
import {
  CancelledError,
  FitError,
  type DecisionRule,
  type Fit,
  type FitSession,
  type LatentShape,
  type Method,
  type SweepInput,
  type TrainingData,
} from '../../../src/core/methods/method.ts';
import { glram } from '../../../src/core/methods/bilinear/glram.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { evaluateShapes } from '../../support/classify.ts';

/** One pixel each: subjects 5 and 8 at 0 and 10, and a subject 9 at 20 that is not trained on. */
const labels = Int32Array.of(5, 8, 5, 8, 5, 8, 9);
const images = matrixStack(7, 1, 1, Float64Array.of(0, 10, 1, 11, 4, 6, 20));
const [train, test] = [Int32Array.of(0, 1, 2, 3), Int32Array.of(4, 5)];

const fitAt = (latent: LatentShape, change: Partial<Fit> = {}): Fit => ({
  method: 'watched',
  latent,
  settings: {},
  imageShape: { rows: 1, cols: 1 },
  parameters: {},
  trace: [],
  objective: null,
  iterations: latent[0],
  converged: latent[0] !== 3,
  logLikelihood: -latent[0],
  warnings: [],
  ...change,
});

/** The pixel, with a sign of its own at an even first dimension: distances stay as they are. */
const encode = ({ latent }: Fit, { count, data }: ImageSet) =>
  matrixStack(
    count,
    1,
    1,
    Float64Array.from(data, (value) => (latent[0] % 2 === 0 ? -value : value)),
  );

interface Watched {
  readonly asked: { latent: LatentShape; warm: LatentShape | null }[];
  trained: TrainingData | null;
  released: number;
}

function watched(change: Partial<FitSession> = {}, more: Partial<Method> = {}): { method: Method; seen: Watched } {
  const seen: Watched = { asked: [], trained: null, released: 0 };
  const method: Method = {
    ...glram,
    encode,
    ...more,
    open: (data) => {
      seen.trained = data;
      return {
        fit: (latent, warm) => {
          seen.asked.push({ latent, warm: warm?.latent ?? null });
          return fitAt(latent);
        },
        release: () => seen.released++,
        ...change,
      };
    },
  };
  return { method, seen };
}

const inputOf = (shapes: readonly LatentShape[], change: Partial<SweepInput> = {}): SweepInput => ({
  images,
  labels,
  train,
  test,
  shapes,
  settings: {},
  context: { random: stream('unused'), checkCancelled: () => undefined },
  gram: () => {
    throw new Error('nobody asks for it');
  },
  ...change,
});

describe('the fits of a method that is fitted at each shape', () => {
  it('go back and forth along the first axis, each from its neighbour, whatever the order that is asked for', () => {
    const { method, seen } = watched();
    const shapes = [
      [2, 3],
      [1, 1],
      [3, 1],
      [2, 1],
      [1, 3],
      [1, 2],
    ];
    const { shapes: found } = evaluateShapes(method, inputOf(shapes));
    const order = [
      [1, 1],
      [2, 1],
      [3, 1],
      [1, 2],
      [1, 3],
      [2, 3],
    ];
    expect(seen.asked).toEqual(order.map((latent, n) => ({ latent, warm: order[n - 1] ?? null })));
    expect(found).toEqual(shapes);
    expect(seen.released).toBe(1);
  });

  it('turn where the second axis goes on, and take the last axis as the slowest', () => {
    const { method, seen } = watched();
    const axis = [1, 2];
    const shapes = axis.flatMap((a) => axis.flatMap((b) => axis.map((c) => [a, b, c])));
    evaluateShapes(method, inputOf(shapes));
    expect(seen.asked.map(({ latent }) => latent.join(''))).toEqual('111 211 221 121 112 212 222 122'.split(' '));
  });

  it('learn from the training images with their subjects, and say what they came to', () => {
    const amounts = [{ title: 'width', value: 2 }] as unknown as Fit['amounts'];
    const fits: Record<number, Partial<Fit>> = {
      1: { warnings: ['σ² is floored', 'slow'], amounts },
      3: { warnings: ['slow'] },
    };
    const { method, seen } = watched({ fit: (latent) => fitAt(latent, fits[latent[0]]) });
    const result = evaluateShapes(
      method,
      inputOf([
        [1, 1],
        [2, 1],
        [3, 1],
      ]),
    );
    expect([...seen.trained!.labels!]).toEqual([5, 8, 5, 8]);
    expect([...seen.trained!.images.data]).toEqual([0, 10, 1, 11]);
    expect(result).toEqual({
      shapes: [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
      nearest: Uint32Array.of(2, 1, 2, 1, 2, 1),
      wrong: [0, 0, 0],
      iterations: [1, 2, 3],
      converged: [true, true, false],
      logLikelihood: [-1, -2, -3],
      warnings: ['(1, 1): σ² is floored', '(1, 1): slow', '(3, 1): slow'],
      amounts,
      failures: [],
      fits: 3,
    });
  });

  it('fail one by one, and leave the others where they are', () => {
    const { method, seen } = watched({
      fit: (latent) => {
        if (latent[0] === 2) throw new FitError('no fit');
        return fitAt(latent, { amounts: undefined });
      },
    });
    const result = evaluateShapes(
      method,
      inputOf([
        [1, 1],
        [2, 1],
        [3, 1],
      ]),
    );
    expect(result.failures).toEqual([{ shape: [2, 1], reason: 'no fit' }]);
    expect([result.shapes, result.fits]).toEqual([
      [
        [1, 1],
        [3, 1],
      ],
      3,
    ]);
    expect([...result.nearest]).toEqual([2, 1, 2, 1]);
    expect('amounts' in result || 'sums' in result).toBe(false);
    expect(seen.released).toBe(1);
  });

  it('are released where something is wrong, and stop between two shapes where the user cancels', () => {
    const broken = watched({
      fit: () => {
        throw new TypeError('a defect');
      },
    });
    expect(() => evaluateShapes(broken.method, inputOf([[1, 1]]))).toThrow('a defect');
    expect(broken.seen.released).toBe(1);
    const { method, seen } = watched();
    const checkCancelled = (): void => {
      if (seen.asked.length === 2) throw new CancelledError('stop');
    };
    const context = { random: stream('unused'), checkCancelled };
    expect(() =>
      evaluateShapes(
        method,
        inputOf(
          [
            [1, 1],
            [2, 1],
            [3, 1],
          ],
          { context },
        ),
      ),
    ).toThrow(CancelledError);
    expect([seen.asked.length, seen.released]).toEqual([2, 1]);
  });

  it('share what a session or a fit alone may: random numbers, work done once, the neighbour', () => {
    const input = inputOf(
      [
        [1, 1],
        [2, 1],
      ],
      { once: (_, compute) => compute() },
    );
    const given: unknown[] = [];
    const { method } = watched();
    const open: Method['open'] = (data, settings, context) => {
      given.push(context);
      return method.open!(data, settings, context);
    };
    evaluateShapes({ ...method, open }, input);
    expect(given).toEqual([{ ...input.context, once: input.once }]);
    const single: Method = {
      ...glram,
      encode,
      open: undefined,
      fit: (_, latent, _settings, { random, warm }) => (given.push([random, warm?.latent]), fitAt(latent)),
    };
    expect(evaluateShapes(single, input).shapes).toEqual(input.shapes);
    expect(given.slice(1)).toEqual([
      [input.context.random, undefined],
      [input.context.random, [1, 1]],
    ]);
  });

  it('take as many axes as there are where all are asked for', () => {
    const refusing = (largest?: LatentShape) =>
      watched({
        fit: (latent) => {
          if (latent[0] > 2) throw new FitError('too many', largest);
          return fitAt(latent);
        },
      }).method;
    const full = inputOf([[4, 1]], { full: true });
    expect(evaluateShapes(refusing([2, 1]), full).shapes).toEqual([[2, 1]]);
    const failed = [{ shape: [4, 1], reason: 'too many' }];
    expect(evaluateShapes(refusing([2, 1]), inputOf([[4, 1]])).failures).toEqual(failed);
    expect(evaluateShapes(refusing([0, 1]), full).failures).toEqual(failed);
    expect(evaluateShapes(refusing(), full).failures).toEqual(failed);
  });
});

describe('the view of a shape', () => {
  /** Seconds pass only in fits and encodings: two a fit, one an encoding. */
  function timed(change: Partial<FitSession> = {}) {
    let now = 100;
    const spend = <T>(seconds: number, result: T): T => ((now += seconds), result);
    const { method } = watched({
      fit: (latent) => spend(2, fitAt(latent)),
      encode: (fit, set) => spend(1, encode(fit, set)),
      ...change,
    });
    return { method, spend, clock: () => now };
  }

  it('has scores, model and codes of the probes, and the seconds of fit and test', () => {
    const { method, clock } = timed();
    const views: ShapeView[] = [];
    evaluateShapes(method, inputOf([[2, 1]], { clock }), undefined, (view) => views.push(view));
    const [{ shape, scores, model, fitSeconds, testSeconds }] = views;
    expect([shape, fitSeconds, testSeconds]).toEqual([[2, 1], 2, 2]);
    expect([...model()!.codes.data]).toEqual([-4, -6]);
    expect(model()!.fit.latent).toEqual([2, 1]);
    const best = Array.from({ length: 4 }, (_, n) => scores()!.of(0)[n]);
    expect(best.indexOf(Math.max(...best))).toBe(2);
  });

  it('shares the seconds of fits side by side by their iterations, and those of their codes evenly', () => {
    const together = timed();
    const blocks = function* () {
      yield together.spend(6, [fitAt([1, 1]), fitAt([2, 1])]);
      yield together.spend(3, [new FitError('none'), fitAt([1, 2], { iterations: 0 })]);
    };
    const given: LatentShape[] = [];
    const session: Partial<FitSession> = {
      fitAll: (shapes) => (given.push(...shapes), blocks()),
      encodeAll: (fits, set) =>
        together.spend(
          4,
          fits.map((fit) => encode(fit, set)),
        ),
    };
    const { method } = watched({ encode: (fit, set) => together.spend(1, encode(fit, set)), ...session });
    const views: ShapeView[] = [];
    const input = inputOf(
      [
        [1, 1],
        [2, 1],
        [1, 2],
        [2, 2],
      ],
      { clock: together.clock },
    );
    const result = evaluateShapes(method, input, undefined, (view) => views.push(view));
    expect(given.map((shape) => shape.join(''))).toEqual(['11', '21', '22', '12']);
    expect(result.failures).toEqual([{ shape: [2, 2], reason: 'none' }]);
    expect(result.shapes).toEqual([
      [1, 1],
      [2, 1],
      [1, 2],
    ]);
    expect(result.sums).toBe('moments');
    expect([...result.nearest]).toEqual([2, 1, 2, 1, 2, 1]);
    const seconds = views.map(({ fitSeconds, testSeconds }) => [fitSeconds, testSeconds]);
    // 6 s for 1 + 2 iterations; 8 s of codes for two; one alone is encoded by itself, gallery and probes.
    expect(seconds).toEqual([
      [2, 4],
      [4, 4],
      [0, 2],
    ]);
  });
});

describe('a rule of the method itself', () => {
  const applying = (rule: Partial<DecisionRule>): DecisionRule => ({
    applies: () => true,
    sentence: 'by its own rule',
    classify: () => Int32Array.of(8, 5),
    ...rule,
  });

  it('answers with subjects, of which the first training image stands for the nearest; it has no scores', () => {
    const { method } = watched({}, { ownRule: applying({}) });
    const views: ShapeView[] = [];
    const result = evaluateShapes(method, inputOf([[1, 1]]), undefined, (view) => views.push(view));
    expect([...result.nearest]).toEqual([1, 0]);
    expect(result.wrong).toEqual([2]);
    expect(views[0].scores()).toBeNull();
    expect([...views[0].model()!.codes.data]).toEqual([4, 6]);
  });

  it('answers with scores, the best of which decides, and is left aside with a gallery of other images', () => {
    const compared: TrainingData[] = [];
    const rule = applying({
      score(_, against, probes) {
        compared.push(against);
        return Float64Array.from({ length: probes.count * against.images.count }, (_value, at) => at);
      },
      scoresPairs: 'by its own scores',
    });
    const { method } = watched({}, { ownRule: rule });
    expect([...evaluateShapes(method, inputOf([[1, 1]])).nearest]).toEqual([3, 3]);
    expect([...compared[0].labels!]).toEqual([5, 8, 5, 8]);
    const gallery = Int32Array.of(6, 3);
    expect([...evaluateShapes(method, inputOf([[1, 1]], { gallery })).nearest]).toEqual([1, 1]);
    expect(compared).toHaveLength(1);
    // Pairs are scored against the images of the gallery, which are nobody's training images.
    const views: ShapeView[] = [];
    const paired = inputOf([[1, 1]], { gallery, undecided: true });
    const result = evaluateShapes(method, paired, undefined, (view) => views.push(view));
    expect(Array.from(views[0].scores()!.of(1))).toEqual([2, 3]);
    expect([...compared[1].images.data]).toEqual([20, 11]);
    expect(compared[1].labels).toBeNull();
    expect([[...result.nearest], result.wrong]).toEqual([[], []]);
  });

  it('scores no pairs that it has no scores for', () => {
    const { method } = watched({}, { ownRule: applying({ score: () => Float64Array.of(0) }) });
    const views: ShapeView[] = [];
    evaluateShapes(method, inputOf([[1, 1]], { undecided: true }), undefined, (view) => views.push(view));
    expect(views[0].scores()!.of(0)).toHaveLength(4);
  });
});

describe('comparing in pairs', () => {
  it('lets a classifier know the training images as its world, also with a gallery of others', () => {
    const scoresOf = (change: Partial<SweepInput>): number[] => {
      const views: ShapeView[] = [];
      const input = inputOf([[1, 1]], change);
      evaluateShapes(watched().method, input, { kind: '1nn', metric: 'whitened' }, (view) => views.push(view));
      return [0, 1].map((probe) => views[0].scores()!.of(probe)[0]);
    };
    // Squared distances of 4 and 6 from 20, in variances of the training images 0, 10, 1 and 11.
    const gallery = Int32Array.of(6);
    const [first, second] = scoresOf({ gallery, undecided: true });
    expect(first).toBeCloseTo(-256 / (101 / 3), 12);
    expect(second).toBeCloseTo(-196 / (101 / 3), 12);
    // Without pairs, of those that it compares: one image has no variance.
    expect(scoresOf({ gallery })).toEqual([-0, -0]);
    const own = scoresOf({ undecided: true });
    expect(own[0]).toBeCloseTo(-16 / (101 / 3), 12);
  });
});
