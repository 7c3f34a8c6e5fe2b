/**
 * npm run smoke:electron: the desktop application in a real Electron. The window opens, a folder of JPEG images is
 * imported, a study runs to its table, the application quits and leaves a closed workspace.
 *
 *   npm run smoke:electron                        the build of this folder, in the installed runtime
 *   npm run smoke:electron -- PATH_OF_EXECUTABLE  a packaged application
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, chromium, type Page } from 'playwright-core';
import { PHOTOGRAPHS, writePhotographs } from './desktop/photographs.ts';
import { electronPackage, installedElectron } from './desktop/runtime.ts';
import { walk } from './desktop/walk.ts';

const FOLDER = 'photographs';
/** Milliseconds for the start and for the end of the application. */
const PATIENCE = 60_000;

const root = resolve(import.meta.dirname, '..');
const place = mkdtempSync(join(tmpdir(), 'eigenbench-smoke-'));
const photographs = join(place, FOLDER);
const workspace = join(place, 'smoke.eigenbench');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Excludes the user's own settings and data. */
const environment: Record<string, string> = {
  ...(process.env as Record<string, string>),
  HOME: place,
  XDG_DATA_HOME: place,
  XDG_CONFIG_HOME: place,
  APPDATA: place,
};

/** The application under test. */
interface Running {
  readonly page: Page;
  readonly process: ChildProcess;
  /** Chooses the folder as a user does: by the native dialog, or by dropping it on the window. */
  readonly choose: () => Promise<void>;
  readonly quit: () => Promise<void>;
}

/** The build of this folder, with the native dialog answered. */
async function startBuilt(executable: string): Promise<Running> {
  const application = await _electron.launch({
    executablePath: executable,
    args: [root, `--workspace=${workspace}`],
    env: environment,
    chromiumSandbox: true,
    timeout: PATIENCE,
  });
  await application.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, photographs);
  const page = await application.firstWindow({ timeout: PATIENCE });
  return {
    page,
    process: application.process(),
    choose: () => page.getByRole('button', { name: 'Choose a folder' }).click(),
    quit: async () => {
      await application.evaluate(({ app }) => app.quit()).catch(() => {});
    },
  };
}

/** A packaged application, whose fuses block access to its main process: driven through its page alone. */
async function startPackaged(executable: string): Promise<Running> {
  const child = spawn(executable, ['--remote-debugging-port=0', `--workspace=${workspace}`], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await new Promise<string>((succeed, reject) => {
    let text = '';
    child.stderr!.on('data', (chunk) => {
      text += chunk;
      const match = /DevTools listening on (ws:\S+)/.exec(text);
      if (match) succeed(match[1]);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`It ended with ${code ?? signal}: ${text}`)));
    setTimeout(() => reject(new Error(`It has not started within ${PATIENCE / 1000} s: ${text}`)), PATIENCE).unref();
  });
  const browser = await chromium.connectOverCDP(address, { timeout: PATIENCE, noDefaults: true });
  const [context] = browser.contexts();
  const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: PATIENCE }));
  return {
    page,
    process: child,
    choose: async () => {
      const session = await context.newCDPSession(page);
      const data = { items: [], files: [photographs], dragOperationsMask: 1 };
      const seen = page.getByRole('button', { name: `Import ${PHOTOGRAPHS} images` });
      // Chromium loses about one in a hundred drops.
      for (let attempt = 0; attempt < 5 && !(await seen.isVisible()); attempt++) {
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
          await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
        }
        await seen.waitFor({ timeout: PATIENCE / 5 }).catch(() => {});
      }
    },
    quit: async () => {
      // On macOS an application keeps running without windows.
      if (process.platform === 'darwin') child.kill('SIGTERM');
      else await page.evaluate(() => window.close()).catch(() => {});
    },
  };
}

async function smoke(running: Running): Promise<void> {
  say('ok    the window opens');
  const ended = once(running.process, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const complaints: string[] = [];
  running.page.on('pageerror', (error) => complaints.push(error.message));
  const rows = await walk(running.page, { folder: FOLDER, images: PHOTOGRAPHS, choose: running.choose });
  if (complaints.length > 0) throw new Error(`The page complains: ${complaints.join('; ')}`);
  say(`ok    ${PHOTOGRAPHS} JPEG images imported, a study of ${rows} methods run to its table`);
  await running.quit();
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`It has not ended within ${PATIENCE / 1000} s.`)), PATIENCE).unref();
  });
  const [code, signal] = await Promise.race([ended, late]);
  if (code !== 0 && signal !== 'SIGTERM') throw new Error(`It ended with ${code ?? signal}.`);
  if (!existsSync(workspace)) throw new Error('There is no workspace.');
  if (existsSync(`${workspace}-wal`)) throw new Error('The workspace was not closed.');
  say('ok    it quits and closes its workspace');
}

const [packaged] = process.argv.slice(2);
const executable = packaged === undefined ? installedElectron(electronPackage()) : resolve(packaged);
if (executable === null) {
  say('There is no Electron runtime here: nothing was tried. "npx install-electron --no" fetches it.');
  process.exitCode = 1;
} else if (!existsSync(executable)) {
  say(`There is no ${executable}: nothing was tried.`);
  process.exitCode = 1;
} else {
  let running: Running | null = null;
  try {
    await writePhotographs(photographs);
    running = await (packaged === undefined ? startBuilt(executable) : startPackaged(executable));
    await smoke(running);
  } catch (error) {
    say(`FAILED ${(error as Error).message}`);
    process.exitCode = 1;
  } finally {
    if (running?.process.exitCode === null) running.process.kill('SIGKILL');
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
  // A connection to a closed window may still be open.
  process.exit();
}
