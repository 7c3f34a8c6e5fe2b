/** Locates the built page, and builds it in a working copy if it is missing or outdated. */
import { spawn } from 'node:child_process';
import { existsSync, statSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, replaceFolder } from '../disk/folders.ts';
import { packageRoot } from '../packageRoot.ts';

/** Sources of the page. */
const sources = ['src/renderer', 'src/core', 'vite.renderer.config.ts', 'package-lock.json'];

/**
 * The folder of the built page. Builds it first if sources are newer, which takes some seconds and is announced through
 * `say`. Throws one sentence if the page is missing and cannot be built.
 */
export async function ensurePage(say: (sentence: string) => void, root: string = packageRoot()): Promise<string> {
  const folder = join(root, 'out', 'renderer');
  const index = join(folder, 'index.html');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const canBuild = existsSync(join(root, 'src', 'renderer')) && existsSync(vite);
  if (existsSync(index) && !(canBuild && isNewer(root, sources, statSync(index).mtimeMs))) return folder;
  if (!canBuild) throw new Error('The page has not been built: run "npm ci" and "npm run build".');
  say('Building the page …');
  makeFolder(join(root, 'out'));
  const fresh = join(root, 'out', `renderer-${process.pid}`);
  const config = join(root, 'vite.renderer.config.ts');
  await run(process.execPath, [vite, 'build', '--config', config, '--outDir', fresh, '--logLevel', 'warn'], root);
  replaceFolder(folder, fresh);
  return folder;
}

function run(command: string, parameters: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The page could not be built: ${output.trim() || `exit code ${code}`}`));
    });
  });
}

/**
 * True if one of `sources` (files or folders below `root`) was changed after `time` (milliseconds). A folder's own time
 * reveals files that were removed or renamed in it.
 */
export function isNewer(root: string, sources: readonly string[], time: number): boolean {
  const newer = (path: string): boolean => {
    const facts = statSync(path, { throwIfNoEntry: false });
    if (!facts) return false;
    if (facts.mtimeMs > time) return true;
    return facts.isDirectory() && readdirSync(path).some((name) => newer(`${path}/${name}`));
  };
  return sources.some((source) => newer(join(root, source)));
}
