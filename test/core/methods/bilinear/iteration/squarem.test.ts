import { describe, expect, it } from 'vitest';
import { cholesky, matrix } from '../../../../../src/core/linalg/index.ts';
import {
  acceleratedStep,
  type EmMap,
  type EmPoint,
} from '../../../../../src/core/methods/bilinear/iteration/squarem.ts';

/** Coordinates shrink by their rates; the objective is −Σ θ². `limit`: larger vectors are outside the models. */
function shrinking(rates: readonly number[], limit = Infinity): EmMap<Float64Array> & { evaluations: number } {
  return {
    evaluations: 0,
    evaluate(model) {
      this.evaluations++;
      if (Math.hypot(...model) > limit) cholesky(matrix(1, 1, Float64Array.of(-1)));
      return {
        model,
        value: -model.reduce((sum, value) => sum + value * value, 0),
        next: model.map((value, i) => rates[i] * value),
      };
    },
    toVector: (model) => model,
    fromVector: (values) => values,
  };
}

function settle(map: EmMap<Float64Array>, step: (point: EmPoint<Float64Array>) => EmPoint<Float64Array>): number[] {
  let point = map.evaluate(Float64Array.of(1, -2, 3));
  const values = [point.value];
  while (point.value < -1e-12 && values.length < 100_000) {
    point = step(point);
    values.push(point.value);
  }
  return values;
}

describe('EM with squared extrapolation', () => {
  it('settles in a small part of the steps of slow EM, and never falls', () => {
    const map = shrinking([0.999, 0.9, 0.3]);
    const values = settle(map, (point) => acceleratedStep(map, point));
    values.slice(1).forEach((value, i) => expect(value).toBeGreaterThanOrEqual(values[i]));
    const plain = shrinking([0.999, 0.9, 0.3]);
    settle(plain, ({ next }) => plain.evaluate(next));
    expect(map.evaluations).toBeLessThan(0.05 * plain.evaluations);
  });

  it('does with plain steps where every extrapolation leaves the models or lowers the objective', () => {
    const limited = shrinking([-0.99, -0.9, -0.8], Math.hypot(1, 2, 3));
    const values = settle(limited, (point) => acceleratedStep(limited, point));
    values.slice(1).forEach((value, i) => expect(value).toBeGreaterThanOrEqual(values[i]));
    expect(values[values.length - 1]).toBeGreaterThan(-1e-12);
  });

  it('stands still at a fixed point', () => {
    const map = shrinking([1, 1, 1]);
    const start = map.evaluate(Float64Array.of(1, 2, 3));
    expect(acceleratedStep(map, start)).toEqual(start);
  });
});
