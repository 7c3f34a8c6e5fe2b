import type { Services } from './services.ts';

/** Minimum milliseconds between two values if only progress changes. */
const MIN_INTERVAL_MS = 100;

export interface LatestStream<T> {
  readonly stream: AsyncIteratorObject<T, void, void>;
  /** Offers a value; replaces one that the client has not taken yet. */
  readonly offer: (value: T) => void;
  /** Ends the stream after the last offered value. */
  readonly end: () => void;
}

/**
 * A stream of the latest value, at most ten per second; a slow client skips values instead of queueing them. `onClose`
 * is called once: when the stream has ended, its consumer has left, or `signal` aborts.
 */
export function latestStream<T>(
  signal: AbortSignal | undefined,
  onClose: () => void,
  interval = MIN_INTERVAL_MS,
): LatestStream<T> {
  let waiting: { value: T } | null = null;
  let taker: ((result: IteratorResult<T, void>) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let lastSent = -Infinity;
  let ended = false;
  let closed = false;

  const close = (): void => {
    if (closed) return;
    closed = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', close);
    taker?.({ done: true, value: undefined });
    taker = null;
    waiting = null;
    onClose();
  };

  const deliver = (): void => {
    clearTimeout(timer);
    if (!taker) return;
    if (waiting) {
      const pause = ended ? 0 : lastSent + interval - performance.now();
      if (pause > 0) {
        timer = setTimeout(deliver, pause);
        return;
      }
      lastSent = performance.now();
      const take = taker;
      const { value } = waiting;
      taker = null;
      waiting = null;
      take({ done: false, value });
    } else if (ended) close();
  };

  if (signal?.aborted) close();
  else signal?.addEventListener('abort', close);

  const done = { done: true, value: undefined } as const;
  const stream: AsyncIteratorObject<T, void, void> = {
    next() {
      if (closed) return Promise.resolve(done);
      return new Promise((resolve) => {
        taker = resolve;
        deliver();
      });
    },
    return() {
      close();
      return Promise.resolve(done);
    },
    [Symbol.asyncIterator]: () => stream,
    async [Symbol.asyncDispose]() {
      close();
    },
  };
  return {
    stream,
    offer(value) {
      if (closed || ended) return;
      waiting = { value };
      deliver();
    },
    end() {
      ended = true;
      deliver();
    },
  };
}

/**
 * Event stream of one task: progress, then its result. `work` never rejects; leaving the stream or closing the engine
 * cancels it.
 */
export function workStream<E>(
  { closing }: Pick<Services, 'closing'>,
  signal: AbortSignal | undefined,
  work: (stop: AbortSignal, offer: (event: E) => void) => Promise<E>,
): AsyncIteratorObject<E, void, void> {
  const abort = new AbortController();
  const { stream, offer, end } = latestStream<E>(signal, () => abort.abort());
  void work(AbortSignal.any([abort.signal, closing]), offer).then((event) => {
    offer(event);
    end();
  });
  return stream;
}
