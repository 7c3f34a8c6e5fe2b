import { resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { findDesktop } from '../../desktopStart.ts';
import { storedStudy, withStoredWorkspace } from '../storedWorkspace.ts';
import { printNotice } from '../terminal.ts';
import { serveCommand } from './serve.ts';
import type { OptionsOf } from '../declarations/declare.ts';
import type { declareOpen } from '../declarations/workspaceCommands.ts';

/** Milliseconds within which an application that cannot start exits. */
const FAILING = 1500;

/**
 * Starts the desktop application, or makes a running one show the study (a second start notifies the first). False if
 * it is not installed, there is no screen, or it exits at once with an error.
 */
export async function openInDesktop(workspace: string, study: number): Promise<boolean> {
  const start = hasScreen() ? findDesktop() : null;
  if (start === null) return false;
  const words = [...start.parameters, '--workspace', workspace, '--study', String(study)];
  const child = spawn(start.executable, words, { detached: true, stdio: 'ignore' });
  const code = await new Promise<number | null>((done) => {
    // The application keeps running: no failure.
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

/**
 * eigenbench open: opens the page of a study in the desktop application or, if that is not installed, in a browser
 * until Ctrl-C. `port` and `workers` apply to the browser's host.
 */
export async function openCommand(
  name: string,
  { browser, port, workers, ...options }: OptionsOf<typeof declareOpen>,
): Promise<void> {
  const { id, path } = await withStoredWorkspace(options, (workspace) => ({
    id: storedStudy(workspace, name).id,
    path: resolve(workspace.path),
  }));
  const hosted = browser === true || port !== undefined || workers !== undefined;
  if (!hosted && (await openInDesktop(path, id))) return printNotice(`“${name}” is shown in the desktop application.`);
  await serveCommand({ ...options, port, workers, open: true, page: `/studies/${id}` });
}
