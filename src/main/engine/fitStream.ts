/** Event stream of a fit in its own thread: progress, then the result. Leaving the stream cancels the fit. */
import { maximumIterations } from '../../core/methods/probabilisticSettings.ts';
import type { FitEvent } from '../../core/contract/procedures.ts';
import type { Method, Settings } from '../../core/methods/method.ts';
import type { JobProgress } from '../workers/runJob.ts';
import { latestStream } from './latestStream.ts';
import { MeanRateMeter } from './meanRateMeter.ts';
import type { Services } from './services.ts';

export interface FitStreamOptions<T, R> {
  readonly method: Method;
  readonly settings: Settings;
  /** Signal of the call; closing the engine also cancels the fit. */
  readonly signal: AbortSignal | undefined;
  readonly services: Pick<Services, 'closing'>;
  /** Rejects with the reason of a failure, one sentence. */
  readonly start: (signal: AbortSignal, onProgress: (progress: JobProgress) => void) => Promise<T>;
  /** Converts the result of the thread to that of the contract. */
  readonly finish: (result: T, seconds: number) => R;
}

export function fitStream<T, R>({
  method,
  settings,
  signal,
  services,
  start,
  finish,
}: FitStreamOptions<T, R>): AsyncIteratorObject<FitEvent<R>, void, void> {
  const meter = new MeanRateMeter();
  const abort = new AbortController();
  const { stream, offer, end } = latestStream<FitEvent<R>>(signal, () => abort.abort());
  const total = maximumIterations(settings);
  // Methods check for cancellation once per iteration; the time left counts to the maximum iterations.
  const offerProgress = (calls: number): void =>
    offer({
      kind: 'progress',
      progress: meter.update({ done: Math.min(calls, total), total, running: `Fitting ${method.title}` }),
    });
  offerProgress(0);
  start(AbortSignal.any([abort.signal, services.closing]), ({ done }) => offerProgress(done))
    .then((result) => offer({ kind: 'done', result: finish(result, meter.seconds) }))
    .catch((error: Error) => offer({ kind: 'failed', reason: error.message }))
    .finally(end);
  return stream;
}
