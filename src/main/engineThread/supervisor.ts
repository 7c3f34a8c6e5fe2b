/**
 * The host's side of the engine's thread: starts it, relays pages to it, and restarts it if it crashes or hangs.
 * Imports nothing from the engine, so no call of a page can block the host's own thread.
 */
import { MessageChannel, Worker, type MessagePort, type Transferable } from 'node:worker_threads';
import { noActivity, type Activity, type StudyEnd, type ThemeChoice } from '../../core/contract/activity.ts';
import type { Choice } from '../../core/contract/files.ts';
import type { Printing } from '../../core/contract/desktopShell.ts';
import { heapLimits, memoryFate } from '../heapLimits.ts';
import { workerModule } from '../workerClient.ts';
import { fromThreadSchema, type FromThread, type OpenMessage, type ToThread } from './messages.ts';
import { createPulse, listen } from './heartbeat.ts';
import { relay, type PageEnd } from './relay.ts';

export interface SupervisorOptions {
  readonly open: Pick<OpenMessage, 'workspacePath' | 'host' | 'roots' | 'workers' | 'logFile'>;
  /** Opens the native dialog and returns a path; null if dismissed. @default the host has no dialogs */
  readonly chooseNative?: (what: Choice) => Promise<string | null>;
  /** Prints by the native dialog; false if dismissed. @default the host prints nothing */
  readonly printNative?: (document: Printing) => Promise<boolean>;
  readonly onActivity?: (activity: Activity) => void;
  readonly onStudyEnd?: (study: StudyEnd) => void;
  /** Called with the stored theme, and on every change. */
  readonly onTheme?: (theme: ThemeChoice) => void;
  /** The thread has ended or hangs and is restarted; one sentence for a log. */
  readonly onRestart?: (sentence: string) => void;
  /** The thread cannot be restarted, and calls are no longer answered. One sentence for the user. */
  readonly onLost: (sentence: string) => void;
  /** Milliseconds without a heartbeat after which the thread counts as hung. @default 10 000 */
  readonly patience?: number;
  /** How the engine is hosted. @default a thread of this process */
  readonly start?: StartEngine;
}

/** A thread or process that speaks the engine's messages; "exit" is its last event. */
export interface EngineHome {
  readonly postMessage: (message: ToThread, transfer: readonly Transferable[]) => void;
  readonly on: ((name: 'message', listener: (message: unknown) => void) => unknown) &
    ((name: 'error', listener: (error: Error) => void) => unknown) &
    ((name: 'exit', listener: () => void) => unknown);
  /** Kills it. */
  readonly terminate: () => Promise<unknown>;
}

/** @param pulse shared memory for its heartbeat */
export type StartEngine = (pulse: SharedArrayBuffer) => EngineHome;

/** Starts the engine, or a substitute in tests, as a thread. */
export const inThread =
  (entry: URL = ENTRY): StartEngine =>
  (pulse) =>
    new Worker(entry, { workerData: { pulse }, resourceLimits: heapLimits('engine') });

export interface Opened {
  /** The workspace file. */
  readonly path: string;
  /** Notices for the user, each one sentence. */
  readonly notices: readonly string[];
  readonly theme: ThemeChoice;
}

export interface SupervisedEngine {
  /** Settles when the first engine has opened the workspace; rejects with one sentence if it cannot. */
  readonly opened: Promise<Opened>;
  readonly activity: () => Activity;
  /** Serves a page, also before the workspace is open; closes the page if the engine is lost. */
  readonly connect: (page: PageEnd) => void;
  /** Ends the engine in order, or kills it after `patience` milliseconds. Cells in progress become pending again. */
  readonly close: (patience?: number) => Promise<void>;
}

const ENTRY = workerModule('engineThread', import.meta.url);

const PATIENCE = 10_000;
const CLOSING = 5_000;
/** Milliseconds for killing a thread: it takes effect when native code returns. */
const ENDING = 5_000;
/** Restarts within a minute before the engine is abandoned. */
const MOST_RESTARTS = 3;
const MINUTE = 60_000;

/** One thread from its start to its end. */
interface Life {
  readonly home: EngineHome;
  readonly send: (message: ToThread, transfer?: readonly MessagePort[]) => void;
  isOver: boolean;
}

export function superviseEngine(options: SupervisorOptions): SupervisedEngine {
  const { open, chooseNative, onLost, patience = PATIENCE, start: startEngine = inThread() } = options;
  const restarts: number[] = [];
  const first = Promise.withResolvers<Opened>();
  // Hosts that only relay need not wait for it.
  first.promise.catch(() => undefined);
  let activity = noActivity;
  let closing = false;
  let isOpen = false;
  let life: Life | null = null;

  const setActivity = (next: Activity): void => {
    activity = next;
    options.onActivity?.(next);
  };

  /** Abandons the engine: no further thread is started. */
  const give = (sentence: string): void => {
    life = null;
    setActivity(noActivity);
    if (isOpen) onLost(sentence);
    else first.reject(new Error(sentence));
  };

  const receive = (from: Life, message: FromThread): void => {
    switch (message.kind) {
      case 'ready':
        isOpen = true;
        options.onTheme?.(message.theme);
        first.resolve(message);
        break;
      case 'failed':
        from.isOver = true;
        give(message.sentence);
        break;
      case 'choose':
        void (chooseNative ?? (async () => null))(message.what)
          .catch(() => null)
          .then((path) => from.send({ kind: 'chosen', id: message.id, path }));
        break;
      case 'print': {
        const { id } = message;
        (options.printNative ?? (async () => false))(message.document).then(
          (done) => from.send({ kind: 'printed', id, done, failure: null }),
          (error: Error) => from.send({ kind: 'printed', id, done: false, failure: error.message }),
        );
        break;
      }
      case 'busy':
        setActivity(message.activity);
        break;
      case 'ended':
        options.onStudyEnd?.(message.study);
        break;
      case 'theme':
        options.onTheme?.(message.theme);
    }
  };

  /** `fate`: the end of a sentence about the engine. */
  const followOn = (fate: string): void => {
    if (closing) return;
    if (!isOpen) return give(`The engine ${fate} before it had opened the workspace.`);
    const now = performance.now();
    const recent = restarts.filter((time) => time > now - MINUTE);
    if (recent.length >= MOST_RESTARTS) {
      return give(`The engine ${fate} ${MOST_RESTARTS + 1} times within a minute and is not started again.`);
    }
    restarts.splice(0, restarts.length, ...recent, now);
    const goOn = activity.studies.filter(({ pausing }) => !pausing);
    const lost = activity.imports.map((name) => `“${name}”`).join(', ');
    const sentence =
      `The engine ${fate} and was started again` +
      (goOn.length > 0 ? '; running studies continue.' : '.') +
      (lost === '' ? '' : ` The import of ${lost} has to be started again.`);
    // The next engine may also end before it has resumed the studies.
    activity = { ...activity, studies: goOn, imports: [] };
    options.onRestart?.(sentence);
    start({ restart: sentence, resume: goOn.map(({ id, shard }) => ({ study: id, shard })) });
  };

  function start({ restart, resume }: Pick<OpenMessage, 'restart' | 'resume'>): void {
    const pulse = createPulse();
    const home = startEngine(pulse);
    const mine: Life = {
      home,
      isOver: false,
      send: (message, transfer = []) => {
        if (!mine.isOver) home.postMessage(message, transfer);
      },
    };
    life = mine;
    let fate = 'ended unexpectedly';
    const end = (): void => {
      unlisten();
      if (mine.isOver) return;
      mine.isOver = true;
      followOn(fate);
    };
    const unlisten = listen(pulse, patience, () => {
      fate = `did not answer for ${patience / 1000} s`;
      // The next thread must wait until this one has ended and released its locks on the workspace.
      const stuck = setTimeout(() => {
        if (mine.isOver) return;
        mine.isOver = true;
        give(`The engine ${fate} and cannot be ended: close Eigenbench and start it again.`);
      }, ENDING);
      void home.terminate().finally(() => clearTimeout(stuck));
    });
    home.on('message', (message: unknown) => {
      if (!mine.isOver) receive(mine, fromThreadSchema.parse(message));
    });
    home.on('error', (error) => (fate = memoryFate(error) ?? `ended unexpectedly (${error.message})`));
    home.on('exit', end);
    mine.send({ kind: 'open', ...open, dialogs: chooseNative !== undefined, restart, resume });
  }

  start({ restart: null, resume: [] });
  return {
    opened: first.promise,
    activity: () => activity,
    connect(page) {
      const mine = life;
      if (!mine || mine.isOver || closing) return page.close('restarted');
      const { port1, port2 } = new MessageChannel();
      relay(page, port1);
      mine.send({ kind: 'port', port: port2 }, [port2]);
    },
    async close(within = CLOSING) {
      closing = true;
      const { home } = life ?? {};
      if (!home || life?.isOver) return;
      const ended = new Promise<void>((resolve) => home.on('exit', () => resolve()));
      life?.send({ kind: 'close' });
      const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time).unref());
      await Promise.race([ended, pause(within)]);
      await Promise.race([home.terminate(), pause(ENDING)]);
    },
  };
}
