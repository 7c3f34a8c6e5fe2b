import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { shellLog } from '../../../src/main/electron/shellLog.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

vi.mock(
  'electron',
  async () => (await import('../../support/electronDouble/electronDouble.ts')).electronDouble().module,
);

describe('the log of the shell', () => {
  it('holds one JSON object per line, with hidden characters escaped', () => {
    const file = join(temporaryFolder(), 'logs', 'eigenbench.log');
    const log = shellLog(file);
    log.error('line 1\nline 2\u001b[2J\u202e', 'What.');
    log.error('', 'Next.');
    const text = readFileSync(file, 'utf8');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0])).toMatchObject({ level: 50, msg: 'What.', details: 'line 1\nline 2\u001b[2J\u202e' });
    expect(text).not.toMatch(/[\u001b\u202e]/);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('is of bounded size, with one old file', () => {
    const file = join(temporaryFolder(), 'eigenbench.log');
    const log = shellLog(file, 1000);
    for (let i = 0; i < 100; i++) log.error('x'.repeat(50), String(i));
    expect(statSync(file).size).toBeLessThan(1200);
    expect(statSync(`${file}.old`).size).toBeLessThan(1200);
    expect(readFileSync(file, 'utf8')).toContain('"msg":"99"');
  });

  it('never throws', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'eigenbench.log');
    mkdirSync(file);
    shellLog(file).error('details', 'What.');
    chmodSync(folder, 0o500);
    shellLog(join(folder, 'a', 'b.log')).error('details', 'What.');
    chmodSync(folder, 0o700);
    expect(existsSync(file)).toBe(true);
  });
});
