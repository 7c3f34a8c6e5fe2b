/**
 * What the end-to-end tests drive is built before the first of them, where a working copy has not been built or has
 * changed since: without it the desktop application cannot start, and its tests would wait for a window in vain.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isNewer } from '../../src/main/page/staleness.ts';

const root = resolve(import.meta.dirname, '../..');
/** Written last by a build. */
const product = 'out/renderer/index.html';
const needed = ['out/main/main.js', 'out/preload/preload.cjs', product];
const sources = ['src', 'electron.vite.config.ts', 'vite.renderer.config.ts', 'package-lock.json'];

export default function buildFirst(): void {
  const built = statSync(join(root, product), { throwIfNoEntry: false });
  const complete = needed.every((file) => statSync(join(root, file), { throwIfNoEntry: false }));
  if (built && complete && !isNewer(root, sources, built.mtimeMs)) return;
  console.log('Building the application for its end-to-end tests …');
  execFileSync(process.execPath, ['scripts/run.js', 'electron-vite', 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
}
