// @module-tag processes
/**
 * The power fails at every call that a command makes: what the disk has then is whole, and holds what was there before
 * or what comes after; once the command has ended well, it holds all of it.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stream } from '../../../src/core/random/stream.ts';
import { Attacked } from '../../support/disk/attacked.ts';
import { watchedCommands, WORKSPACE } from '../../support/disk/commands.ts';
import { type Disk, type Image } from '../../support/disk/disk.ts';
import { straceWorks, traced, type Call } from '../../support/disk/trace.ts';
import { skipWhen } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

// In the mode `long` every command, and this many random states of the disk at each call.
const STATES = Number(process.env['EIGENBENCH_DISKS'] ?? 0);
const names = STATES > 0 ? Object.keys(watchedCommands) : ['run', 'export'];
/** A cell that is finished, with the digest of its result. */
const DONE = / done [0-9a-f]{64}$/m;
const withoutStrace = skipWhen(!straceWorks(), 'strace is not installed here, or may not trace');

describe.each(names)('the power fails during %s', withoutStrace, (name) => {
  it('at every call, and nothing is half or lost', { timeout: 3_600_000 }, async () => {
    const attacked = await Attacked.begin(name, temporaryFolder());
    const random = stream(1, 'power', name);
    const disk = attacked.diskBefore(0);
    for (const [at, call] of attacked.calls.entries()) {
      const some = Array.from({ length: STATES }, () => disk.some((below) => random.integer(below)));
      for (const image of [disk.flushed(), disk.all(), ...some]) {
        expect(attacked.wrongAfterPower(at, image)).toBe(null);
      }
      disk.apply(call);
    }
    expect(attacked.wrongAfterPower(attacked.calls.length, disk.flushed())).toBe(null);
  });
});

describe('the power fails while a workspace is open', withoutStrace, () => {
  const script = fileURLToPath(new URL('../../support/disk/openForEver.ts', import.meta.url));

  it('and a study that has ended is on the disk, whole', async () => {
    const { find, after, folder, log } = await opened();
    const { calls } = await traced([process.execPath, script, join(folder, WORKSPACE), 'study'], {
      folder,
      log,
      until: (stdout) => stdout === 'done',
    });
    const disk = after(calls);
    expect(find(disk.flushed())).toBe(find(disk.all()));
    expect(find(disk.flushed())).not.toContain('pending');
  });

  it('and a cell is on the disk although nothing comes after it', async () => {
    const { find, after, folder, log } = await opened();
    const { calls } = await traced([process.execPath, script, join(folder, WORKSPACE), 'cell'], {
      folder,
      log,
      until: (stdout, calls) => stdout === 'done' && DONE.test(find(after(calls()).flushed())),
    });
    // Only a flush brought it there: the file itself was not written.
    expect(calls.filter(({ kind, path }) => kind === 'write' && path === WORKSPACE)).toEqual([]);
    expect(find(after(calls).flushed())).toMatch(DONE);
  });

  async function opened() {
    const scratch = temporaryFolder();
    const attacked = await Attacked.begin('run', scratch);
    const after = (calls: readonly Call[]): Disk => {
      const disk = attacked.diskBefore(0);
      calls.forEach((call) => disk.apply(call));
      return disk;
    };
    const find = (image: Image): string => attacked.find(image);
    return { find, after, folder: attacked.begun(), log: join(scratch, 'trace') };
  }
});
