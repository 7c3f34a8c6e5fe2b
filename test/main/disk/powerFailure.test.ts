/**
 * The power fails at every call that a command makes: what the disk has then is whole, and holds what was there before
 * or what comes after; once the command has ended well, it holds all of it.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stream } from '../../../src/core/random/stream.ts';
import { commandOf, imageReader, prepared, watchedCommands } from '../../support/disk/commands.ts';
import { Disk } from '../../support/disk/disk.ts';
import { traced, withoutStrace, type Call } from '../../support/disk/trace.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

// In the mode `long` every command, and this many random states of the disk at each call.
const STATES = Number(process.env['EIGENBENCH_DISKS'] ?? 0);
const names = STATES > 0 ? Object.keys(watchedCommands) : ['run', 'export'];

describe.each(names)('the power fails during %s', withoutStrace, (name) => {
  it('at every call, and nothing is half or lost', { timeout: 3_600_000 }, async () => {
    const command = watchedCommands[name];
    const before = await prepared(command);
    const scratch = temporaryFolder();
    const folder = join(scratch, 'work');
    cpSync(before, folder, { recursive: true });
    const { code, stderr, calls } = await traced(commandOf(command), { folder, log: join(scratch, 'trace') });
    expect([code, stderr.includes('\n    at ')]).toEqual([0, false]);
    const disk = new Disk(before);
    const found = imageReader(command, join(scratch, 'image'));
    const first = found(disk.all());
    const after = new Disk(before);
    for (const call of calls) after.apply(call);
    const last = command.look(folder);
    // The model has what the system has.
    expect(found(after.all())).toBe(last);

    const between = command.between ?? ((state, one, other) => state === one || state === other);
    const random = stream(1, 'power', name);
    for (const [at, call] of calls.entries()) {
      const states = [disk.flushed(), disk.all(), ...Array.from({ length: STATES }, () => disk.some(random))];
      for (const state of states) {
        const content = found(state);
        const place = `${at} of ${calls.length}: ${call.kind} ${call.path}`;
        expect([place, content, between(content, first, last)]).toEqual([place, content, true]);
      }
      disk.apply(call);
    }
    expect(found(disk.flushed())).toBe(last);
  });
});

describe('the power fails while a workspace is open', withoutStrace, () => {
  const script = fileURLToPath(new URL('../../support/disk/openForEver.ts', import.meta.url));

  it('and a study that has ended is on the disk, whole', async () => {
    const { command, begin, folder, log } = await opened();
    const { calls } = await traced([process.execPath, script, join(folder, 'w.eigenbench'), 'study'], {
      folder,
      log,
      until: (stdout) => stdout === 'done',
    });
    const disk = new Disk(begin);
    calls.forEach((call) => disk.apply(call));
    const found = imageReader(command, join(folder, '../image'));
    expect(found(disk.flushed())).toBe(found(disk.all()));
    expect(found(disk.flushed())).not.toContain('pending');
  });

  it('and a cell is on the disk although nothing comes after it', async () => {
    const { command, begin, folder, log } = await opened();
    const found = imageReader(command, join(folder, '../image'));
    const flushed = (calls: readonly Call[]): string => {
      const disk = new Disk(begin);
      calls.forEach((call) => disk.apply(call));
      return found(disk.flushed());
    };
    const { calls } = await traced([process.execPath, script, join(folder, 'w.eigenbench'), 'cell'], {
      folder,
      log,
      until: (stdout, calls) => stdout === 'done' && flushed(calls()).includes('done predicted'),
    });
    // Only a flush brought it there: the file itself was not written.
    expect(calls.filter(({ kind, path }) => kind === 'write' && path === 'w.eigenbench')).toEqual([]);
    expect(flushed(calls)).toContain('done predicted');
  });

  async function opened() {
    const command = watchedCommands['run'];
    const begin = await prepared(command);
    const scratch = temporaryFolder();
    const folder = join(scratch, 'work');
    cpSync(begin, folder, { recursive: true });
    return { command, begin, folder, log: join(scratch, 'trace') };
  }
});
