// @module-tag processes
/** Files that are complete or as they were before, wherever their names lead. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireRoom } from '../../../src/main/disk/replaceFile.ts';
import { writeFile } from '../../../src/main/disk/writeFile.ts';
import { skipWhen, withoutPosix } from '../../support/skips.ts';
import { sharedFolder } from '../../support/temporaryFolder.ts';

const folder = sharedFolder();
const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');
const left = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.tmp'));

it('writes parts one after the other, each made when the one before is in the file', () => {
  const sizes: number[] = [];
  function* parts(): Generator<Uint8Array> {
    for (let n = 0; n < 4; n++) {
      sizes.push(readFileSync(at(left()[0])).length);
      yield new Uint8Array(1000).fill(n);
    }
  }
  writeFile(at('parts'), parts());
  expect(sizes).toEqual([0, 1000, 2000, 3000]);
  expect(readFileSync(at('parts'))).toEqual(Buffer.concat([0, 1, 2, 3].map((n) => Buffer.alloc(1000, n))));
  expect(left()).toEqual([]);
});

it('passes on what the parts throw and leaves the file as it was', () => {
  writeFileSync(at('kept'), 'before');
  const error = new Error('The dataset is damaged.');
  function* parts(): Generator<Uint8Array> {
    yield Uint8Array.of(1);
    throw error;
  }
  expect(() => writeFile(at('kept'), parts())).toThrow(error);
  expect(text('kept')).toBe('before');
  expect(left()).toEqual([]);
});

it('says in one sentence why a file cannot be written', () => {
  expect(() => writeFile(at('none/file'), 'text')).toThrow(/cannot be written: there is no such file or folder$/);
  mkdirSync(at('folder'));
  expect(() => writeFile(at('folder'), 'text')).toThrow(/folder cannot be written: it is a folder$/);
});

it('writes a file whose name is as long as names can be', () => {
  const name = 'n'.repeat(255);
  writeFile(at(name), 'long');
  expect(text(name)).toBe('long');
});

it('refuses before the first byte what the disk has no room for', () => {
  expect(() => requireRoom(folder, 0)).not.toThrow();
  expect(() => requireRoom(folder, 2 ** 62)).toThrow(/^the disk has .* left, and it takes 4\.61e\+6 TB$/);
});

describe('links', withoutPosix, () => {
  it('stay, and their target is replaced', () => {
    mkdirSync(at('far'));
    writeFileSync(at('far/target'), 'before');
    symlinkSync('far/target', at('near'));
    symlinkSync(at('near'), at('nearer'));
    writeFile(at('nearer'), 'after');
    expect(text('far/target')).toBe('after');
    expect([readlinkSync(at('nearer')), readlinkSync(at('near'))]).toEqual([at('near'), 'far/target']);
    expect(lstatSync(at('far/target')).isFile()).toBe(true);
  });

  it('to nothing get their target', () => {
    symlinkSync('yet to come', at('early'));
    writeFile(at('early'), 'there');
    expect(text('yet to come')).toBe('there');
    expect(lstatSync(at('early')).isSymbolicLink()).toBe(true);
  });

  it('in a circle are refused', () => {
    symlinkSync('b', at('a'));
    symlinkSync('a', at('b'));
    expect(() => writeFile(at('a'), 'x')).toThrow(/a cannot be written: its symbolic links form a loop$/);
  });
});

describe('modes', withoutPosix, () => {
  it('of files that are there are kept', () => {
    writeFileSync(at('group'), 'before');
    chmodSync(at('group'), 0o664);
    writeFile(at('group'), 'after', { mode: 0o600 });
    expect(statSync(at('group')).mode & 0o777).toBe(0o664);
    expect(text('group')).toBe('after');
  });

  it('of new files are those of the system, or what is asked for', () => {
    const umask = process.umask(0o027);
    try {
      writeFile(at('usual'), 'x');
      writeFile(at('own'), 'x', { mode: 0o600 });
      writeFile(at('sealed'), 'x', { sealed: true });
      writeFile(at('sealed'), 'y', { sealed: true });
    } finally {
      process.umask(umask);
    }
    const modes = ['usual', 'own', 'sealed'].map((name) => statSync(at(name)).mode & 0o777);
    expect(modes).toEqual([0o640, 0o600, 0o400]);
    expect(text('sealed')).toBe('y');
  });

  it(
    'and owners are kept by the superuser',
    skipWhen(process.getuid?.() !== 0, 'only the superuser gives files to others'),
    () => {
      writeFileSync(at('theirs'), 'old');
      chownSync(at('theirs'), 65534, 65534);
      writeFile(at('theirs'), 'new');
      const { uid, gid } = statSync(at('theirs'));
      expect([uid, gid, text('theirs')]).toEqual([65534, 65534, 'new']);
    },
  );
});

describe('devices and pipes', withoutPosix, () => {
  it('are written to and stay what they are', () => {
    // By a link: whoever fails here takes the link, not the machine's device.
    symlinkSync('/dev/null', at('null'));
    writeFile(at('null'), 'nothing');
    expect(readlinkSync(at('null'))).toBe('/dev/null');
    expect(statSync(at('null')).isCharacterDevice()).toBe(true);
  });

  it('say when they are full', skipWhen(!existsSync('/dev/full'), 'this system has no /dev/full'), () => {
    symlinkSync('/dev/full', at('full'));
    expect(() => writeFile(at('full'), 'x')).toThrow(/full cannot be written: the disk is full$/);
    expect(statSync(at('full')).isCharacterDevice()).toBe(true);
  });

  it('give a reader everything', async () => {
    expect(spawnSync('mkfifo', [at('pipe')]).status).toBe(0);
    const reader = spawn('cp', [at('pipe'), at('read')], { stdio: 'ignore' });
    const ended = new Promise((resolve) => reader.on('close', resolve));
    // More than a pipe holds.
    const parts = Array.from({ length: 5 }, (_, n) => new Uint8Array(100_000).fill(n));
    writeFile(at('pipe'), parts);
    await ended;
    expect(readFileSync(at('read'))).toEqual(Buffer.concat(parts));
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true);
  });
});
