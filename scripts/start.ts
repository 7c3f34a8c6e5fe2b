/**
 * npm start: the desktop application. Where the Electron runtime is not there, cannot be fetched or does not start, the
 * same application in an installed browser, served from this machine.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { runCommandLine } from '../src/main/cli/program.ts';
import { packageRoot } from '../src/main/packageRoot.ts';
import { sandboxObstacle } from './desktop/obstacle.ts';
import { isBuilt } from './freshBuild.ts';
import { runDesktop } from './desktop/run.ts';
import { electronPackage, fetchElectron, installedElectron } from './desktop/runtime.ts';

const root = packageRoot();
const rest = process.argv.slice(2);
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** Builds shell and page where that has not been done since the last change of a source. */
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

/** Chromium reads switches as one word. */
const asSwitches = (words: readonly string[]): string[] =>
  words.flatMap((word, i) => {
    if (words[i - 1] === '--workspace') return [];
    return word === '--workspace' ? [`${word}=${resolve(words[i + 1] ?? '')}`] : [word];
  });

const hasScreen = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

/** Runs the desktop application to its end. Answers why that is not possible, as a clause without a full stop. */
async function desktop(): Promise<{ readonly code: number } | { readonly reason: string }> {
  if (!hasScreen) return { reason: 'There is no screen for the Electron runtime to open a window on' };
  const folder = electronPackage();
  if (installedElectron(folder) === null) {
    const fetched = await fetchElectron(folder, () => say('Fetching the Electron runtime (about 100 MB, once) …'));
    if (fetched !== true) {
      const why = fetched.reason === null ? '' : ` (${fetched.reason})`;
      return { reason: `The Electron runtime is not installed and cannot be fetched${why}` };
    }
  }
  const executable = installedElectron(folder);
  if (executable === null) return { reason: 'The Electron runtime is not where its installer puts it' };
  const obstacle = sandboxObstacle(executable);
  if (obstacle !== null) return { reason: obstacle };
  if (!(await ensureBuilt())) return { code: 1 };
  const end = await runDesktop(executable, [root, ...asSwitches(rest)]);
  return end.kind === 'ended' ? { code: end.code } : { reason: end.how };
}

const outcome = await desktop();
if ('code' in outcome) process.exitCode = outcome.code;
else {
  say(`${outcome.reason}: the application is served to a browser instead.`);
  process.exitCode = await runCommandLine(['serve', ...(hasScreen ? ['--open'] : []), ...rest]);
}
