/** The built application of a working copy: whether it is as new as its sources, and how it becomes so. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isNewer } from '../src/main/server/buildPage.ts';

const workingCopy = resolve(import.meta.dirname, '..');
/** What a build writes; parts of it are written at other times, too. */
const products = [
  'out/main/main.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/networks/recognition.onnx.gz',
];
const sources = [
  'src',
  'electron.vite.config.ts',
  'scripts/networks',
  'scripts/oneFileEach.ts',
  'vite.renderer.config.ts',
  'package-lock.json',
];

/** True where the build is complete and no source is newer. */
export function isBuilt(root: string = workingCopy): boolean {
  const times = products.map((file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return !isNewer(root, sources, Math.min(...times));
}

/** Builds where that is not so, which takes some seconds. */
export function buildIfStale(): void {
  if (isBuilt()) return;
  console.log('Building the application …');
  execFileSync(process.execPath, ['scripts/run.js', 'electron-vite', 'build', '--logLevel', 'warn'], {
    cwd: workingCopy,
    stdio: 'inherit',
  });
}
