import { describe, expect, it } from 'vitest';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { gramOfColumns, identity, matrix, multiply } from '../../../../src/core/linalg/index.ts';
import { lpp } from '../../../../src/core/methods/field/lpp.ts';
import { marginalPairs, mfa } from '../../../../src/core/methods/graph/mfa.ts';
import { directedNeighbours, npe, reconstructionWeights, npeSubjects } from '../../../../src/core/methods/graph/npe.ts';
import { olppSubjects, olpp } from '../../../../src/core/methods/graph/olpp.ts';
import { codeDistances, relativeDifference } from '../reference.ts';
import { normalMatrix } from '../support/axes.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';
import { labelledImages, largestDifference, scatters } from '../support/labelled.ts';
import { rivalImages, rivals } from '../support/rivals.ts';
import { expectSweepOfSeparateFits } from '../support/sameAsSeparate.ts';
import { fromRows } from '../../../support/matrices.ts';

const { images, labels } = rivalImages;
const many = labelledImages('many', 5, 12, 4, 3);
const few = labelledImages('few', 6, 6, 8, 7);
const alone = { images: selectImages(few.images, [0, 1, 2, 3, 4]), labels: Int32Array.of(0, 1, 2, 3, 4) };

describe('the weights that reconstruct a row from its neighbours', () => {
  it('sum to 1 and are those of scikit-learn', () => {
    for (const { neighbours, weights } of rivals.npe) {
      const x = matrix(rivals.count, rivals.rows * rivals.cols, Float64Array.from(rivals.pixels));
      const near = directedNeighbours(x, neighbours, null);
      const found = reconstructionWeights(x, near, 1e-3);
      const dense = new Float64Array(rivals.count ** 2);
      near.forEach((own, n) => own.forEach((j, at) => (dense[n * rivals.count + j] = found[n][at])));
      expect(relativeDifference(dense, weights)).toBeLessThan(1e-10);
      for (const own of found) expect(own.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12);
    }
  });

  it('are equal for neighbours that coincide with the row', () => {
    const x = matrix(3, 2, new Float64Array(6).fill(2));
    expect(Array.from(reconstructionWeights(x, [[1, 2]], 1e-3)[0])).toEqual([0.5, 0.5]);
  });
});

describe('NPE', () => {
  it('has the eigenvalues and the distances of the dense problem', () => {
    for (const { neighbours, energy, q, eigenvalues, codeDistances: expected } of rivals.npe) {
      const fit = fitOf(npe, images, [q], { neighbours, energy, scaling: 'total' });
      expect(relativeDifference(fit.parameters.eigenvalues.data, eigenvalues)).toBeLessThan(1e-9);
      expect(relativeDifference(codeDistances(npe.encode(fit, images)), expected)).toBeLessThan(1e-8);
    }
  });

  it('has axes of unit total variance', () => {
    const w = parameterMatrix(fitOf(npe, many.images, [4], { scaling: 'total' }), 'W');
    const moments = multiply(w, multiply(scatters(many).total, w), { transposeA: true });
    expect(largestDifference(moments, identity(4))).toBeLessThan(1e-10);
  });

  it('finds the plane that rows lie on in a line by line reconstruction', () => {
    // On a plane every point is reconstructed without error by three neighbours: two axes have eigenvalue 0.
    const plane = normalMatrix('plane', 40, 2);
    const set = { count: 40, rows: 3, cols: 2, data: new Float64Array(240) };
    const noise = normalMatrix('off the plane', 40, 4);
    for (let n = 0; n < 40; n++) {
      for (let i = 0; i < 2; i++) set.data[n * 6 + i] = 5 * plane.data[n * 2 + i];
      for (let i = 0; i < 4; i++) set.data[n * 6 + 2 + i] = 0.3 * noise.data[n * 4 + i];
    }
    const { data } = fitOf(npe, set, [6], { neighbours: 8, energy: 1 }).parameters.eigenvalues;
    expect([...data]).toEqual([...data].sort((a, b) => a - b));
    expect(data[1]).toBeLessThan(0.2 * data[2]);
  });

  it('takes neighbours of the same subject only where asked, and needs two images of each', () => {
    const x = fromRows([[0], [1], [1.5], [4]]);
    expect(directedNeighbours(x, 2, Int32Array.of(0, 0, 1, 1))).toEqual([[1], [0], [3], [2]]);
    expect(directedNeighbours(x, 2, null)).toEqual([
      [1, 2],
      [2, 0],
      [1, 0],
      [2, 1],
    ]);
    expect(() => fitOf(npeSubjects, alone.images, [1], {}, alone.labels)).toThrow(
      'NPE (subjects) needs two or more training images of every subject.',
    );
    expect(() => fitOf(npeSubjects, many.images, [1])).toThrow('needs the subject');
  });
});

describe('OLPP', () => {
  it('has the ratios and the distances of the published recursion', () => {
    for (const { neighbours, energy, q, eigenvalues, codeDistances: expected } of rivals.olpp) {
      const fit = fitOf(olpp, images, [q], { neighbours, energy });
      expect(relativeDifference(fit.parameters.eigenvalues.data, eigenvalues)).toBeLessThan(1e-9);
      expect(relativeDifference(codeDistances(olpp.encode(fit, images)), expected)).toBeLessThan(1e-7);
    }
  });

  it('has orthonormal axes, of which the first is that of LPP', () => {
    for (const data of [many, few]) {
      const fit = fitOf(olpp, data.images, [6], { energy: 0.98 });
      expect(largestDifference(gramOfColumns(parameterMatrix(fit, 'W')), identity(6))).toBeLessThan(1e-11);
      const plain = fitOf(lpp, data.images, [6], { energy: 0.98 });
      expect(fit.parameters.eigenvalues.data[0]).toBeCloseTo(plain.parameters.eigenvalues.data[0], 10);
      const values = fit.parameters.eigenvalues.data;
      expect([...values]).toEqual([...values].sort((a, b) => a - b));
      // The least ratio orthogonal to k axes is at most the one after the k least (Courant, Fischer).
      values.forEach((value, i) => expect(value).toBeLessThan(plain.parameters.eigenvalues.data[i] + 1e-10));
    }
  });

  it('ends where locality is no longer positive, before the axes span the images', () => {
    const all = few.images.count - 1;
    const local = Array.from({ length: all }, (_, at) => at + 1).findLast((q) => fits(q))!;
    expect(local).toBeGreaterThan(5);
    expect(local).toBeLessThan(all - 5);
    const shares = fitOf(olpp, few.images, [local]).parameters.eigenvalues.data.map((value) => 1 - value);
    expect(shares.every((share) => share > 0)).toBe(true);
    expect(() => fitOf(olpp, few.images, [local + 1])).toThrow(`give ${local} axes, found q = ${local + 1}`);

    function fits(q: number): boolean {
      try {
        return fitOf(olpp, few.images, [q]).latent[0] === q;
      } catch {
        return false;
      }
    }
  });

  it('says what to do where images have no neighbours', () => {
    expect(() => fitOf(olpp, few.images, [2], { graph: 'ball', radius: 1e-6 })).toThrow(
      'OLPP: too many images have no neighbour',
    );
  });
});

describe('MFA', () => {
  it('has the shares and the distances of the dense problem as published', () => {
    for (const { neighbours, pairs, energy, q, eigenvalues, codeDistances: expected } of rivals.mfa) {
      const fit = fitOf(mfa, images, [q], { neighbours, pairs, energy, scaling: 'own' }, labels);
      expect(relativeDifference(fit.parameters.eigenvalues.data, eigenvalues)).toBeLessThan(1e-9);
      expect(relativeDifference(codeDistances(mfa.encode(fit, images)), expected)).toBeLessThan(1e-8);
    }
  });

  it('joins the nearest pairs of different subjects, for each subject, each pair once', () => {
    const x = fromRows([[0], [1], [3], [3.5], [9]]);
    const subjects = Int32Array.of(7, 7, 4, 4, 9);
    expect(marginalPairs(x, subjects, 1)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(marginalPairs(x, subjects, 2).map(String).sort()).toEqual(['1,2', '1,3', '2,4', '3,4']);
  });

  it('keeps the nearest pairs however long the list grows', () => {
    const x = normalMatrix('marginal', 120, 3);
    const subjects = Int32Array.from({ length: 120 }, (_, n) => n % 2);
    const apart = (i: number, j: number) => Math.hypot(...[0, 1, 2].map((c) => x.data[3 * i + c] - x.data[3 * j + c]));
    const all = Array.from({ length: 120 }, (_, i) => Array.from({ length: i }, (__, j) => [j, i] as const)).flat();
    const expected = all
      .filter(([i, j]) => subjects[i] !== subjects[j])
      .sort((a, b) => apart(...a) - apart(...b))
      .slice(0, 9);
    expect(marginalPairs(x, subjects, 9).map(String).sort()).toEqual(expected.map(String).sort());
  });

  it('refuses one image per subject and one subject', () => {
    expect(() => fitOf(mfa, alone.images, [1], {}, alone.labels)).toThrow(
      'MFA needs two or more training images of some subject.',
    );
    expect(() => fitOf(mfa, many.images, [1], {}, new Int32Array(60))).toThrow('two or more subjects');
    expect(() => fitOf(mfa, few.images, [2], { pairs: 1, neighbours: 1, energy: 1 }, few.labels)).toThrow(
      'Use more pairs, keep less variance, or give a ridge',
    );
  });
});

describe('graphs that join too few images', () => {
  const sparse = { pairs: 1, neighbours: 1, energy: 1 };

  it('leave a form regular with a ridge, which is stated in absolute units', () => {
    const fit = fitOf(mfa, few.images, [4], { ...sparse, ridge: 1e-3 }, few.labels);
    expect(fit.amounts!.map(({ name, remark }) => [name, remark])).toEqual([
      ['components', '100.0% of the variance'],
      ['ridge', '0.001 × the mean of the diagonal'],
    ]);
    const ball = { graph: 'ball', radius: 0.5, energy: 1 };
    expect(() => fitOf(lpp, few.images, [2], ball)).toThrow('or give a ridge');
    expect(() => fitOf(lpp, few.images, [2], { ...ball, ridge: 0.01 })).not.toThrow();
    // Without a single pair there is nothing to add a share of.
    expect(() => fitOf(lpp, few.images, [2], { ...ball, radius: 1e-6, ridge: 0.01 })).toThrow('no neighbour');
  });

  it('give axes of the dense problem with that ridge', () => {
    // L v = λ (D + ρ I) v over the images: the axes of LPP are orthogonal in D + ρ I, and their ratios those of L.
    const ridge = 0.3;
    const fit = fitOf(lpp, many.images, [5], { ridge, neighbours: 3, scaling: 'own' });
    const rho = fit.amounts!.find(({ name }) => name === 'ridge')!.value;
    const w = parameterMatrix(fit, 'W');
    const codes = lpp.encode(fit, many.images);
    const y = matrix(60, 5, codes.data);
    const x = matrix(60, 12, many.images.data);
    const near = directedNeighbours(x, 3, null);
    const joined = (i: number, j: number) => near[i].includes(j) || near[j].includes(i);
    const degrees = near.map((_, i) => near.filter((__, j) => i !== j && joined(i, j)).length);
    const form = gramOfColumns(
      matrix(
        60,
        5,
        y.data.map((value, at) => value * Math.sqrt(degrees[Math.floor(at / 5)] / 60)),
      ),
    );
    const lengths = gramOfColumns(w);
    const whole = matrix(
      5,
      5,
      form.data.map((value, at) => value + rho * lengths.data[at]),
    );
    expect(largestDifference(whole, identity(5))).toBeLessThan(1e-9);
    fit.parameters.eigenvalues.data.forEach((value, axis) => {
      let apart = rho * lengths.data[axis * 6];
      for (let i = 0; i < 60; i++) {
        for (let j = 0; j < i; j++) {
          if (joined(i, j)) apart += (y.data[5 * i + axis] - y.data[5 * j + axis]) ** 2 / 60;
        }
      }
      // 1 − λ is the share of what neighbours have in common, to which the ridge does not belong.
      expect(apart).toBeCloseTo(value, 9);
    });
  });
});

describe('the number of components', () => {
  it.each([lpp, olpp, npe, mfa])('of $title is that of a share, and stands with the fit', (method) => {
    const share = fitOf(method, few.images, [2], { energy: 0.9 }, few.labels);
    const [{ value, setting }] = share.amounts!;
    expect(setting).toBe('energy');
    const counted = fitOf(method, few.images, [2], { energy: value }, few.labels);
    expect(counted.parameters).toEqual(share.parameters);
    expect(counted.amounts).toEqual(share.amounts);
    const all = fitOf(method, few.images, [2], { energy: 1000 }, few.labels);
    expect(all.parameters).toEqual(fitOf(method, few.images, [2], { energy: 1 }, few.labels).parameters);
    expect(() => fitOf(method, few.images, [2], { energy: 2.5 }, few.labels)).toThrow(
      'energy: expected a share up to 1 or a whole number of components, found 2.5.',
    );
  });
});

describe.each([npe, npeSubjects, olpp, olppSubjects, mfa])('$title', (method) => {
  it.each([
    ['more images than pixels', many],
    ['more pixels than images', few],
  ])('sweeps to the predictions of separate fits: %s', (_, data) => {
    expectSweepOfSeparateFits(method, data, [[1], [2], [3], [5]]);
  });
});
