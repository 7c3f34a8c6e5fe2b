/** Checks whether the built application of a working copy is up to date, and rebuilds it. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isNewer } from '../src/main/server/buildPage.ts';

const workingCopy = resolve(import.meta.dirname, '..');
/** Products of a build; other scripts also write some of them. */
const products = [
  'out/main/main.js',
  'out/main/answers.json',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/networks/recognition.onnx.gz',
];
const sources = [
  'src',
  'electron.vite.config.ts',
  'scripts/cliAnswers.ts',
  'scripts/networks',
  'scripts/oneFileEach.ts',
  'vite.renderer.config.ts',
  'package-lock.json',
];

/** True if the build is complete and no source is newer. */
export function isBuilt(root: string = workingCopy): boolean {
  const times = products.map((file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return !isNewer(root, sources, Math.min(...times));
}

/** Builds the application if necessary, which takes some seconds. */
export function buildIfStale(): void {
  if (isBuilt()) return;
  console.log('Building the application …');
  execFileSync(process.execPath, ['scripts/run.js', 'electron-vite', 'build', '--logLevel', 'warn'], {
    cwd: workingCopy,
    stdio: 'inherit',
  });
}
