/** The engine of the shell: one workspace at a time, which another one can take the place of. */
import { noActivity, type Activity } from '../../../core/contract/activity.ts';
import { superviseEngine, type SupervisedEngine, type SupervisorOptions } from '../../engineThread/supervisor.ts';

export interface Session {
  /** The workspace that is open or being opened. */
  readonly path: () => string;
  readonly activity: () => Activity;
  readonly connect: SupervisedEngine['connect'];
  /** Opens a workspace in place of the one that is open. Rejects with one sentence, then none is open. */
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
