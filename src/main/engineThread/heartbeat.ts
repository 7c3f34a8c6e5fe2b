/**
 * Heartbeat of the engine's thread, in memory shared with the host. Messages do not suffice: they say nothing about a
 * thread that is in the middle of a long, announced operation.
 */

const BEATS = 0;
const ANNOUNCED = 1;

/** Milliseconds between two beats. */
const BEAT = 250;

/** For a thread that is about to start; the start counts as a long operation. */
export function createPulse(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  Atomics.store(new Int32Array(memory), ANNOUNCED, 1);
  return memory;
}

export interface OwnPulse {
  /** The start is complete: silence now means a hang. */
  readonly started: () => void;
  /**
   * Runs an operation that may block the event loop for long, such as rewriting the file, without counting as a hang.
   */
  readonly announced: <T>(work: () => T) => T;
}

/** Beats while the thread's event loop runs. */
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
 * Calls `onStill` once if there was no beat for about `patience` milliseconds and no long operation is announced.
 * Counts its own checks instead of the clock: a machine that sleeps stops both sides alike. Returns a function that
 * stops listening.
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
