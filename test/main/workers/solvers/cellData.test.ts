import { describe, expect, it } from 'vitest';
import type { FeatureStep } from '../../../../src/core/features/registry.ts';
import { asVectors, centreImages, meanImage } from '../../../../src/core/images/imageSet.ts';
import { placeOf, storedPixels } from '../../../../src/core/images/storedImages.ts';
import { gramOfRows } from '../../../../src/core/linalg/index.ts';
import { CancelledError, FitError } from '../../../../src/core/methods/method.ts';
import type { CellTask } from '../../../../src/core/study/cells/cellTask.ts';
import { releaseShared } from '../../../../src/main/workers/solvers/computeOnce.ts';
import { cellData, sharedGram } from '../../../../src/main/workers/solvers/cellData.ts';
import {
  FEATURES,
  GRAM,
  sharedState,
  imagesOf,
  shareStudy,
  type SharedStudy,
} from '../../../../src/main/workers/solvers/sharedStudy.ts';

const never = (): void => undefined;

function share(steps: readonly FeatureStep[] = []): SharedStudy {
  const pixels = storedPixels({ rows: 3, cols: 2, count: 4, type: 'f64' });
  for (let n = 0; n < 4; n++) placeOf(pixels)(n).set(Float64Array.from({ length: 6 }, (_, i) => Math.sin(6 * n + i)));
  return shareStudy(pixels, [0, 0, 1, 1], steps);
}

const state = (shared: SharedStudy): number => new Int32Array(shared.flags)[GRAM];

describe('the shared Gram matrix', () => {
  it('is computed by the first that asks, and read by the others', () => {
    const shared = share();
    const expected = gramOfRows(asVectors(imagesOf(shared)));
    expect(sharedGram(shared, never)).toEqual(expected);
    expect(state(shared)).toBe(sharedState.ready);
    // Whoever asks now gets what is in shared memory, without computing it again.
    new Float64Array(shared.gram!)[5] = 42;
    expect(sharedGram(shared, never).data[5]).toBe(42);
  });

  it('is that of the images less their mean where that is far larger than their deviations from it', () => {
    const pixels = storedPixels({ rows: 3, cols: 2, count: 4, type: 'f64' });
    for (let n = 0; n < 4; n++)
      placeOf(pixels)(n).set(Float64Array.from({ length: 6 }, (_, i) => 8000 + ((n * i) % 4)));
    const shared = shareStudy(pixels, [0, 0, 1, 1], []);
    const images = imagesOf(shared);
    const expected = gramOfRows(asVectors(centreImages(images, meanImage(images))));
    expect(sharedGram(shared, never).data.every((value, at) => Math.abs(value - expected.data[at]) < 1e-12)).toBe(true);
  });

  it('can be computed again when the worker that was at it has died', () => {
    const shared = share();
    new Int32Array(shared.flags)[GRAM] = sharedState.computing;
    releaseShared(shared);
    expect(state(shared)).toBe(sharedState.absent);
    expect(sharedGram(shared, never).data[0]).toBeGreaterThan(0);
    releaseShared(shared);
    expect(state(shared)).toBe(sharedState.ready);
  });

  it('does not keep a cancelled worker waiting', () => {
    const shared = share();
    new Int32Array(shared.flags)[GRAM] = sharedState.computing;
    const cancelled = (): void => {
      throw new CancelledError('cancelled');
    };
    expect(() => sharedGram(shared, cancelled)).toThrow(CancelledError);
  });

  it('is refused where it would be too large, instead of the whole study', () => {
    const pixels = storedPixels({ rows: 1, cols: 1, count: 60_000, type: 'u8' });
    const shared = shareStudy(pixels, new Int32Array(60_000));
    expect(() => sharedGram(shared, never)).toThrow(FitError);
    expect(() => sharedGram(shared, never)).toThrow(/60000 images would take 29 GB/);
  });
});

describe('shared features', () => {
  const steps: FeatureStep[] = ['unit-norm'];
  const flag = (shared: SharedStudy): number => new Int32Array(shared.flags)[FEATURES];
  // Of no method that is known, so that its memory is not asked for.
  const task = { methodId: 'none of these', split: { train: [0, 1], test: [2, 3] } } as unknown as CellTask;

  it('say how far they are, and are computed once', () => {
    const shared = share(steps);
    const told: object[] = [];
    const { images } = cellData(shared, task, never, (progress) => told.push(progress));
    expect(told).toEqual([1, 2, 3, 4].map((image) => ({ image, of: 4 })));
    expect(Math.hypot(...asVectors(images).data.subarray(0, 6))).toBeCloseTo(1, 12);
    cellData(shared, task, never, (progress) => told.push(progress));
    expect(told).toHaveLength(4);
  });

  it('are cancelled between two images, and can be computed again', () => {
    const shared = share(steps);
    let asked = 0;
    const cancelled = (): void => {
      if (++asked === 3) throw new CancelledError('cancelled');
    };
    const told: object[] = [];
    expect(() => cellData(shared, task, cancelled, (progress) => told.push(progress))).toThrow(CancelledError);
    expect(told).toHaveLength(2);
    expect(flag(shared)).toBe(sharedState.absent);
    cellData(shared, task, never);
    expect(flag(shared)).toBe(sharedState.ready);
  });
});
