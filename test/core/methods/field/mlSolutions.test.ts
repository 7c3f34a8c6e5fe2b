import { describe, expect, it } from 'vitest';
import {
  add,
  columns,
  gramOfColumns,
  identity,
  multiply,
  principalAngles,
  scaleRows,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { fkLda } from '../../../../src/core/methods/discriminant/fkLda.ts';
import { lpp } from '../../../../src/core/methods/field/lpp.ts';
import { mlLoadings, mlSolutions } from '../../../../src/core/methods/field/mlSolutions.ts';
import { sfa } from '../../../../src/core/methods/field/sfa.ts';
import type { Method } from '../../../../src/core/methods/method.ts';
import { pca } from '../../../../src/core/methods/vector/pca.ts';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { codeDistances, relativeDifference } from '../reference.ts';
import { normalMatrix } from '../support/axes.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';
import { labelledImages, largestDifference, scatters } from '../support/labelled.ts';

const data = labelledImages('ml', 5, 20, 4, 3);
const all = { energy: 1 };

describe('Maximum likelihood loadings', () => {
  it('order the axes on which images of a subject coincide, whatever the order of the images', () => {
    const few = labelledImages('few', 6, 6, 8, 7);
    const backwards = Array.from(few.labels.keys()).reverse();
    const turned = { images: selectImages(few.images, backwards), labels: few.labels.toReversed() };
    const [fit, other] = [few, turned].map(({ images, labels }) => fitOf(mlSolutions, images, [5], all, labels));
    expect(Math.max(...fit.parameters.d.data.map(Math.abs))).toBeLessThan(1e-10);
    const [codes, others] = [fit, other].map((each) => codeDistances(mlSolutions.encode(each, few.images)));
    expect(relativeDifference(codes, others)).toBeLessThan(1e-9);
  });

  it('solve Λ⁽¹⁾ W S_1 Wᵀ + Λ⁽²⁾ W S_2 Wᵀ = I, the largest λ with the smallest d', () => {
    const [s1, s2] = [gramOfColumns(normalMatrix('s1', 9, 6)), gramOfColumns(normalMatrix('s2', 9, 6))];
    const lambda = Float64Array.of(0.9, 0.7, 0.4);
    const { loadings, ratios } = mlLoadings(s1, s2, lambda, new Float64Array(6).fill(1));
    const form = (s: Matrix) => multiply(loadings, multiply(s, loadings), { transposeA: true });
    const total = add(
      scaleRows(
        form(s1),
        lambda.map((l) => l / (1 - l * l)),
      ),
      scaleRows(
        form(s2),
        lambda.map((l) => (1 - l) ** 2 / (1 - l * l)),
      ),
    );
    expect(largestDifference(total, identity(3))).toBeLessThan(1e-11);
    expect([...ratios]).toEqual([...ratios].sort((a, b) => a - b));
  });

  it.each([
    ['pca', pca, {}],
    ['lda', fkLda, {}],
    ['lpp', lpp, all],
    ['sfa', sfa, all],
  ] as [string, Method, Record<string, number>][])(
    'of the prior of %s have the axes of the method, in order',
    (prior, method, settings) => {
      const fit = fitOf(mlSolutions, data.images, [3], { ...all, prior }, data.labels);
      const expected = fitOf(method, data.images, [3], settings, data.labels);
      const w = parameterMatrix(fit, 'W');
      const v = parameterMatrix(expected, prior === 'pca' ? 'U' : 'W');
      for (let j = 0; j < 3; j++) {
        expect(principalAngles(columns(w, j, j + 1), columns(v, j, j + 1))[0]).toBeLessThan(1e-8);
      }
    },
  );

  it('have unit latent variance only where λ = 1 − d / 2', () => {
    const { total } = scatters(data);
    const d = fitOf(mlSolutions, data.images, [1], { ...all, prior: 'lda' }, data.labels).parameters.d.data[0];
    const variance = (lambda: number) => {
      const fit = fitOf(
        mlSolutions,
        data.images,
        [1],
        { ...all, prior: 'lda', lambdaFirst: lambda, lambdaLast: 0 },
        data.labels,
      );
      const w = parameterMatrix(fit, 'W');
      return multiply(w, multiply(total, w), { transposeA: true }).data[0];
    };
    expect(variance(1 - d / 2)).toBeCloseTo(1, 10);
    expect(Math.abs(variance(0.3) - 1)).toBeGreaterThan(0.05);
  });
});
