import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBuilt } from '../../scripts/freshBuild.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const PRODUCTS = [
  'out/main/main.js',
  'out/main/answers.json',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/networks/recognition.onnx.gz',
];

describe('a build of a working copy', () => {
  let root = '';
  const put = (file: string, seconds: number): void => {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    utimesSync(path, seconds, seconds);
    for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) utimesSync(folder, 1, 1);
  };

  it('is fresh where all of it is newer than every source', () => {
    root = temporaryFolder();
    put('src/core/a.ts', 1000);
    put('package-lock.json', 1000);
    for (const file of PRODUCTS.slice(0, 2)) put(file, 2000);
    expect(isBuilt(root)).toBe(false);
    for (const file of PRODUCTS.slice(2)) put(file, 2000);
    expect(isBuilt(root)).toBe(true);
  });

  it('is not where a source has changed, also when one part alone was built again', () => {
    root = temporaryFolder();
    for (const file of PRODUCTS) put(file, 2000);
    put('src/core/a.ts', 3000);
    expect(isBuilt(root)).toBe(false);
    put(PRODUCTS[2], 4000);
    expect(isBuilt(root)).toBe(false);
    for (const file of PRODUCTS) put(file, 4000);
    expect(isBuilt(root)).toBe(true);
  });
});
