/**
 * The order of quitting: ask while something runs, give the engine a few seconds, hide the windows meanwhile, end.
 * Nothing that hangs can keep the application from ending.
 */
import type { ShellLog } from '../shellLog.ts';

export interface Quitting {
  /** What runs, as a sentence for the question; null while nothing does. */
  readonly running: () => string | null;
  /** Asks the user whether to quit all the same. */
  readonly ask: (running: string) => Promise<boolean>;
  readonly hide: () => void;
  /** Stops work (cells in progress become pending again) and closes the workspace. */
  readonly close: () => Promise<void>;
  readonly exit: () => void;
  readonly log: ShellLog;
}

/** Milliseconds that closing may take. What is finished is in the workspace already. */
export const CLOSING = 5000;
/** After so many the windows are hidden. Electron keeps size and state of one that is seen until the end. */
export const SEEN = 300;
/** Milliseconds after which a session that has not ended goes on: the user called the shutdown off. */
const CALLED_OFF = 60_000;

export interface QuitHandler {
  /** Listener of `before-quit`. */
  readonly beforeQuit: (event: { readonly preventDefault: () => void }) => void;
  /** The session of the user ends: from now on nothing is asked and nothing waits, so that it is not held up. */
  readonly sessionEnds: () => void;
  /** A signal asks for the end: nothing is asked, the workspace is closed. */
  readonly terminate: () => void;
  /** True once the application is bound to end. */
  readonly isEnding: () => boolean;
}

export function quitHandler({ running, ask, hide, close, exit, log }: Quitting): QuitHandler {
  let state: 'up' | 'asking' | 'ending' = 'up';
  let sessionEnding = false;

  async function end(): Promise<void> {
    state = 'ending';
    const hiding = setTimeout(hide, SEEN);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      timer = setTimeout(() => {
        log.error(`after ${CLOSING / 1000} s`, 'The engine did not close.');
        done();
      }, CLOSING);
    });
    await Promise.race([
      close().catch((error: Error) => log.error(error.stack ?? '', 'The engine did not close.')),
      late,
    ]);
    clearTimeout(timer);
    clearTimeout(hiding);
    exit();
  }

  async function askFirst(sentence: string): Promise<void> {
    state = 'asking';
    if (await ask(sentence)) await end();
    else state = 'up';
  }

  return {
    beforeQuit: (event) => {
      if (sessionEnding) {
        // The workspace survives the end of its process at any moment; vetoing would keep the user from logging out.
        void close().catch(() => {});
        return;
      }
      event.preventDefault();
      if (state !== 'up') return;
      const sentence = running();
      void (sentence === null ? end() : askFirst(sentence));
    },
    sessionEnds: () => {
      sessionEnding = true;
      setTimeout(() => (sessionEnding = false), CALLED_OFF).unref();
    },
    terminate: () => {
      if (state !== 'ending') void end();
    },
    isEnding: () => state === 'ending' || sessionEnding,
  };
}
