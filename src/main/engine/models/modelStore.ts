/** Open models: each is fitted once, kept for further queries, and closed after an idle time. */
import { ModelRefusal, modelThread, type ModelThread } from '../../workers/modelThread.ts';
import type { FittedModel, ModelJob } from '../../workers/modelWorker.ts';
import type { JobProgress } from '../../workers/runJob.ts';

/** Maximum open models; each holds the images of its dataset. */
const MOST_OPEN = 2;
/** Idle milliseconds after which a model is closed. */
const IDLE = 5 * 60_000;

export interface OpenedModel extends FittedModel {
  readonly seconds: number;
  readonly thread: ModelThread;
}

type Follower = (progress: JobProgress) => void;

interface Entry {
  readonly opened: Promise<OpenedModel>;
  readonly followers: Set<Follower>;
  readonly close: () => void;
  idle: NodeJS.Timeout;
}

export interface ModelStore {
  /** The model; fits it if it is not open. Rejects with ModelRefusal if the fit fails. */
  readonly get: (key: string, job: () => Promise<ModelJob>) => Promise<OpenedModel>;
  /** Like `get`, with the progress of the fit; aborting `signal` before it is ready cancels the fit. */
  readonly follow: (
    key: string,
    job: () => Promise<ModelJob>,
    signal: AbortSignal,
    follower: Follower,
  ) => Promise<OpenedModel>;
}

/** Aborting `closing` closes all models. */
export function modelStore(closing: AbortSignal, { mostOpen = MOST_OPEN, idle = IDLE } = {}): ModelStore {
  /** In order of use, the most recently used last. */
  const entries = new Map<string, Entry>();
  closing.addEventListener('abort', () => entries.forEach(({ close }) => close()));

  function used(key: string, load: () => Promise<ModelJob>): Entry {
    const entry = entries.get(key) ?? begin(key, load);
    entries.delete(key);
    entries.set(key, entry);
    entry.idle.refresh();
    for (const [other, { close }] of entries) if (entries.size > mostOpen && other !== key) close();
    return entry;
  }

  function begin(key: string, load: () => Promise<ModelJob>): Entry {
    const started = performance.now();
    const followers = new Set<Follower>();
    const settled = Promise.withResolvers<OpenedModel>();
    // A model whose last follower has left fails for nobody.
    settled.promise.catch(() => undefined);
    let thread: ModelThread | null = null;
    let closed = false;
    const close = (reason = 'The model was closed.'): void => {
      if (closed) return;
      closed = true;
      clearTimeout(entry.idle);
      if (entries.get(key) === entry) entries.delete(key);
      thread?.close();
      settled.reject(new ModelRefusal(reason));
    };
    const entry: Entry = {
      opened: settled.promise,
      followers,
      close: () => close(),
      idle: setTimeout(() => close(), idle).unref(),
    };
    const fit = async (): Promise<void> => {
      const job = await load();
      if (closed) return;
      thread = modelThread(job, (progress) => followers.forEach((follower) => follower(progress)));
      settled.resolve({ ...(await thread.fitted), seconds: (performance.now() - started) / 1000, thread });
      await thread.ended;
      close();
    };
    fit().catch((error: unknown) => close(error instanceof Error ? error.message : String(error)));
    return entry;
  }

  return {
    get: (key, load) => used(key, load).opened,
    async follow(key, load, signal, follower) {
      const entry = used(key, load);
      const leave = (): void => {
        entry.followers.delete(follower);
        if (entry.followers.size === 0) entry.close();
      };
      entry.followers.add(follower);
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await entry.opened;
      } finally {
        signal.removeEventListener('abort', leave);
        entry.followers.delete(follower);
      }
    },
  };
}
