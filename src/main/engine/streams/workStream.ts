import type { Services } from '../services.ts';
import { latestStream } from './latestStream.ts';

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
