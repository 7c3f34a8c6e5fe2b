/**
 * npm start: the desktop application. If the Electron runtime is missing and cannot be fetched, or does not start, the
 * same application opens in an installed browser, served from this machine.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runCommandLine } from '../src/main/cli/program.ts';
import { packageRoot } from '../src/main/packageRoot.ts';
import { sandboxObstacle } from './desktop/obstacle.ts';
import { isBuilt } from './freshBuild.ts';
import { openDesktop } from './desktop/open.ts';
import { runDesktop } from './desktop/run.ts';
import { electronPackage, electronPlace, fetchElectron, installedElectron } from './desktop/runtime.ts';

const root = packageRoot();
const rest = process.argv.slice(2);
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** Builds shell and page if a source has changed since the last build. */
async function ensureBuilt(): Promise<boolean> {
  if (isBuilt()) return true;
  say('Building the application …');
  const builder = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  return new Promise((built) => {
    const child = spawn(process.execPath, [builder, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
    child.on('error', () => built(false));
    child.on('exit', (code) => built(code === 0));
  });
}

const hasScreen = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
const folder = electronPackage();
const outcome = await openDesktop({
  hasScreen,
  place: electronPlace(folder),
  isInstalled: () => installedElectron(folder) !== null,
  obstacle: sandboxObstacle,
  fetch: () => fetchElectron(folder, () => say('Fetching the Electron runtime (about 100 MB, once) …')),
  build: ensureBuilt,
  run: (executable) => runDesktop(executable, [root, ...rest]),
});
if ('code' in outcome) process.exitCode = outcome.code;
else {
  say(`${outcome.reason}: the application is served to a browser instead.`);
  process.exitCode = await runCommandLine(['serve', ...(hasScreen ? ['--open'] : []), ...rest]);
}
