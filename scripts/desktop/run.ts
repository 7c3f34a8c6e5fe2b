/** Runs the desktop application as a child process. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { TOLD } from '../../src/main/desktopStart.ts';

/** Milliseconds within which an unexpected exit counts as a failed start. */
const START = 5000;

/** Signals by which users end programs. */
const ASKED: readonly (NodeJS.Signals | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGKILL'];

/** `failed`: the application did not start; `how` is a clause without a full stop. */
export type End = { readonly kind: 'ended'; readonly code: number } | { readonly kind: 'failed'; readonly how: string };

/** Runs until the application ends. Forwards SIGTERM; Ctrl-C reaches the child through the terminal. */
export function runDesktop(
  executable: string,
  parameters: readonly string[],
  { start = START }: { readonly start?: number } = {},
): Promise<End> {
  const environment = { ...process.env };
  // With this variable Electron would run as Node.
  delete environment['ELECTRON_RUN_AS_NODE'];
  return new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(executable, parameters, { stdio: 'inherit', env: environment });
    const terminate = (): void => void child.kill('SIGTERM');
    const stay = (): void => {};
    process.on('SIGTERM', terminate);
    process.on('SIGINT', stay);
    const settle = (end: End): void => {
      process.off('SIGTERM', terminate);
      process.off('SIGINT', stay);
      resolve(end);
    };
    child.on('error', (error) => settle({ kind: 'failed', how: `Electron does not start (${error.message})` }));
    child.on('exit', (code, signal) => {
      const early = performance.now() - began < start && code !== 0 && code !== TOLD && !ASKED.includes(signal);
      if (early) settle({ kind: 'failed', how: `Electron ended as it started (${signal ?? `exit code ${code}`})` });
      else settle({ kind: 'ended', code: code ?? 128 + constants.signals[signal!] });
    });
  });
}
