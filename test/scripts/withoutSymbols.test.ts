import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error Plain JavaScript, for any Node.
import { withoutSymbols } from '../../bin/withoutSymbols.js';
import { skipWhen } from '../support/skips.ts';
import { sharedFolder } from '../support/temporaryFolder.ts';

const folder = sharedFolder();

describe('an executable without symbols', () => {
  it('is shorter and runs all the same', skipWhen(process.platform !== 'linux', 'executables of Linux'), () => {
    const whole = readFileSync(process.execPath);
    const short = withoutSymbols(whole);
    expect(short.length).toBeLessThan(whole.length);
    const file = join(folder, 'node');
    writeFileSync(file, short);
    chmodSync(file, 0o755);
    const { stdout, stderr } = spawnSync(file, ['-p', '[process.version, Math.hypot(3, 4)].join()'], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe(`${process.version},5\n`);
    // Nothing is left to take away.
    expect(withoutSymbols(short).equals(short)).toBe(true);
  });

  it('is not made of anything else', () => {
    expect(() => withoutSymbols(Buffer.from('#!/bin/sh\n'))).toThrow('expected a little-endian ELF executable');
  });
});
