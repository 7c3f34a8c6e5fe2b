/**
 * Sequence of quitting: ask if work is running, give the engine a few seconds, hide the windows meanwhile, exit. A
 * hanging component cannot prevent the exit.
 */
import type { ShellLog } from '../shellLog.ts';

export interface Quitting {
  /** Running work, as a sentence for the question; null if none. */
  readonly running: () => string | null;
  /** Asks the user whether to quit during running work. */
  readonly ask: (running: string) => Promise<boolean>;
  readonly hide: () => void;
  /** Stops work (cells in progress become pending again) and closes the workspace. */
  readonly close: () => Promise<void>;
  readonly exit: () => void;
  readonly log: ShellLog;
}

/** Time limit of closing in milliseconds. Finished cells are already in the workspace. */
export const CLOSING = 5000;
/** Milliseconds after which the windows are hidden. Electron stores size and state only of a visible window. */
export const SEEN = 300;
/**
 * Milliseconds after which the application continues because the session has not ended: the user cancelled the
 * shutdown.
 */
const CALLED_OFF = 60_000;

export interface QuitHandler {
  /** Listener of `before-quit`. */
  readonly beforeQuit: (event: { readonly preventDefault: () => void }) => void;
  /** The user's session ends: neither asks nor waits, to avoid delaying it. */
  readonly sessionEnds: () => void;
  /** A termination signal: closes the workspace without asking. */
  readonly terminate: () => void;
  /** True once the application is certain to exit. */
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
        // The workspace survives the end of its process at any moment; a veto would prevent the user from logging out.
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
