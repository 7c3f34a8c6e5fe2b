/**
 * The noise experiment of Nicolaou, Zafeiriou, Pantic 2014 (Fig. 3) on ORL at 32 × 32: pixel gradients, 5 training
 * images a subject, noise in training and test images, q = K − 1 = 39. Over 10 splits, error in per cent:
 *
 * | σ (pixels in 0 … 1) | LDA | FK-LDA | PLDA likelihood | EM-LDA whitened, likelihood, 1-NN | EM-LDA raw, likelihood |
 * 1-NN on gradients |
 * | 0   | 13.2 | 11.4 |  9.7 | 11.6, 12.2 | 24.6 | 26.9 |
 * | 0.1 | 36.9 | 31.3 | 27.1 | 31.6, 36.5 | 52.4 | 45.4 |
 * | 0.2 | 75.7 | 71.9 | 66.5 | 71.9, 76.0 | 87.0 | 85.5 |
 *
 * "EM-LDA outperforms the other variants" does not reproduce: PLDA is best, EM-LDA on whitened images equals FK-LDA.
 * Its likelihood is better than nearest neighbours in its projection. The test repeats it on two splits.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { addPixelNoise } from '../../../../src/core/images/noise.ts';
import { asVectors } from '../../../../src/core/images/imageSet.ts';
import { gramOfRows, type Matrix } from '../../../../src/core/linalg/index.ts';
import { fkLda } from '../../../../src/core/methods/discriminant/fkLda.ts';
import { lda } from '../../../../src/core/methods/discriminant/lda.ts';
import { plda } from '../../../../src/core/methods/discriminant/plda.ts';
import { emLda } from '../../../../src/core/methods/field/composedFields.ts';
import type { Method, ParameterValue } from '../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { needsRealData } from '../../../support/realData.ts';
import { ORL, randomSplit, readOrl } from '../support/orl.ts';
import { evaluateShapes } from '../../../support/classify.ts';
import { featuresOf } from '../../../support/featuresOf.ts';

const lambdas = { lambdaFirst: 0.99, lambdaLast: 0.9 };
const rows: [string, Method, Record<string, ParameterValue>][] = [
  ['LDA', lda, {}],
  ['FK-LDA', fkLda, {}],
  ['PLDA', plda, { identification: 'likelihood', maxIterations: 20 }],
  ['EM-LDA', emLda, { identification: 'likelihood', ...lambdas }],
  ['EM-LDA 1-NN', emLda, lambdas],
];

describe('Gradients of ORL faces with noise σ = 0 and 0.1', needsRealData(ORL), () => {
  const errors = new Map<string, number>();
  const mean = (name: string) => (errors.get(`${name} 0`)! + errors.get(`${name} 0.1`)!) / 2;

  beforeAll(() => {
    const { images, labels } = readOrl();
    for (const sigma of [0, 0.1]) {
      for (const repeat of [1, 2]) {
        const noisy = featuresOf(['gradients'], addPixelNoise(images, 255 * sigma, stream('noise', sigma, repeat)));
        const { train, test } = randomSplit(labels, 5, repeat);
        const gram: Matrix = gramOfRows(asVectors(noisy));
        for (const [name, method, settings] of rows) {
          const { wrong } = evaluateShapes(method, {
            images: noisy,
            labels,
            train,
            test,
            shapes: [[39]],
            settings: resolveSettings(method, settings),
            context: { random: stream('fit', repeat), checkCancelled: () => undefined },
            gram: () => gram,
          });
          const key = `${name} ${sigma}`;
          errors.set(key, (errors.get(key) ?? 0) + wrong[0] / 4);
        }
      }
    }
    console.log([...errors].map(([key, value]) => `${key}: ${value.toFixed(1)}%`).join(', '));
  });

  it('are classified best by PLDA', () => {
    for (const name of ['LDA', 'FK-LDA', 'EM-LDA', 'EM-LDA 1-NN']) expect(mean('PLDA')).toBeLessThan(mean(name));
  });

  it('give EM-LDA on whitened images the errors of FK-LDA', () => {
    expect(Math.abs(mean('EM-LDA') - mean('FK-LDA'))).toBeLessThan(1);
  });

  it('are classified better by the likelihood of EM-LDA than by nearest neighbours in its projection', () => {
    expect(mean('EM-LDA')).toBeLessThan(mean('EM-LDA 1-NN'));
  });

  it('suffer from noise in every method', () => {
    for (const [name] of rows) expect(errors.get(`${name} 0.1`)!).toBeGreaterThan(errors.get(`${name} 0`)! + 10);
  });
});
