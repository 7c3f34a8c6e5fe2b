import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensurePage, isNewer } from '../../../src/main/server/buildPage.ts';

let root: string;
const write = (name: string, text = ''): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};
const age = (name: string, seconds: number): void => utimesSync(join(root, name), seconds, seconds);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'eigenbench-build-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A builder in vite's place: writes a page into the folder it is told to, or fails. */
const builder = (works: boolean): string =>
  works
    ? `const fs = require('fs'); const to = process.argv[process.argv.indexOf('--outDir') + 1];
       fs.mkdirSync(to); fs.writeFileSync(to + '/index.html', 'fresh');`
    : `console.error('main.ts: no such export'); process.exit(1);`;

describe('the page', () => {
  it('is used as it is in an installation without sources', async () => {
    write('out/renderer/index.html', 'built');
    const said: string[] = [];
    expect(await ensurePage((sentence) => said.push(sentence), root)).toBe(join(root, 'out', 'renderer'));
    expect(said).toEqual([]);
  });

  it('cannot be made up where neither it nor its sources are there', async () => {
    await expect(ensurePage(() => {}, root)).rejects.toThrow(
      'The page has not been built: run "npm ci" and "npm run build".',
    );
  });

  it('is built where it is missing, and again only after a source has changed', async () => {
    write('src/renderer/main.ts');
    write('node_modules/vite/bin/vite.js', builder(true));
    const said: string[] = [];
    const say = (sentence: string): number => said.push(sentence);
    await ensurePage(say, root);
    await ensurePage(say, root);
    expect(said).toEqual(['Building the page …']);
    age('src/renderer/main.ts', Date.now() / 1000 + 60);
    await ensurePage(say, root);
    expect(said).toHaveLength(2);
  });

  it('is kept, and the reason told, where building fails', async () => {
    write('src/renderer/main.ts');
    write('node_modules/vite/bin/vite.js', builder(false));
    await expect(ensurePage(() => {}, root)).rejects.toThrow('main.ts: no such export');
  });
});

describe('staleness', () => {
  it('sees files at any depth and files that were removed, and ignores what is not there', () => {
    write('src/a/b/c.ts');
    for (const name of ['src/a/b/c.ts', 'src/a/b', 'src/a', 'src']) age(name, 1000);
    expect(isNewer(root, ['src', 'missing'], 1_000_000)).toBe(false);
    expect(isNewer(root, ['src'], 999_999)).toBe(true);
    rmSync(join(root, 'src/a/b/c.ts'));
    expect(isNewer(root, ['src'], 1_000_000)).toBe(true);
  });
});
