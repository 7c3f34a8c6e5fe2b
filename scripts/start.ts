/**
 * npm start: the desktop application. Where the Electron runtime is not there and cannot be fetched, the same
 * application in an installed browser, served from this machine.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runCommandLine } from '../src/main/cli/program.ts';
import { packageRoot } from '../src/main/server/packageRoot.ts';
import { isNewer } from '../src/main/server/staleness.ts';

const root = packageRoot();
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** The runtime's executable, without importing `electron`, which would start a download; null where it is not there. */
function installedElectron(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const executable = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(executable) ? executable : null;
}

/** Fetches the runtime with the package's own installer; false where that fails or takes longer than two minutes. */
async function fetchElectron(): Promise<boolean> {
  if (process.env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return false;
  say('Fetching the Electron runtime (about 100 MB, once) …');
  const installer = createRequire(import.meta.url).resolve('electron/install.js');
  return (await run(process.execPath, [installer], { quiet: true, seconds: 120 })) === 0;
}

function run(
  command: string,
  parameters: readonly string[],
  { quiet = false, seconds }: { quiet?: boolean; seconds?: number } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: quiet ? 'ignore' : 'inherit',
      ...(seconds === undefined ? {} : { timeout: seconds * 1000 }),
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Builds shell and page where that has not been done since the last change of a source. */
async function ensureBuilt(): Promise<boolean> {
  const main = join(root, 'out', 'main', 'main.js');
  const sources = ['src', 'electron.vite.config.ts', 'vite.renderer.config.ts', 'package-lock.json'];
  if (existsSync(main) && !isNewer(root, sources, statSync(main).mtimeMs)) return true;
  say('Building the application …');
  const builder = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  return (await run(process.execPath, [builder, 'build', '--logLevel', 'warn'])) === 0;
}

const hasScreen = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
const electron = hasScreen ? (installedElectron() ?? ((await fetchElectron()) ? installedElectron() : null)) : null;
const rest = process.argv.slice(2);
if (electron !== null) {
  process.exitCode = (await ensureBuilt()) ? await run(electron, [root, ...rest]) : 1;
} else {
  say(
    hasScreen
      ? 'The Electron runtime is not installed and cannot be fetched: the application opens in a browser instead.'
      : 'There is no screen to open a window on: open the address below in a browser, through an ssh tunnel if need be.',
  );
  process.exitCode = await runCommandLine(['serve', '--open', ...rest]);
}
