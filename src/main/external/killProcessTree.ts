/** Ends a program together with all its descendants. */
import { spawnSync, type ChildProcess } from 'node:child_process';

/** Milliseconds that Windows gets to end a tree of processes. */
const PATIENCE = 5000;

/** System calls that ending a tree needs; replaced in tests. */
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
 * POSIX: closing the guard's pipe makes it kill the program's process group. Windows has no groups: `taskkill` follows
 * the children while their parent is alive, so it runs before the parent is ended.
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
