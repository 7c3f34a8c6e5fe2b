import { describe, expect, it } from 'vitest';
import { squaredDistances, type MatrixStack } from '../../../../src/core/linalg/index.ts';
import { bppca } from '../../../../src/core/methods/bilinear/bppca.ts';
import { glram } from '../../../../src/core/methods/bilinear/glram.ts';
import { glramPca } from '../../../../src/core/methods/bilinear/glramPca.ts';
import { fitOf, plantedImages } from '../support/dense.ts';

const { images } = plantedImages('glram pca', 40, 6, 5, 3, 3);
const rows = ({ count, rows: r, cols, data }: MatrixStack) => ({ rows: count, cols: r * cols, data });

describe('PCA after GLRAM', () => {
  it('with all components keeps the distances and reconstructions of GLRAM', () => {
    const [base, fit] = [fitOf(glram, images, [3, 2]), fitOf(glramPca, images, [3, 2], { components: 6 })];
    const [a, b] = [rows(glram.encode(base, images)), rows(glramPca.encode(fit, images))];
    const [left, right] = [squaredDistances(a, a).data, squaredDistances(b, b).data];
    left.forEach((value, i) => expect(right[i]).toBeCloseTo(value, 8));
    const back = glramPca.reconstruct!(fit, glramPca.encode(fit, images));
    glram.reconstruct!(base, glram.encode(base, images)).data.forEach((value, i) =>
      expect(back.data[i]).toBeCloseTo(value, 9),
    );
  });

  it('has uncorrelated codes with the variances of the eigenvalues', () => {
    const fit = fitOf(glramPca, images, [3, 2], { components: 3 });
    const codes = rows(glramPca.encode(fit, images));
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let n = 0; n < 40; n++) sum += (codes.data[3 * n + i] * codes.data[3 * n + j]) / 40;
        expect(sum).toBeCloseTo(i === j ? fit.parameters.eigenvalues.data[i] : 0, 9);
      }
    }
    expect(fitOf(glramPca, images, [2, 2], { components: 9 }).warnings.join()).toMatch(/4 of 9 components/);
  });
});

describe('the bilinear reconstruction of BPPCA', () => {
  it('lies nearer to the mean than the biorthogonal one', () => {
    const length = (reconstruction: string) => {
      const fit = fitOf(bppca, images, [2, 2], { reconstruction });
      const mean = fit.parameters.mean.data;
      return bppca.reconstruct!(fit, bppca.encode(fit, images)).data.reduce(
        (sum, value, i) => sum + (value - mean[i % 30]) ** 2,
        0,
      );
    };
    expect(length('posterior')).toBeLessThan(length('orthogonal'));
  });
});
