/**
 * Zhao, Yu, Kwok 2012, Table V: iris as 2 × 2 matrices (sepal, petal × length, width). Reference errors in per cent
 * from an independent implementation over 200 splits, k = 5 / 15 / 25 / 35: BPPCA 5.4 / 4.0 / 3.8 / 3.8 at (2, 1), PPCA
 * 9.1 / 6.7 / 5.1 / 4.9.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asVectors } from '../../../src/core/images/imageSet.ts';
import { gramOfRows, matrixStack } from '../../../src/core/linalg/index.ts';
import { bppca } from '../../../src/core/methods/bilinear/bppca.ts';
import { latentShapes } from '../../../src/core/methods/latent/latentGrid.ts';
import type { Method } from '../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { ppca } from '../../../src/core/methods/vector/ppca.ts';
import { sampleWithoutReplacement } from '../../../src/core/random/sampling.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { needsRealData, realData } from '../../support/realData.ts';
import { evaluateShapes } from '../../support/classify.ts';

/** Mean error in per cent at every shape over `repeats` splits with k training flowers a species. */
function meanErrors(method: Method, k: number, repeats: number): Map<string, number> {
  const rows = readFileSync(realData('iris/iris.csv'), 'utf8').trim().split('\n').slice(1);
  const values = rows.flatMap((row) => row.split(',').slice(0, 4).map(Number));
  const images = matrixStack(150, 2, 2, Float64Array.from(values));
  const labels = Int32Array.from(rows, (_, n) => Math.floor(n / 50));
  const gram = gramOfRows(asVectors(images));
  const errors = new Map<string, number>();
  for (let repeat = 0; repeat < repeats; repeat++) {
    const random = stream('iris', k, repeat);
    const chosen = new Set(
      [0, 50, 100].flatMap((from) => Array.from(sampleWithoutReplacement(random, 50, k), (n) => from + n)),
    );
    const index = rows.map((_, n) => n);
    const train = Int32Array.from(index.filter((n) => chosen.has(n)));
    const test = Int32Array.from(index.filter((n) => !chosen.has(n)));
    const { shapes, wrong } = evaluateShapes(method, {
      images,
      labels,
      train,
      test,
      shapes: latentShapes(method, 'all', 2, 2, train.length),
      settings: resolveSettings(method, {}),
      context: { random, checkCancelled: () => undefined },
      gram: () => gram,
    });
    shapes.forEach((shape, s) => {
      const key = shape.join();
      errors.set(key, (errors.get(key) ?? 0) + (100 * wrong[s]) / test.length / repeats);
    });
  }
  return errors;
}

describe('iris', needsRealData('iris/iris.csv'), () => {
  it.each([
    { k: 5, bilinear: 5.4, vector: 9.1 },
    { k: 15, bilinear: 4.0, vector: 6.7 },
    { k: 35, bilinear: 3.8, vector: 4.9 },
  ])('gives the reference errors at k = $k, with BPPCA ahead at (2, 1)', ({ k, bilinear, vector }) => {
    const [two, one] = [meanErrors(bppca, k, 100), meanErrors(ppca, k, 100)];
    const best = (errors: Map<string, number>) => [...errors].reduce((a, b) => (b[1] < a[1] ? b : a));
    expect(best(two)[0]).toBe('2,1');
    // Deviations between splits are 1 to 3; over 100 splits the means agree to a fraction of them.
    expect(Math.abs(best(two)[1] - bilinear)).toBeLessThan(0.75);
    expect(Math.abs(best(one)[1] - vector)).toBeLessThan(0.75);
    expect(best(one)[1]).toBeGreaterThan(best(two)[1]);
  });
});
