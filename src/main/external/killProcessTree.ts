/** The end of a program with everything that it has started. */
import { spawnSync, type ChildProcess } from 'node:child_process';

/** Milliseconds that Windows has to end a tree of processes. */
const PATIENCE = 5000;

/** What ending a tree needs of the system; tests have another one. */
interface System {
  readonly platform: NodeJS.Platform;
  readonly run: (command: string, parameters: readonly string[]) => void;
}

const system: System = {
  platform: process.platform,
  run: (command, parameters) =>
    void spawnSync(command, parameters, { stdio: 'ignore', windowsHide: true, timeout: PATIENCE }),
};

/**
 * POSIX: letting go of the guard's pipe makes it kill the program's process group. Windows has no groups: `taskkill`
 * follows the children while their parent is alive, which is why it comes before the parent's own end.
 */
export function endProgram(
  child: Pick<ChildProcess, 'pid' | 'kill'>,
  guard: { readonly destroy: () => unknown } | undefined,
  { platform, run }: System = system,
): void {
  guard?.destroy();
  if (platform === 'win32' && child.pid !== undefined) run('taskkill', ['/PID', String(child.pid), '/T', '/F']);
  child.kill('SIGKILL');
}
