/**
 * The n-th read, write, sync or truncation of a command fails, for every n, once or from then on. The command says so
 * in one sentence, or what it did is on the disk all the same; nothing is damaged, and the same command goes on.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandOf, imageReader, prepared, watchedCommands } from '../../support/disk/commands.ts';
import { Disk } from '../../support/disk/disk.ts';
import { traced, withoutStrace, type Fault, type FaultKind } from '../../support/disk/trace.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const every = process.env['EIGENBENCH_CALLS'] === 'all';
const names = every ? Object.keys(watchedCommands) : ['run'];
const kinds: readonly FaultKind[] = every ? ['sync', 'write', 'truncate', 'read'] : ['sync'];

const errors: Readonly<Record<FaultKind, Fault['error']>> = {
  sync: 'EIO',
  write: 'ENOSPC',
  truncate: 'EIO',
  read: 'EIO',
};

describe.each(names)('%s', withoutStrace, (name) => {
  it.each(kinds)('survives the failure of every %s', { timeout: 3_600_000 }, async (kind) => {
    const command = watchedCommands[name];
    const line = commandOf(command);
    const before = await prepared(command);
    const scratch = temporaryFolder();
    const begin = (): string => {
      const folder = join(scratch, 'work');
      rmSync(folder, { recursive: true, force: true });
      cpSync(before, folder, { recursive: true });
      return folder;
    };
    const found = imageReader(command, join(scratch, 'image'));
    const log = join(scratch, 'trace');
    const undisturbed = await traced(line, { folder: begin(), log });
    expect(undisturbed.code).toBe(0);
    const [first, last] = [found(new Disk(before).all()), command.look(join(scratch, 'work'))];
    const between = command.between ?? ((state, one, other) => state === one || state === other);

    // States from which the same command was seen to go on.
    const resumed = new Set<string>();
    let points = 0;
    for (const forEver of every ? [false, true] : [false]) {
      for (let at = 1; ; at++) {
        const folder = begin();
        const fault = { kind, error: errors[kind], at, forEver };
        const { code, stderr, calls, failed } = await traced(line, { folder, log, fault });
        if (failed.length === 0) break;
        // The loader of programs and of their modules reads too.
        if (failed[0] === null) continue;
        points++;
        const place = `${kind} ${at} of ${failed[0]}${forEver ? ' and all after it' : ''}: ${stderr.trimEnd().split('\n').at(-1)}`;
        const disk = new Disk(before);
        calls.forEach((call) => disk.apply(call));
        const [state, surely] = [found(disk.all()), found(disk.flushed())];
        expect([place, state, between(state, first, last)]).toEqual([place, state, true]);
        if (code === 0) expect([place, surely]).toEqual([place, last]);
        else {
          expect([place, code, /\n\s+at |"stack"/.test(stderr)]).toEqual([place, 1, false]);
          expect(place).toMatch(/: \S.*\S\.$/);
        }
        if (resumed.has(state)) continue;
        resumed.add(state);
        spawnSync(line[0], line.slice(1), { cwd: folder, env: { ...process.env, XDG_DATA_HOME: folder } });
        expect([place, command.look(folder)]).toEqual([place, last]);
      }
    }
    expect(points).toBeGreaterThan(0);
  });
});
