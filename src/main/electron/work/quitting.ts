/**
 * The order of quitting: ask while something runs, hide the windows at once, give the engine a few seconds, end.
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

export interface QuitHandler {
  /** Listener of `before-quit`. */
  readonly beforeQuit: (event: { readonly preventDefault: () => void }) => void;
  /** The session of the user ends: from now on nothing is asked and nothing waits, so that it is not held up. */
  readonly sessionEnds: () => void;
  /** True once the application is bound to end. */
  readonly isEnding: () => boolean;
}

export function quitHandler({ running, ask, hide, close, exit, log }: Quitting): QuitHandler {
  let state: 'up' | 'asking' | 'ending' = 'up';
  let sessionEnding = false;

  async function end(): Promise<void> {
    state = 'ending';
    hide();
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
    },
    isEnding: () => state === 'ending' || sessionEnding,
  };
}
