import { describe, expect, it } from 'vitest';
import { nearestMean } from '../../../src/core/classify/classifiers/nearestMean.ts';

import { decide } from '../../../src/core/classify/scores.ts';
import { nearestNeighbours } from '../../support/nearestNeighbours.ts';
import { asVectors, selectImages } from '../../../src/core/images/imageSet.ts';
import { cholesky, gramOfRows, matrix, matrixStack } from '../../../src/core/linalg/index.ts';
import { bppca } from '../../../src/core/methods/bilinear/bppca.ts';
import { glram } from '../../../src/core/methods/bilinear/glram.ts';
import { twoDPca } from '../../../src/core/methods/bilinear/twoDPca.ts';
import { latentShapes } from '../../../src/core/methods/latent/latentGrid.ts';
import { CancelledError, FitError, type Method, type SweepInput } from '../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { pca } from '../../../src/core/methods/vector/pca.ts';
import { ppca } from '../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';
import { evaluateShapes, scoreCodes } from '../../support/classify.ts';
import { replaced } from '../../support/replaced.ts';

const { images, labels } = generateFaces({ subjects: 5, perSubject: 6, rows: 14, cols: 12 });
const index = Array.from(labels, (_, n) => n);
const train = Int32Array.from(index.filter((n) => n % 6 < 3));
const test = Int32Array.from(index.filter((n) => n % 6 >= 3));

function inputFor(method: Method, changes: Partial<SweepInput> = {}): SweepInput {
  return {
    images,
    labels,
    train,
    test,
    shapes: latentShapes(method, 'all', images.rows, images.cols, train.length).filter((shape) =>
      shape.every((q) => q < 7),
    ),
    settings: resolveSettings(method, {}),
    context: { random: stream('evaluate'), checkCancelled: () => undefined },
    gram: () => gramOfRows(asVectors(images)),
    ...changes,
  };
}

describe.each([pca, ppca, twoDPca, glram, bppca])('evaluateShapes with $title', (method) => {
  it('gives at every shape the neighbours and errors of a separate fit', () => {
    const input = inputFor(method);
    const result = evaluateShapes(method, input);
    expect(result.shapes).toEqual(input.shapes);
    expect(result.failures).toEqual([]);
    const [gallery, probes] = [selectImages(images, train), selectImages(images, test)];
    const data = { images: gallery, labels: Int32Array.from(train, (n) => labels[n]) };
    input.shapes.forEach((shape, s) => {
      const fit = method.fit(data, shape, input.settings, input.context);
      const nearest = nearestNeighbours(method.encode(fit, gallery), method.encode(fit, probes));
      expect([...result.nearest.subarray(s * test.length, (s + 1) * test.length)]).toEqual([...nearest]);
      const wrong = [...nearest].filter((g, t) => labels[train[g]] !== labels[test[t]]).length;
      expect(result.wrong[s]).toBe(wrong);
      expect(result.iterations[s]).toBe(fit.iterations);
      expect(result.converged[s]).toBe(fit.converged);
    });
  });

  it('decides for the nearest mean as the means that are formed at each shape', () => {
    const input = inputFor(method);
    const codes = nearestMean.codes!;
    const { scores } = codes;
    let formed = 0;
    const counted: typeof scores = (...all) => (formed++, scores(...all));
    const { nearest } = replaced(codes, 'scores', counted, () =>
      evaluateShapes(method, input, { kind: 'nearest-mean' }),
    );
    // Running sums over all shapes: no shape forms its own.
    expect(formed).toBe(0);
    const [gallery, probes] = [selectImages(images, train), selectImages(images, test)];
    const subjects = Int32Array.from(train, (n) => labels[n]);
    input.shapes.forEach((shape, s) => {
      const fit = method.fit({ images: gallery, labels: subjects }, shape, input.settings, input.context);
      const codes = [method.encode(fit, gallery), method.encode(fit, probes)] as const;
      const decided = decide(scoreCodes({ kind: 'nearest-mean' }, codes[0], subjects, codes[1]));
      expect([...nearest.subarray(s * test.length, (s + 1) * test.length)]).toEqual([...decided]);
    });
  });

  it('does not depend on which other shapes are asked for', () => {
    const shapes = inputFor(method).shapes;
    const whole = evaluateShapes(method, inputFor(method));
    const s = Math.floor(shapes.length / 2);
    const alone = evaluateShapes(method, inputFor(method, { shapes: [shapes[s]] }));
    expect([...alone.nearest]).toEqual([...whole.nearest.subarray(s * test.length, (s + 1) * test.length)]);
  });

  it('repeats itself bit for bit', () => {
    expect(evaluateShapes(method, inputFor(method))).toEqual(evaluateShapes(method, inputFor(method)));
  });

  it('passes a cancellation on', () => {
    const cancel = () => {
      throw new CancelledError('stop');
    };
    const context = { random: stream('x'), checkCancelled: cancel };
    expect(() => evaluateShapes(method, inputFor(method, { context }))).toThrow(CancelledError);
  });
});

describe('evaluateShapes', () => {
  it('reports shapes that fail and keeps the others in order', () => {
    const fragile: Method = {
      ...glram,
      open: undefined,
      fit: (data, latent, settings, context) => {
        if (latent[1] === 2) throw new FitError(`no fit at ${latent.join()}`);
        if (latent[1] === 4) cholesky(matrix(2, 2, Float64Array.of(1, 2, 2, 1)));
        return glram.fit(data, latent, settings, context);
      },
    };
    const shapes = [
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
      [2, 3],
      [2, 4],
    ];
    const result = evaluateShapes(fragile, inputFor(fragile, { shapes }));
    expect(result.shapes).toEqual([
      [1, 1],
      [2, 1],
      [2, 3],
    ]);
    expect(result.failures).toEqual([
      { shape: [1, 2], reason: 'no fit at 1,2' },
      { shape: [2, 2], reason: 'no fit at 2,2' },
      {
        shape: [2, 4],
        reason: expect.stringMatching(/^The fit met a singular matrix .* Reduce the latent dimension\.$/) as string,
      },
    ]);
    const clean = evaluateShapes(glram, inputFor(glram, { shapes: result.shapes }));
    expect(result.nearest).toEqual(clean.nearest);
    expect(result.wrong).toEqual(clean.wrong);
  });

  it('does not swallow faults that are no fit errors', () => {
    const broken: Method = {
      ...glram,
      open: undefined,
      fit: () => {
        throw new TypeError('a fault');
      },
    };
    expect(() => evaluateShapes(broken, inputFor(broken))).toThrow(TypeError);
  });

  it('leaves out the shapes above the rank of repeated training images', () => {
    const duplicates = matrixStack(
      6,
      5,
      4,
      Float64Array.from({ length: 120 }, (_, i) => Math.sin(i * i + 1)),
    );
    duplicates.data.copyWithin(60, 40, 60);
    const result = evaluateShapes(
      pca,
      inputFor(pca, {
        images: duplicates,
        labels: Int32Array.of(0, 0, 1, 1, 0, 1),
        train: Int32Array.of(0, 1, 2, 3),
        test: Int32Array.of(4, 5),
        shapes: [[1], [2], [3]],
        gram: () => gramOfRows(asVectors(duplicates)),
      }),
    );
    expect(result.shapes).toEqual([[1], [2]]);
    expect(result.failures).toHaveLength(1);
    expect(result.failures[0].reason).toMatch(/rank 2/);
  });
});

describe('nearestNeighbours', () => {
  const stack = (...values: number[]) => matrixStack(values.length, 1, 1, Float64Array.from(values));

  it('finds the nearest, ties to the lowest position', () => {
    expect([...nearestNeighbours(stack(0, 2, 2, 10), stack(1, 3, 7, -5, 2))]).toEqual([0, 1, 3, 0, 1]);
  });

  it('refuses an empty gallery and codes of different shapes', () => {
    expect(() => nearestNeighbours(stack(), stack(1))).toThrow('the gallery is empty');
    expect(() => nearestNeighbours(matrixStack(1, 2, 1), stack(1))).toThrow(RangeError);
  });
});
