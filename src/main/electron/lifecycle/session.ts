/** The engine of the shell: one open workspace at a time. */
import { noActivity, type Activity } from '../../../core/contract/activity.ts';
import { superviseEngine, type SupervisedEngine, type SupervisorOptions } from '../../engineThread/supervisor.ts';
import type { ShellLog } from '../shellLog.ts';

export interface Session {
  /** The workspace that is open or being opened. */
  readonly path: () => string;
  readonly activity: () => Activity;
  readonly connect: SupervisedEngine['connect'];
  /** Opens a workspace in place of the open one. Rejects with one sentence; then no workspace is open. */
  readonly open: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

type Options = Omit<SupervisorOptions, 'open'> & {
  readonly open: Omit<SupervisorOptions['open'], 'workspacePath'>;
  readonly onOpened?: (path: string) => void;
};

export function engineSession(options: Options, supervise: typeof superviseEngine = superviseEngine): Session {
  let path = '';
  let engine: SupervisedEngine | null = null;
  return {
    path: () => path,
    activity: () => engine?.activity() ?? noActivity,
    connect: (page) => (engine === null ? page.close('restarted') : engine.connect(page)),
    async open(next) {
      const before = engine;
      path = next;
      engine = null;
      await before?.close();
      engine = supervise({ ...options, open: { ...options.open, workspacePath: next } });
      await engine.opened;
      options.onOpened?.(next);
    },
    close: async () => engine?.close(),
  };
}

// Switching to another workspace: after a second start, a double-clicked or dropped file, or from the menu.

export interface Switching {
  readonly session: Pick<Session, 'path' | 'open'>;
  readonly running: () => string | null;
  readonly ask: (from: string, to: string, running: string | null) => Promise<boolean>;
  /** Reloads the page, which shows the previous workspace. */
  readonly load: () => void;
  readonly failed: (sentence: string) => void;
  readonly log: ShellLog;
}

/** Returns a function that offers a workspace; an offer during another one is dropped. */
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
