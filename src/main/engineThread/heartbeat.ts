/**
 * The sign of life of the engine's thread, in memory that the host reads. A message would not do: it tells nothing
 * about a thread that is in the middle of something long that it has announced.
 */

const BEATS = 0;
const ANNOUNCED = 1;

/** Milliseconds between two beats. */
const BEAT = 250;

/** Of a thread that is about to be started, which counts as something long. */
export function createPulse(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  Atomics.store(new Int32Array(memory), ANNOUNCED, 1);
  return memory;
}

export interface OwnPulse {
  /** The start is over: from now on silence is a hang. */
  readonly started: () => void;
  /** Does something that may take long without a turn of the loop, such as rewriting the file: it is no hang. */
  readonly announced: <T>(work: () => T) => T;
}

/** Beats as long as the thread turns its loop. */
export function beat(memory: SharedArrayBuffer): OwnPulse {
  const pulse = new Int32Array(memory);
  setInterval(() => Atomics.add(pulse, BEATS, 1), BEAT).unref();
  return {
    started: () => void Atomics.sub(pulse, ANNOUNCED, 1),
    announced(work) {
      Atomics.add(pulse, ANNOUNCED, 1);
      try {
        return work();
      } finally {
        Atomics.sub(pulse, ANNOUNCED, 1);
        Atomics.add(pulse, BEATS, 1);
      }
    },
  };
}

/**
 * Calls `onStill` once when there was no beat for about `patience` milliseconds and nothing long is announced. Looks
 * are counted, not the clock: a machine that slept stops both sides alike. Answers how to stop listening.
 */
export function listen(memory: SharedArrayBuffer, patience: number, onStill: () => void): () => void {
  const pulse = new Int32Array(memory);
  const looks = 10;
  let last = 0;
  let still = 0;
  const timer = setInterval(() => {
    const beats = Atomics.load(pulse, BEATS);
    const alive = beats !== last || Atomics.load(pulse, ANNOUNCED) > 0;
    last = beats;
    still = alive ? 0 : still + 1;
    if (still < looks) return;
    clearInterval(timer);
    onStill();
  }, patience / looks);
  timer.unref();
  return () => clearInterval(timer);
}
