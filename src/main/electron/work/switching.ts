/** Opening another workspace while one is open: a second start, a double-clicked or dropped file, the menu. */
import type { ShellLog } from '../shellLog.ts';
import type { Session } from './session.ts';

export interface Switching {
  readonly session: Pick<Session, 'path' | 'open'>;
  readonly running: () => string | null;
  readonly ask: (from: string, to: string, running: string | null) => Promise<boolean>;
  /** Loads the page from the start: what it shows is of the workspace before. */
  readonly load: () => void;
  readonly failed: (sentence: string) => void;
  readonly log: ShellLog;
}

/** Answers how to offer a workspace; an offer while another one is being decided is dropped. */
export function switcher({ session, running, ask, load, failed, log }: Switching): (path: string) => Promise<void> {
  let deciding = false;

  async function change(path: string): Promise<void> {
    const before = session.path();
    if (path === before || !(await ask(before, path, running()))) return;
    try {
      await session.open(path);
    } catch (error) {
      failed((error as Error).message);
      await session.open(before);
    }
    load();
  }

  return async (path) => {
    if (deciding) return;
    deciding = true;
    try {
      await change(path);
    } catch (error) {
      log.error((error as Error).stack ?? '', 'The workspace could not be changed.');
      failed((error as Error).message);
    } finally {
      deciding = false;
    }
  };
}
