/** The Gram matrix of a dataset, computed by one of the workers and used by all. */
import { asVectors } from '../../core/images/imageSet.ts';
import { gramOfRows, type Matrix } from '../../core/linalg/index.ts';
import { GRAM, gramOf, gramState, imagesOf, type SharedStudy } from './sharedStudy.ts';

/** How often a waiting worker looks whether the user has cancelled. */
const WAIT_MS = 50;

/** The Gram matrix; the first caller computes it while the others wait. `checkCancelled` may throw meanwhile. */
export function sharedGram(shared: SharedStudy, checkCancelled: () => void): Matrix {
  const flags = new Int32Array(shared.flags);
  const gram = gramOf(shared);
  for (;;) {
    const state = Atomics.compareExchange(flags, GRAM, gramState.absent, gramState.computing);
    if (state === gramState.ready) return gram;
    if (state === gramState.absent) {
      gram.data.set(gramOfRows(asVectors(imagesOf(shared))).data);
      Atomics.store(flags, GRAM, gramState.ready);
      Atomics.notify(flags, GRAM);
      return gram;
    }
    checkCancelled();
    Atomics.wait(flags, GRAM, gramState.computing, WAIT_MS);
  }
}

/** A worker died: had it been computing the matrix, another one has to. */
export function releaseGram(shared: SharedStudy): void {
  const flags = new Int32Array(shared.flags);
  if (Atomics.compareExchange(flags, GRAM, gramState.computing, gramState.absent) === gramState.computing) {
    Atomics.notify(flags, GRAM);
  }
}
