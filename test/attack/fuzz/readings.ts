/** Evidence for readings of arrays: any numbers give finite evidence, or none, and no error. */
import {
  areAxes,
  asLabelVector,
  labelColumns,
  labelNameKind,
  neighboursAgree,
  oneHotLabels,
} from '../../../src/core/readings/labels.ts';
import { findPeriod, findShape } from '../../../src/core/readings/periods.ts';
import { judgeOrder } from '../../../src/core/readings/pixelOrder.ts';
import { vectorsAlong } from '../../../src/core/readings/vectors.ts';
import type { Random } from './mutate.ts';
import { SLOW, type Target } from './target.ts';

const TELLING = [0, 0, 1, -1, 255, 0.5, NaN, Infinity, -Infinity, 1e308, -1e308, 5e-324, 2 ** 53, -0];
const TEXTS = ['', '0', '01', '1', '1.0', '-1', 'anna', '\0', '9007199254740993', 'é', '__proto__', ' '];
const NAMES = ['gnd', 'data.l', 'train_idx', '', '.', 'Y', '__proto__', 'a'.repeat(200), 'é', 'imageLabel'];

const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)];

/** Numbers of one kind, or of all. */
function numbers(length: number, random: Random): Float64Array {
  const kind = random(4);
  const few = 1 + random(5);
  return Float64Array.from({ length }, (_, i) => {
    if (kind === 0) return oneOf(random, TELLING);
    if (kind === 1) return random(few);
    if (kind === 2) return 100 + 50 * Math.sin(i / few) + random(10);
    return random(50) === 0 ? oneOf(random, TELLING) : random(256);
  });
}

function attempt(random: Random): string {
  const dims = [1 + random(24), 1 + random(random(4) === 0 ? 400 : 64)];
  const fastest = oneOf(random, ['first', 'last'] as const);
  const data = numbers(dims[0] * dims[1], random);
  const axis = oneOf(random, ['first', 'last'] as const);
  const vectors = vectorsAlong({ dims, fastest, data }, axis);
  const evidence: Record<string, number> = {};
  for (const period of [findPeriod(vectors), findShape(vectors)]) {
    if (period === null) continue;
    evidence.strength = period.strength;
    if (vectors.length % period.lag !== 0) throw new Error(`a line of ${period.lag} of ${vectors.length} pixels`);
  }
  const fast = Array.from({ length: vectors.length }, (_, i) => i + 1).filter((side) => vectors.length % side === 0);
  for (const value of Object.values(judgeOrder(vectors, oneOf(random, fast)))) {
    if (typeof value === 'number') evidence.symmetry = value;
  }
  const labels = Array.from({ length: vectors.count }, () => oneOf(random, TEXTS));
  evidence.agreement = neighboursAgree(vectors, labels);
  if (vectors.length > 1) labelColumns(vectors);
  areAxes(vectors);
  asLabelVector(labels);
  labelNameKind(oneOf(random, NAMES));
  oneHotLabels(dims, data, fastest);
  const wrong = Object.entries(evidence).find(([, value]) => !Number.isFinite(value));
  if (wrong) throw new Error(`evidence ${wrong.join(' ')} for ${dims.join(' × ')} numbers`);
  return evidence.strength === undefined ? 'no pictures' : 'pictures';
}

export const readings: Target = { name: 'readings', weight: 10 * SLOW, attempt };
