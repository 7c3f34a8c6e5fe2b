/**
 * npm start: the desktop application. Where the Electron runtime is not there and cannot be fetched, the same
 * application in an installed browser, served from this machine.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { runCommandLine } from '../src/main/cli/program.ts';
import { packageRoot } from '../src/main/packageRoot.ts';
import { isNewer } from '../src/main/page/staleness.ts';

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

/** Where the installer fetches the runtime from: a mirror where one is set up. */
const SOURCE = process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror'] ?? 'https://github.com/';

/** Fetches the runtime with the package's own installer; false where its source does not answer or it fails. */
async function fetchElectron(): Promise<boolean> {
  if (process.env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return false;
  const answer = await fetch(SOURCE, { method: 'HEAD', signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (answer === null) return false;
  say('Fetching the Electron runtime (about 100 MB, once) …');
  const installer = createRequire(import.meta.url).resolve('electron/install.js');
  return (await run(process.execPath, [installer], { quiet: true })) === 0;
}

function run(
  command: string,
  parameters: readonly string[],
  { quiet = false }: { readonly quiet?: boolean } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: quiet ? 'ignore' : 'inherit',
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
/** Chromium reads switches as one word. */
const asSwitches = (words: readonly string[]): string[] =>
  words.flatMap((word, i) => {
    if (words[i - 1] === '--workspace') return [];
    return word === '--workspace' ? [`${word}=${resolve(words[i + 1] ?? '')}`] : [word];
  });
if (electron !== null) {
  process.exitCode = (await ensureBuilt()) ? await run(electron, [root, ...asSwitches(rest)]) : 1;
} else {
  const reason = hasScreen
    ? 'The Electron runtime is not installed and cannot be fetched'
    : 'There is no screen for the Electron runtime to open a window on';
  say(`${reason}: the application is served to a browser instead.`);
  process.exitCode = await runCommandLine(['serve', ...(hasScreen ? ['--open'] : []), ...rest]);
}
