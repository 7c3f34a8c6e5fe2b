/** The desktop application as a child of npm start, with stand-ins for Electron. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runDesktop } from '../../../scripts/desktop/run.ts';
import { TOLD } from '../../../src/main/desktopStart.ts';
import { withoutPosix } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { eventually } from '../../support/eventually.ts';

/** An executable that is this shell script. */
function standIn(script: string): string {
  const path = join(temporaryFolder(), 'electron');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('the desktop application', withoutPosix, () => {
  it('gets the words of the command line, and not the switch that makes Electron Node', async () => {
    vi.stubEnv('ELECTRON_RUN_AS_NODE', '1');
    const script = `[ "$1 $2" = "/app --workspace=a b" ] && [ -z "\${ELECTRON_RUN_AS_NODE+set}" ] && exit 0; exit 9`;
    expect(await runDesktop(standIn(script), ['/app', '--workspace=a b'])).toEqual({ kind: 'ended', code: 0 });
    vi.unstubAllEnvs();
  });

  it('that dies as it starts has failed', async () => {
    expect(await runDesktop(standIn('kill -TRAP $$'), [], { start: 60_000 })).toEqual({
      kind: 'failed',
      how: 'Electron ended as it started (SIGTRAP)',
    });
    expect(await runDesktop(standIn('exit 1'), [], { start: 60_000 })).toEqual({
      kind: 'failed',
      how: 'Electron ended as it started (exit code 1)',
    });
  });

  it('that has told the user why it ends has run: nothing is said again, and no browser opens', async () => {
    expect(await runDesktop(standIn(`exit ${TOLD}`), [])).toEqual({ kind: 'ended', code: TOLD });
  });

  it('that dies later has run', async () => {
    // Whatever ends, ends later than at once.
    expect(await runDesktop(standIn('exit 3'), [], { start: 0 })).toEqual({ kind: 'ended', code: 3 });
    expect(await runDesktop(standIn('kill -SEGV $$'), [], { start: 0 })).toEqual({ kind: 'ended', code: 139 });
  });

  it('that is not there has failed', async () => {
    const missing = join(temporaryFolder(), 'electron');
    expect(await runDesktop(missing, [])).toMatchObject({ kind: 'failed', how: expect.stringContaining('ENOENT') });
  });

  it('is told of a SIGTERM, and passes on its exit code', async () => {
    const ready = join(temporaryFolder(), 'ready');
    const before = process.listenerCount('SIGTERM');
    const end = runDesktop(standIn(`trap 'exit 0' TERM; touch ${ready}; while :; do sleep 0.05; done`), []);
    await eventually(() => expect(existsSync(ready)).toBe(true));
    process.emit('SIGTERM');
    expect(await end).toEqual({ kind: 'ended', code: 0 });
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});
