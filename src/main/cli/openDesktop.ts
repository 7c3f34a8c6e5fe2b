/** Opening a study in the desktop application, which runs once: a second start tells the first what to show. */
import { spawn } from 'node:child_process';
import { findDesktop } from '../desktopStart.ts';

/** Milliseconds in which an application that cannot start has ended. */
const FAILING = 1500;

/**
 * Starts the application, or has the one that runs show the study. False where it is not installed, where there is no
 * screen, and where it ends at once with an error.
 */
export async function openInDesktop(workspace: string, study: number): Promise<boolean> {
  const start = hasScreen() ? findDesktop() : null;
  if (start === null) return false;
  const words = [...start.parameters, '--workspace', workspace, '--study', String(study)];
  const child = spawn(start.executable, words, { detached: true, stdio: 'ignore' });
  const code = await new Promise<number | null>((done) => {
    // It runs on: that is no failure.
    const timer = setTimeout(() => done(0), FAILING);
    const end = (result: number | null): void => {
      clearTimeout(timer);
      done(result);
    };
    child.once('error', () => end(null));
    child.once('exit', end);
  });
  child.unref();
  return code === 0;
}

function hasScreen(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}
