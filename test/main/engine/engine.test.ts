// @module-tag processes
import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openLog } from '../../../src/main/engine/engine.ts';
import { writeOrlFolder } from '../../support/orlFolder.ts';
import { withoutPosix } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

describe('the log', () => {
  it('does not keep an error from the user where there is no standard error', withoutPosix, async () => {
    const folder = temporaryFolder();
    writeOrlFolder(join(folder, 'orl'));
    const script = fileURLToPath(new URL('./closedError.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder]);
    const kinds = (JSON.parse(stdout) as { kind: string; reason?: string }[]).sort((a, b) =>
      a.kind < b.kind ? -1 : 1,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['done', 'failed']);
    expect(kinds[1].reason).toMatch(/faces/);
  });

  it('goes to a file with what no terminal acts on, in a folder that it makes', () => {
    const file = join(temporaryFolder(), 'logs', 'engine.log');
    openLog({ file }).error({ path: 'a\u001b[2Jb' }, 'import failed');
    const line = JSON.parse(readFileSync(file, 'utf8'));
    expect(line).toMatchObject({ msg: 'import failed' });
    expect(readFileSync(file, 'utf8')).not.toContain('\u001b');
  });

  it('keeps at most the last two MiB', () => {
    const file = join(temporaryFolder(), 'engine.log');
    writeFileSync(file, 'x'.repeat(2 ** 20 - 10));
    openLog({ file }).error('one more');
    expect(statSync(`${file}.old`).size).toBe(2 ** 20 - 10);
    expect(readFileSync(file, 'utf8')).toContain('one more');
  });

  it('says nothing where the file cannot be written', () => {
    expect(() => openLog({ file: '/dev/null/engine.log' }).error('lost')).not.toThrow();
  });
});
