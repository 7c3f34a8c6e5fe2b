import { describe, expect, it } from 'vitest';
import { asVectors } from '../../../../src/core/images/imageSet.ts';
import { placeOf, storedPixels } from '../../../../src/core/images/storedImages.ts';
import { gramOfRows } from '../../../../src/core/linalg/index.ts';
import { CancelledError, FitError } from '../../../../src/core/methods/method.ts';
import { releaseShared } from '../../../../src/main/threads/solvers/computeOnce.ts';
import { sharedGram } from '../../../../src/main/threads/solvers/cellData.ts';
import {
  GRAM,
  sharedState,
  imagesOf,
  shareStudy,
  type SharedStudy,
} from '../../../../src/main/threads/solvers/sharedStudy.ts';

const never = (): void => undefined;

function share(): SharedStudy {
  const pixels = storedPixels({ rows: 3, cols: 2, count: 4, type: 'f64' });
  for (let n = 0; n < 4; n++) placeOf(pixels)(n).set(Float64Array.from({ length: 6 }, (_, i) => Math.sin(6 * n + i)));
  return shareStudy(pixels, [0, 0, 1, 1]);
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
