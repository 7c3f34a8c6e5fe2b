import { describe, expect, it } from 'vitest';
import type { CodeDecider, World } from '../../../src/core/classify/classifiers/classifier.ts';
import { codeDecider } from '../../../src/core/classify/classifiers/registry.ts';
import { evaluateNested } from '../../../src/core/classify/evaluateNested.ts';
import type { ShapeView } from '../../../src/core/classify/shapeEvaluation.ts';
import { matrixStack, type MatrixStack } from '../../../src/core/linalg/matrix.ts';
import {
  CancelledError,
  type Fit,
  type Method,
  type NestedSweep,
  type SweepInput,
} from '../../../src/core/methods/method.ts';
import { stream } from '../../../src/core/random/stream.ts';

/** Seven images of 2 × 2 pixels, which are their own codes: 10 n, 10 n + 1, 10 n + 2, 10 n + 3. */
const images = matrixStack(
  7,
  2,
  2,
  Float64Array.from({ length: 28 }, (_, at) => 10 * Math.floor(at / 4) + (at % 4)),
);
const labels = Int32Array.of(4, 4, 9, 9, 9, 4, 9);
const [train, test] = [Int32Array.of(0, 1, 2, 3), Int32Array.of(5, 6)];
const codesOf = (index: Int32Array): MatrixStack =>
  matrixStack(
    index.length,
    2,
    2,
    Float64Array.from([...index].flatMap((n) => [...images.data.subarray(4 * n, 4 * n + 4)])),
  );

/** Facts tell of their shape. */
const factsAt = ([r]: readonly number[]) => ({
  iterations: 10 * r,
  converged: r !== 2,
  logLikelihood: r === 1 ? -5 : null,
  warnings: ['shared', `of ${r}`],
  amounts: [{ setting: 'share', name: 'components', value: r, unit: '', remark: '' }],
});

function nested(
  changes: Partial<NestedSweep> = {},
): Method & { readonly asked: SweepInput[]; readonly fits: string[] } {
  const [asked, fits]: [SweepInput[], string[]] = [[], []];
  return {
    asked,
    fits,
    sweep(input: SweepInput) {
      asked.push(input);
      return { gallery: codesOf(input.train), probes: codesOf(input.test), facts: factsAt, ...changes };
    },
    fit(data: { images: MatrixStack; labels: Int32Array }, latent: readonly number[]) {
      fits.push(`${data.images.count} at ${latent.join()}`);
      return { latent } as never as Fit;
    },
    encode: (fit: Fit, set: MatrixStack) => ({ ...set, of: fit.latent }),
  } as never;
}

function inputOf(shapes: readonly (readonly number[])[], changes: Partial<SweepInput> = {}): SweepInput {
  let seconds = 0;
  return {
    images,
    labels,
    train,
    test,
    shapes,
    settings: {},
    context: { random: stream('nested'), checkCancelled: () => undefined },
    gram: () => expect.fail('no inner products are needed'),
    clock: () => (seconds += 1),
    ...changes,
  };
}

interface Seen {
  readonly known: number[];
  readonly probes: number[];
  readonly shape: readonly number[];
  readonly labels: number[];
  readonly world: { readonly codes: number[]; readonly labels: number[] } | null;
}

/** Scores that prefer the last of the gallery, and what they were asked with. */
function watched(): CodeDecider & { readonly seen: Seen[] } {
  const seen: Seen[] = [];
  const told = (world: (() => World) | null | undefined) => {
    const { codes, labels: own } = world!();
    return { codes: [...codes.data], labels: [...own] };
  };
  return {
    seen,
    rule: () => null,
    scores(known, own, probes, world) {
      seen.push({
        known: [...known.data],
        probes: [...probes.data],
        shape: [known.rows, known.cols],
        labels: Array.from(own),
        world: world ? told(world) : null,
      });
      const positions = Array.from({ length: known.count }, (_, g) => g);
      return { probes: probes.count, subjects: own, positions, voters: 1, of: () => positions };
    },
  };
}

const nearest = codeDecider({ kind: '1nn', metric: 'city-block' })!;

describe('an evaluation of a nested method', () => {
  it('has the facts of every shape, each warning once, and leaves out shapes that fail', () => {
    const method = nested({ failure: ([r]) => (r === 3 ? 'too large' : null) });
    const found = evaluateNested(
      method,
      inputOf([
        [1, 2],
        [3, 1],
        [2, 2],
      ]),
      nearest,
      undefined,
    )!;
    expect(found).toEqual({
      shapes: [
        [1, 2],
        [2, 2],
      ],
      // The nearest of 0 to 3 is 3, which is of subject 9: images 5 and 6 are of 4 and 9.
      nearest: Uint32Array.of(3, 3, 3, 3),
      wrong: [1, 1],
      iterations: [10, 20],
      converged: [true, false],
      logLikelihood: [-5, null],
      warnings: ['shared', 'of 1', 'of 2'],
      amounts: [{ setting: 'share', name: 'components', value: 1, unit: '', remark: '' }],
      failures: [{ shape: [3, 1], reason: 'too large' }],
      fits: 1,
    });
  });

  it('is none where a method has no sweep, or not for these settings', () => {
    expect(evaluateNested({} as Method, inputOf([[1, 1]]), nearest, undefined)).toBeNull();
    expect(evaluateNested({ sweep: () => null } as never, inputOf([[1, 1]]), nearest, undefined)).toBeNull();
  });

  it('compares with the gallery where there is one, which is encoded along with the test images', () => {
    const [method, decider] = [nested(), watched()];
    const gallery = Int32Array.of(4, 6, 1);
    const found = evaluateNested(method, inputOf([[2, 1]], { gallery }), decider, undefined)!;
    expect(method.asked[0].gallery).toBeUndefined();
    expect([...method.asked[0].test]).toEqual([4, 6, 1, 5, 6]);
    expect(decider.seen).toEqual([
      { known: [40, 42, 60, 62, 10, 12], probes: [50, 52, 60, 62], shape: [2, 1], labels: [9, 9, 4], world: null },
    ]);
    expect([...found.nearest]).toEqual([2, 2]);
    // The last of the gallery is of subject 4, as image 5 is.
    expect(found.wrong).toEqual([1]);
  });

  it('decides nothing where scores are all that is asked for, and gives these the training images as world', () => {
    const [method, decider] = [nested(), watched()];
    const views: ShapeView[] = [];
    const input = inputOf(
      [
        [1, 1],
        [2, 2],
      ],
      { gallery: Int32Array.of(4), undecided: true },
    );
    const found = evaluateNested(method, input, decider, (view) => views.push(view))!;
    expect([found.nearest.length, found.wrong]).toEqual([0, []]);
    expect(decider.seen).toEqual([]);
    expect(views[0].scores()).toBe(views[0].scores());
    expect(decider.seen).toEqual([
      {
        known: [40],
        probes: [50, 60],
        shape: [1, 1],
        labels: [9],
        world: { codes: [0, 10, 20, 30], labels: [4, 4, 9, 9] },
      },
    ]);
  });

  it('takes the largest shape that there is where all axes are asked for', () => {
    const vectors = (index: Int32Array) => matrixStack(index.length, 4, 1, codesOf(index).data);
    const sweepUpTo = (largest: number) =>
      nested({
        gallery: vectors(train),
        probes: vectors(test),
        failure: ([q]) => (q > largest ? `only ${largest}` : null),
      });
    const full = (largest: number, shapes: readonly (readonly number[])[]) =>
      evaluateNested(sweepUpTo(largest), inputOf(shapes, { full: true }), nearest, undefined)!;
    expect(full(3, [[9]]).shapes).toEqual([[3]]);
    expect(full(3, [[2]]).shapes).toEqual([[2]]);
    expect(full(1, [[9]]).shapes).toEqual([[1]]);
    expect(full(0, [[9]])).toMatchObject({ shapes: [], failures: [{ shape: [9], reason: 'only 0' }] });
    // Shapes of matrices stay as they are.
    expect(full(1, [[2, 1]])).toMatchObject({ shapes: [], failures: [{ shape: [2, 1], reason: 'only 1' }] });
  });

  it('gives scores the codes as the method encodes them: weighed by the root, none where rounding is below 0', () => {
    const decider = watched();
    const metric = {
      weights: [Float64Array.of(1, 4, 9, 16), Float64Array.of(0, 5, 7, -20)],
      coefficients: ([r]: readonly number[]) => [r, 1],
    };
    evaluateNested(
      nested({ metric, transposed: true }),
      inputOf([
        [1, 2],
        [2, 2],
      ]),
      decider,
      undefined,
    );
    // Weights at one row: 1, 9; at two: 2, 13, 25 and 12.
    expect(decider.seen[0].shape).toEqual([2, 1]);
    expect(decider.seen[0].probes).toEqual([50, 3 * 51, 60, 3 * 61]);
    const [a, b, d] = [Math.sqrt(2), Math.sqrt(13), Math.sqrt(12)];
    expect(decider.seen[1].probes).toEqual([50 * a, 52 * 5, 51 * b, 53 * d, 60 * a, 62 * 5, 61 * b, 63 * d]);
    metric.weights[1][3] = -40;
    const negative = watched();
    evaluateNested(nested({ metric }), inputOf([[2, 2]]), negative, undefined);
    expect(negative.seen[0].probes).toEqual([50 * a, 51 * b, 52 * 5, 0, 60 * a, 61 * b, 62 * 5, 0]);
  });

  it('shows models when they are asked for, the time of the one fit, and an even share of decisions made together', () => {
    const method = nested();
    const views: ShapeView[] = [];
    evaluateNested(
      method,
      inputOf([
        [1, 1],
        [1, 2],
      ]),
      nearest,
      (view) => views.push(view),
    );
    expect(views.map(({ shape }) => shape)).toEqual([
      [1, 1],
      [1, 2],
    ]);
    // Looks at the clock: around the fit, around the decisions of both shapes.
    expect(views.map(({ fitSeconds, testSeconds }) => [fitSeconds, testSeconds])).toEqual([
      [1, 0.5],
      [1, 0.5],
    ]);
    expect(method.fits).toEqual([]);
    expect(views[1].model()).toMatchObject({ fit: { latent: [1, 2] }, codes: { count: 2, of: [1, 2] } });
    expect(method.fits).toEqual(['4 at 1,2']);
    const alone: ShapeView[] = [];
    evaluateNested(
      method,
      inputOf([
        [1, 1],
        [1, 2],
      ]),
      watched(),
      (view) => alone.push(view),
    );
    expect(alone.map(({ testSeconds }) => testSeconds)).toEqual([1, 1]);
  });

  it('passes a cancellation on between shapes', () => {
    let asked = 0;
    const checkCancelled = () => {
      if (++asked === 2) throw new CancelledError('stop');
    };
    const context = { random: stream('x'), checkCancelled };
    const seen: ShapeView[] = [];
    expect(() =>
      evaluateNested(
        nested(),
        inputOf(
          [
            [1, 1],
            [1, 2],
          ],
          { context },
        ),
        watched(),
        (view) => seen.push(view),
      ),
    ).toThrow(CancelledError);
    expect(seen).toHaveLength(1);
  });
});
