import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  chooseParameters,
  machineScores,
  trainMachines,
  WIDTHS,
  type KernelName,
} from '../../../src/core/classify/leastSquaresMachines.ts';
import { matrixStack, multiply } from '../../../src/core/linalg/index.ts';
import { classifyCodes } from '../../support/classify.ts';
import { fromRows } from '../../support/matrices.ts';

interface Fixture {
  readonly labels: number[];
  readonly training: number[][];
  readonly probes: number[][];
  readonly cases: readonly { readonly kernel: KernelName; readonly scores: readonly (readonly number[])[] }[];
}

const fixture: Fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/classify/leastSquaresSvm.json', import.meta.url), 'utf8'),
);
const codes = (rows: readonly (readonly number[])[]) =>
  matrixStack(rows.length, rows[0].length, 1, Float64Array.from(rows.flat()));

describe('least-squares support vector machines', () => {
  it.each(fixture.cases)(
    'choose parameters and score as dense solutions of the whole system: $kernel kernel',
    ({ kernel, scores: expected }) => {
      const scores = machineScores(codes(fixture.training), fixture.labels, codes(fixture.probes), kernel);
      expect(scores.subjects).toEqual([0, 1, 2, 3]);
      expected.forEach((row, p) =>
        Array.from(scores.of(p)).forEach((value, c) => expect(value).toBeCloseTo(row[c], 9)),
      );
      const predicted = classifyCodes(
        { kind: 'ls-svm', kernel },
        codes(fixture.training),
        fixture.labels,
        codes(fixture.probes),
      );
      expect(Array.from(predicted, (position) => fixture.labels[position])).toEqual(
        expected.map((row) => row.indexOf(Math.max(...row))),
      );
    },
  );

  it('solve their system: the coefficients of a subject add up to 0, and K α + α/γ + b is the target', () => {
    const kernel = fromRows([
      [1, 0.5, 0.2, 0.1],
      [0.5, 1, 0.3, 0.2],
      [0.2, 0.3, 1, 0.6],
      [0.1, 0.2, 0.6, 1],
    ]);
    const labels = [4, 4, 9, 9];
    const { alpha, bias } = trainMachines(kernel, labels, [4, 9], 10);
    const products = multiply(kernel, alpha);
    for (const c of [0, 1]) {
      const own = labels.map((_, i) => alpha.data[2 * i + c]);
      expect(own.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
      labels.forEach((label, i) =>
        expect(products.data[2 * i + c] + own[i] / 10 + bias[c]).toBeCloseTo(label === [4, 9][c] ? 1 : -1, 12),
      );
    }
  });

  it('choose a narrow kernel where subjects take turns along a line', () => {
    const places = Array.from({ length: 24 }, (_, x) => [x]);
    const labels = places.map(([x]) => Math.floor(x / 3) % 2);
    const squares = places.map(([x]) => places.map(([z]) => (x - z) ** 2));
    const size = squares.flat().reduce((sum, value) => sum + value, 0) / (24 * 23);
    const kernelAt = (width: number) =>
      fromRows(squares.map((row) => row.map((value) => Math.exp(-value / (width * size)))));
    const { regularisation, width } = chooseParameters(kernelAt, WIDTHS, labels);
    expect(width).toBe(0.25);
    const { alpha, bias } = trainMachines(kernelAt(width), labels, [0, 1], regularisation);
    const values = multiply(kernelAt(width), alpha);
    const scores = machineScores(codes(places), labels, codes(places), 'rbf');
    places.forEach((_, p) =>
      Array.from(scores.of(p)).forEach((value, c) => expect(value).toBeCloseTo(values.data[2 * p + c] + bias[c], 9)),
    );
  });

  it('do not depend on the scale or the place of the codes', () => {
    const moved = (rows: readonly (readonly number[])[]) =>
      codes(rows.map((row) => row.map((value) => 40 * value + 7)));
    for (const kernel of ['rbf', 'linear'] as const) {
      const plain = machineScores(codes(fixture.training), fixture.labels, codes(fixture.probes), kernel);
      const other = machineScores(moved(fixture.training), fixture.labels, moved(fixture.probes), kernel);
      fixture.probes.forEach((_, p) =>
        Array.from(other.of(p)).forEach((value, c) => expect(value).toBeCloseTo(plain.of(p)[c], 9)),
      );
    }
  });

  it('tell subjects with one code each apart, where nothing can be held out', () => {
    const gallery = codes([
      [0, 0],
      [10, 0],
      [0, 10],
    ]);
    const nearest = classifyCodes(
      { kind: 'ls-svm', kernel: 'rbf' },
      gallery,
      [5, 6, 7],
      codes([
        [9, 1],
        [1, 9],
        [1, 1],
      ]),
    );
    expect([...nearest]).toEqual([1, 2, 0]);
  });
});
