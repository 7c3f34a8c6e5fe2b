import { describe, expect, it } from 'vitest';
import { matrix, squaredDistances, type Matrix } from '../../../../src/core/linalg/index.ts';
import { neighbourhood, type NeighbourhoodKind } from '../../../../src/core/methods/field/fields.ts';
import { FitError } from '../../../../src/core/methods/method.ts';
import { normalMatrix } from '../support/axes.ts';
import { largestDifference } from '../support/labelled.ts';

const x = normalMatrix('fields x', 150, 4);
const e = normalMatrix('fields e', 150, 2);
const labels = Int32Array.from({ length: 150 }, (_, i) => (i < 8 ? -1 : i === 8 ? 99 : i % 7));
const attribute = Int32Array.from({ length: 150 }, (_, i) => (i % 11) - 1);
const data = { x, labels, attribute, neighbours: 3, radius: 0.5 };
const distances = squaredDistances(x, x);
const mean = x.data.reduce((sums, value, at) => ((sums[at % 4] += value / 150), sums), new Float64Array(4));
const spread = (2 * x.data.reduce((sum, value, at) => sum + (value - mean[at % 4]) ** 2, 0)) / 149;

function isNear(i: number, j: number): boolean {
  const closer = (a: number, b: number) =>
    Array.from({ length: 150 }, (_, k) => k).filter(
      (k) => k !== a && distances.data[a * 150 + k] < distances.data[a * 150 + b],
    ).length;
  return closer(i, j) < 3 || closer(j, i) < 3;
}

const rules: Record<Exclude<NeighbourhoodKind, 'self'>, (i: number, j: number) => boolean> = {
  all: () => true,
  class: (i, j) => labels[i] >= 0 && labels[i] === labels[j],
  attribute: (i, j) => attribute[i] >= 0 && attribute[i] === attribute[j],
  chain: (i, j) => Math.abs(i - j) === 1,
  ball: (i, j) => distances.data[i * 150 + j] <= 0.25 * spread,
  nearest: isNear,
};

/** Means over ω_i by definition. */
function byDefinition(rule: (i: number, j: number) => boolean): { means: Matrix; present: number[] } {
  const means = matrix(150, 2);
  const present: number[] = [];
  for (let i = 0; i < 150; i++) {
    const others = Array.from({ length: 150 }, (_, j) => j).filter((j) => j !== i && rule(i, j));
    present.push(others.length > 0 ? 1 : 0);
    for (const j of others) {
      for (let n = 0; n < 2; n++) means.data[i * 2 + n] += e.data[j * 2 + n] / others.length;
    }
  }
  return { means, present };
}

describe('Neighbourhood means', () => {
  it.each(Object.entries(rules))('over "%s" are those of the definition', (kind, rule) => {
    const found = neighbourhood(kind as NeighbourhoodKind, data);
    const expected = byDefinition(rule);
    expect([...found.present]).toEqual(expected.present);
    expect(largestDifference(found.means(e), expected.means)).toBeLessThan(1e-13);
  });

  it('leave unlabelled images and lone members of a class without neighbours', () => {
    const { present } = neighbourhood('class', data);
    expect([...present.slice(0, 10)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('refuse what the data lack', () => {
    expect(() => neighbourhood('class', { ...data, labels: null })).toThrow(FitError);
    expect(() => neighbourhood('attribute', { ...data, attribute: undefined })).toThrow(FitError);
  });
});
