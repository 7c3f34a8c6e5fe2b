import { describe, expect, it } from 'vitest';
import { matrix, squaredDistances, type Matrix } from '../../../../src/core/linalg/index.ts';
import { attributesOf, type Field } from '../../../../src/core/methods/field/fieldSchema.ts';
import { neighbourhood } from '../../../../src/core/methods/field/fields.ts';
import { FitError } from '../../../../src/core/methods/method.ts';
import { normalMatrix } from '../support/axes.ts';
import { largestDifference } from '../support/labelled.ts';

const x = normalMatrix('fields x', 150, 4);
const e = normalMatrix('fields e', 150, 2);
const labels = Int32Array.from({ length: 150 }, (_, i) => (i < 8 ? -1 : i === 8 ? 99 : i % 7));
const session = Int32Array.from({ length: 150 }, (_, i) => (i % 11) - 1);
const data = { x, labels, attributes: { session } };
const weights = { f: 'one', phi: 'one' } as const;
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

/** Neighbours in the chain through the images of one value. */
const follows = (values: Int32Array) => (i: number, j: number) => {
  const [first, second] = [Math.min(i, j), Math.max(i, j)];
  return values[i] >= 0 && values[i] === values[j] && values.indexOf(values[i], first + 1) === second;
};

const rules: [Field, (i: number, j: number) => boolean][] = [
  [{ ...weights, neighbourhood: 'all' }, () => true],
  [{ ...weights, neighbourhood: 'class' }, (i, j) => labels[i] >= 0 && labels[i] === labels[j]],
  [
    { ...weights, neighbourhood: 'attribute', attribute: 'session' },
    (i, j) => session[i] >= 0 && session[i] === session[j],
  ],
  [{ ...weights, neighbourhood: 'chain' }, (i, j) => Math.abs(i - j) === 1],
  [{ ...weights, neighbourhood: 'chain', within: 'subject' }, follows(labels)],
  [{ ...weights, neighbourhood: 'chain', within: 'session' }, follows(session)],
  [{ ...weights, neighbourhood: 'ball', radius: 0.5 }, (i, j) => distances.data[i * 150 + j] <= 0.25 * spread],
  [{ ...weights, neighbourhood: 'nearest', neighbours: 3 }, isNear],
];

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
  it.each(rules)('over $neighbourhood $within are those of the definition', (field, rule) => {
    const found = neighbourhood(field, data);
    const expected = byDefinition(rule);
    expect([...found.present]).toEqual(expected.present);
    expect(largestDifference(found.means(e), expected.means)).toBeLessThan(1e-13);
  });

  it('leave unlabelled images and lone members of a class without neighbours', () => {
    const { present } = neighbourhood({ ...weights, neighbourhood: 'class' }, data);
    expect([...present.slice(0, 10)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('refuse what the data lack', () => {
    for (const field of [
      { ...weights, neighbourhood: 'class' },
      { ...weights, neighbourhood: 'chain', within: 'subject' },
      { ...weights, neighbourhood: 'attribute', attribute: 'light' },
      { ...weights, neighbourhood: 'chain', within: 'light' },
    ] as const) {
      expect(() => neighbourhood(field, { ...data, labels: null })).toThrow(FitError);
    }
  });
});

describe('A list of fields', () => {
  it('names the attributes that it compares, each once', () => {
    expect(attributesOf(rules.map(([field]) => field))).toEqual(['session']);
    expect(attributesOf([{ ...weights, neighbourhood: 'chain', within: 'subject' }])).toEqual([]);
  });
});
