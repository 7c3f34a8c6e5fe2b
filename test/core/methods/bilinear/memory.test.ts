import { describe, expect, it } from 'vitest';
import { kernelMemory } from '../../../../src/core/linalg/index.ts';
import { bppca } from '../../../../src/core/methods/bilinear/bppca.ts';
import { fpca } from '../../../../src/core/methods/bilinear/fpca.ts';
import { glram } from '../../../../src/core/methods/bilinear/glram.ts';
import { mvfa } from '../../../../src/core/methods/bilinear/mvfa.ts';
import { psopca } from '../../../../src/core/methods/bilinear/psopca.ts';
import { robustPhopca } from '../../../../src/core/methods/bilinear/robustPhopca.ts';
import type { Method } from '../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { plantedImages } from '../support/dense.ts';

/** Bytes that the work beside the images may take. */
const WORK = 1.5 * 2 ** 20;

describe('the kernel memory of an alternating method', () => {
  it.each([
    ['GLRAM', glram, {}],
    ['BPPCA by CM', bppca, {}],
    ['BPPCA by AECM', bppca, { algorithm: 'aecm' }],
    ['PSOPCA', psopca, {}],
    ['MVFA', mvfa, {}],
    ['FPCA', fpca, {}],
    ['robust PHOPCA', robustPhopca, {}],
  ] as [string, Method, Record<string, string>][])(
    'neither grows nor fills while %s iterates',
    (_, method, settings) => {
      const { images } = plantedImages('memory', 300, 60, 48, 3, 2, 0.5);
      const before = kernelMemory();
      const used: number[] = [];
      const reserved: number[] = [];
      // The methods ask at the start of every iteration whether they shall stop.
      const checkCancelled = (): void => {
        used.push(kernelMemory().used);
        reserved.push(kernelMemory().reserved);
      };
      const fit = method.fit(
        { images, labels: null },
        [3, 2],
        resolveSettings(method, { ...settings, tolerance: 1e-15, maxIterations: 4 }),
        { random: stream('memory'), checkCancelled },
      );
      expect(fit.iterations).toBeGreaterThan(3);
      // The first time is before the fit.
      expect(used.shift()).toBe(before.used);
      reserved.shift();
      expect(new Set(used)).toEqual(new Set([before.used + images.data.length * 8]));
      expect(new Set(reserved.slice(1)).size).toBe(1);
      expect(reserved.at(-1)! - before.reserved).toBeLessThan(images.data.length * 8 + WORK);
      expect(kernelMemory().used).toBe(before.used);
    },
  );
});
