import type { Progress } from '../../../core/progress.ts';
import { Failure, Interrupted } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { ProgressLine } from '../progress.ts';
import { progressTarget } from '../terminal.ts';

/** Events of a stream with progress. */
type Followed =
  | { readonly kind: 'progress'; readonly progress: Progress; readonly unit?: '%' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'done' };

export interface FollowOptions<E> {
  /** Counted unit, e.g. "images". */
  readonly unit: string;
  /** Subject of the work: the first words of the line. */
  readonly of?: string;
  /** Writes JSON lines instead of sentences if standard error is not a terminal. */
  readonly json: boolean;
  readonly start: (signal: AbortSignal) => Promise<AsyncIterable<E>>;
  /** One sentence about what was cancelled and what remains. */
  readonly cancelled: string;
}

/** Shows the progress of a stream and returns its last event; Ctrl-C ends the stream. Throws Failure, Interrupted. */
export function followStream<E extends Followed>({
  unit,
  of,
  json,
  start,
  cancelled,
}: FollowOptions<E>): Promise<Extract<E, { readonly kind: 'done' }>> {
  const line = new ProgressLine(progressTarget(), { unit, of, json });
  const abort = new AbortController();
  return interruptible([() => abort.abort()], async () => {
    try {
      for await (const event of await start(abort.signal)) {
        if (event.kind === 'progress') line.show(event.progress, event.unit);
        else if (event.kind === 'done') return event as Extract<E, { readonly kind: 'done' }>;
        else if (event.kind === 'failed') throw new Failure(event.reason);
        else break;
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      line.clear();
    }
    throw new Interrupted(cancelled);
  });
}
