/** Reconstruction of the ORL faces at compression-matched dimensions (Yu, Bi, Ye 2010, section 6.1, Figs. 3, 4). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodePnm } from '../../../../src/core/formats/pictures/pnm.ts';
import { matrixStack, stackItem, type MatrixStack } from '../../../../src/core/linalg/index.ts';
import { factorNoisePhopca } from '../../../../src/core/methods/bilinear/factorNoise.ts';
import { glram } from '../../../../src/core/methods/bilinear/glram.ts';
import { psopca } from '../../../../src/core/methods/bilinear/psopca.ts';
import { oneModePhopcaLeft } from '../../../../src/core/methods/bilinear/transposed.ts';
import type { Method, ParameterValue } from '../../../../src/core/methods/method.ts';
import { mixtureOfPhopca } from '../../../../src/core/methods/mixture/mixtures.ts';
import { pca } from '../../../../src/core/methods/vector/pca.ts';
import { needsRealData, realData } from '../../../support/realData.ts';
import { fitOf } from '../support/dense.ts';

describe('ORL, 400 images of 112 × 92, r = c = 15', needsRealData('orl'), () => {
  let images: MatrixStack;
  beforeAll(() => {
    images = matrixStack(400, 112, 92);
    for (let n = 0; n < 400; n++) {
      const file = resolve(realData('orl'), `s${Math.floor(n / 10) + 1}`, `${(n % 10) + 1}.pgm`);
      stackItem(images, n).data.set(decodePnm(readFileSync(file)).samples);
    }
  });

  /** Root mean squared error an image: of all pixels, and of rows 40–100, columns 12–80. */
  function rmse(method: Method, latent: readonly number[], settings: Record<string, ParameterValue> = {}) {
    const fit = fitOf(method, images, latent, settings);
    const back = method.reconstruct!(fit, method.encode(fit, images));
    let [whole, inside] = [0, 0];
    back.data.forEach((value, i) => {
      const square = (value - images.data[i]) ** 2;
      const [row, column] = [(Math.floor(i / 92) % 112) + 1, (i % 92) + 1];
      whole += square;
      if (row >= 40 && row <= 100 && column >= 12 && column <= 80) inside += square;
    });
    return { whole: Math.sqrt(whole / 400), inside: Math.sqrt(inside / 400) };
  }

  /** Of PHOPCA at 15 × 15, which two tests ask for. */
  let phopca: ReturnType<typeof rmse> | undefined;
  const phopcaError = () => (phopca ??= rmse(psopca, [15, 15]));

  it('PHOPCA 1593, PCA 2587, one-mode 2715 (the paper stores images as width × height), and no other order', () => {
    // ⌈(N r c + m r + n c) / (N + m n)⌉ = 9 components, ⌈r c / 92⌉ = 3 columns cost as much as 15 × 15.
    expect(phopcaError().whole).toBeCloseTo(1593, -1);
    expect(rmse(psopca, [15, 15], { noise: 'zero' }).whole / rmse(glram, [15, 15]).whole).toBeCloseTo(1, 4);
    expect(Math.abs(rmse(pca, [9]).whole - 2587)).toBeLessThan(5);
    expect(Math.abs(rmse(oneModePhopcaLeft, [3]).whole - 2715)).toBeLessThan(5);
  });

  it('a mixture of five 1545, ahead of PHOPCA', () => {
    // 1530 … 1542 over twelve starts (docs/reproduction/methods.md).
    const mixture = rmse(mixtureOfPhopca, [15, 15], { components: 5, starts: 1, start: 'random', tolerance: 1e-5 });
    expect(Math.abs(mixture.whole - 1545)).toBeLessThan(20);
  });

  it('low noise in the facial region: 935 against 1128 inside, 1915 on the whole', () => {
    const region = { noise: 'fixed', firstRow: 40, lastRow: 100, firstColumn: 12, lastColumn: 80 };
    const focused = rmse(factorNoisePhopca, [15, 15], region);
    expect(Math.abs(focused.inside - 935)).toBeLessThan(5);
    expect(Math.abs(focused.whole - 1915)).toBeLessThan(5);
    expect(Math.abs(phopcaError().inside - 1128)).toBeLessThan(5);
  });
});
