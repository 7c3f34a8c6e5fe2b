/** Methods that are learned from class means do without the coordinates of all images where these are too many. */
import { describe, expect, it } from 'vitest';
import { selectImages } from '../../../src/core/images/imageSet.ts';
import { NO_COST } from '../../../src/core/methods/cost.ts';
import { columns, matrixStack, streamedStack } from '../../../src/core/linalg/index.ts';
import { classMeans, classMeansIn } from '../../../src/core/methods/discriminant/classMeans.ts';
import { fisherAxesOf } from '../../../src/core/methods/discriminant/fisherAxes.ts';
import { lda } from '../../../src/core/methods/discriminant/lda.ts';
import { readArrays } from '../../../src/core/methods/learnedArrays.ts';
import { linearProjection } from '../../../src/core/methods/linearProjection.ts';
import { projectImages } from '../../../src/core/methods/vector/principalAxes.ts';
import { stream } from '../../../src/core/random/stream.ts';

const [count, rows, cols, subjects] = [150, 4, 5, 6];
const random = stream('linear projection');
const centres = Array.from({ length: subjects }, () =>
  Float64Array.from({ length: rows * cols }, () => 2 * random.normal()),
);
const labels = Int32Array.from({ length: count }, (_, n) => n % subjects);
const plain = matrixStack(count, rows, cols);
plain.data.forEach((_, i) => {
  const n = Math.floor(i / (rows * cols));
  plain.data[i] = centres[labels[n]][i % (rows * cols)] + random.normal();
});
const images = streamedStack(count, rows, cols, (from, to, target, at) =>
  target.set(plain.data.subarray(from * rows * cols, to * rows * cols), at),
);

const { id, title, fullName, family, appearance, description, formula, citation } = lda;
const { axes, usesLabels, parameters, largestLatent } = lda;
const declaration = {
  ...{ id, title, fullName, family, appearance, description, formula, citation },
  ...{ axes, usesLabels, parameters, largestLatent, cost: () => NO_COST },
};
const method = (coordinateBytes: number) =>
  linearProjection({
    ...declaration,
    arrays: {},
    nested: true,
    byClasses: true,
    coordinateBytes,
    learn: ({ classes, values, q }) => ({
      projection: columns(fisherAxesOf(classes(), values).vectors, 0, q),
      arrays: {},
    }),
  });
const [kept, fromMeans] = [method(Infinity), method(0)];
const context = { random, checkCancelled: () => undefined };

function expectClose(found: Float64Array, expected: Float64Array): void {
  expect(found).toHaveLength(expected.length);
  expect(Math.max(...found.map((value, i) => Math.abs(value - expected[i])))).toBeLessThan(1e-10);
}

describe('a linear projection that is learned from class means', () => {
  it('has the same codes in a sweep without the coordinates of all images', () => {
    const train = Int32Array.from({ length: 120 }, (_, n) => n);
    const test = Int32Array.from({ length: 30 }, (_, n) => 120 + n);
    const input = { images, labels, train, test, shapes: [[2], [5]], settings: {}, context };
    const never = () => {
      throw new Error('the Gram matrix is not wanted');
    };
    const [a, b] = [kept, fromMeans].map((own) => own.sweep!({ ...input, gram: never })!);
    expectClose(b.gallery.data, a.gallery.data);
    expectClose(b.probes.data, a.probes.data);
    const data = { images: selectImages(images, train), labels: labels.slice(0, 120) };
    const fit = fromMeans.fit(data, [5], {}, context);
    expectClose(
      readArrays({ W: 'matrix' }, fit).W.data,
      readArrays({ W: 'matrix' }, kept.fit(data, [5], {}, context)).W.data,
    );
    expectClose(fromMeans.encode(fit, selectImages(images, test)).data, b.probes.data);
  });

  it('finds the class means of projections', () => {
    const basis = { rows: rows * cols, cols: 3, data: Float64Array.from({ length: 60 }, () => random.normal()) };
    const mean = { rows, cols, data: Float64Array.from({ length: 20 }, () => random.normal()) };
    const expected = classMeans(projectImages(plain, mean, basis), labels);
    const found = classMeansIn(images, labels, mean, basis);
    expectClose(found.means.data, expected.means.data);
    expect({ ...found, means: null }).toEqual({ ...expected, means: null });
  });

  it('stays with the coordinates of all images where there are fewer than pixels', () => {
    const few = {
      images: selectImages(images, Int32Array.of(0, 1, 6, 7, 2, 8)),
      labels: Int32Array.of(0, 1, 0, 1, 2, 2),
    };
    const fits = [kept, fromMeans].map((own) => own.fit(few, [2], {}, context));
    expect(readArrays({ W: 'matrix' }, fits[1]).W).toEqual(readArrays({ W: 'matrix' }, fits[0]).W);
  });
});
