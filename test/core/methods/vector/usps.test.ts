/** The USPS experiment of Ahn, Choi, Oh (Fig. 1 and 2): 11 000 digits of 16 × 16, q = 20, c_k = 0.8^k. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeMat } from '../../../../src/core/formats/matlab/matlab.ts';
import {
  gramOfColumns,
  leadingEigen,
  matrix,
  scaleRows,
  symmetricEigen,
  transpose,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { errorStep, type Weights } from '../../../../src/core/methods/vector/integratedError.ts';
import { residentRows } from '../../../../src/core/methods/vector/residentRows.ts';
import { axisAngles, normalMatrix } from '../support/axes.ts';
import { needsRealData, realData } from '../../../support/realData.ts';

const USPS = 'usps/USPS.mat';

const Q = 20;
const weightings: [string, Weights][] = [
  ['EM-PCA', Float64Array.from({ length: Q }, (_, k) => (k === Q - 1 ? 1 : 0))],
  ['EM-ePCA', Float64Array.from({ length: Q }, (_, k) => 0.8 ** (k + 1))],
  ['limit', 'limit'],
];

interface Run {
  readonly excess: number[];
  readonly angles: number[];
}

describe('On the USPS digits', needsRealData(USPS), () => {
  const runs = new Map<string, Run[]>();

  beforeAll(() => {
    const images = decodeMat(readFileSync(realData(USPS))).variables.find(({ name }) => name === 'fea')!;
    const [d, count] = [256, images.data.length / 256];
    // The file holds the T × d matrix by columns.
    const x = transpose(matrix(d, count, Float64Array.from(images.data)));
    centre(x);
    const scatter = gramOfColumns(x);
    const { values, vectors } = symmetricEigen(scatter);
    // The iterations see the data through XᵀX only: Λ^½ Vᵀ gives the same ones at a fortieth of the cost.
    const small = residentRows(
      scaleRows(
        transpose(vectors),
        values.map((value) => Math.sqrt(Math.max(0, value))),
      ),
    );
    const axes = leadingEigen(scatter, Q).vectors;
    const least = small.energy - values.slice(0, Q).reduce((sum, value) => sum + value, 0);
    for (const [name, weights] of weightings) {
      runs.set(
        name,
        [1, 2].map((seed) => {
          let a = normalMatrix(`usps ${seed}`, d, Q);
          const excess: number[] = [];
          for (let t = 0; t < 400; t++) {
            const state = errorStep(small, a, weights);
            a = state.a;
            excess.push(state.errors[Q - 1] / least - 1);
          }
          return { excess, angles: axisAngles(a, axes) };
        }),
      );
    }
    small.release();
  });

  it.each(weightings)('%s brings J_q within 1e-4 of its minimum in 100 iterations, 1e-6 in 400', (name) => {
    for (const { excess } of runs.get(name)!) {
      expect(excess[99]).toBeLessThan(1e-4);
      expect(Math.min(...excess)).toBeLessThan(1e-6);
    }
  });

  // "Almost the same number of iterations" holds to 1e-4 (24–48, 49–64, 34–49 iterations over three starts), not to
  // 1e-6 (66–107, 266–358, 102–140). Worst angles were 89°, 15–66° and 0.07–0.14°.
  it('only the limit has found all 20 axes after 400 iterations; EM-PCA never does', () => {
    const worst = (name: string) => runs.get(name)!.map(({ angles }) => Math.max(...angles));
    for (const angle of worst('limit')) expect(angle).toBeLessThan(1);
    for (const angle of worst('EM-ePCA')) expect(angle).toBeGreaterThan(5);
    for (const angle of worst('EM-PCA')) expect(angle).toBeGreaterThan(80);
    const middle = (name: string) => runs.get(name)!.map(({ angles }) => [...angles].sort((p, q) => p - q)[10]);
    middle('EM-ePCA').forEach((angle, seed) => expect(angle).toBeLessThan(middle('EM-PCA')[seed] / 5));
  });
});

function centre(x: Matrix): void {
  const means = new Float64Array(x.cols);
  x.data.forEach((value, at) => (means[at % x.cols] += value / x.rows));
  x.data.forEach((value, at) => (x.data[at] = value - means[at % x.cols]));
}
