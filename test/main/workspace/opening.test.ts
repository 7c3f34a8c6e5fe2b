// @module-tag processes
/** How the file is opened: for whom, on what file system, and with what is kept of it as it was. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSteps } from '../../../src/core/formats/cooperativeSteps.ts';
import { openDatabase, sharedFileSystem } from '../../../src/main/workspace/database/database.ts';
import { schemaVersion } from '../../../src/main/workspace/database/migrations.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { nextSchema } from '../../support/nextSchema.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { skipWhen, withoutPosix } from '../../support/skips.ts';
import { finishedWorkspace } from './content.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const newPath = (): string => join(temporaryFolder(), 'w.eigenbench');

function open(path: string, options: Parameters<typeof openWorkspace>[1] = {}): Workspace {
  const workspace = openWorkspace(path, options);
  onTestFinished(() => workspace.close());
  return workspace;
}

describe('a workspace', withoutPosix, () => {
  it('can be opened by its owner only, with every file beside it and every folder made for it', () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const folder = temporaryFolder();
    const path = join(folder, 'a', 'b', 'w.eigenbench');
    const workspace = open(path);
    workspace.datasets.add('faces', smallDataset(), '');
    workspace.backup(join(folder, 'copy.eigenbench'));
    const files = readdirSync(join(folder, 'a', 'b')).sort();
    expect(files).toEqual(['', '-runner', '-shm', '-wal'].map((ending) => `w.eigenbench${ending}`));
    for (const file of files) expect([file, modeOf(join(folder, 'a', 'b', file))]).toEqual([file, 0o600]);
    expect(modeOf(join(folder, 'copy.eigenbench'))).toBe(0o600);
    for (const made of ['a', 'a/b']) expect(modeOf(join(folder, made))).toBe(0o700);
    expect(workspace.notices).toEqual([]);
  });

  it('that others can read is opened with a warning, and keeps its mode', () => {
    const path = newPath();
    openWorkspace(path).close();
    chmodSync(path, 0o644);
    expect(open(path).notices).toEqual([
      `Other users of this machine can open "${path}" (mode 644): chmod 600 keeps its faces to you.`,
    ]);
    expect(modeOf(path)).toBe(0o644);
  });
});

describe('a shared file system', () => {
  it('is recognised by the number that statfs gives, signed or not, and a Windows share by its path', () => {
    const on = (type: number): string | null => sharedFileSystem('/home/ann/w', () => type, 'linux');
    expect([0x6969, 0xff534d42, 0xff534d42 | 0, 0x0bd00bd0].map(on)).toEqual(['NFS', 'SMB', 'SMB', 'Lustre']);
    // ext4, tmpfs, btrfs, FUSE
    expect([0xef53, 0x01021994, 0x9123683e, 0x65735546].map(on)).toEqual([null, null, null, null]);
    const onWindows = (path: string): string | null => sharedFileSystem(path, () => 0, 'win32');
    expect(onWindows('\\\\server\\share\\w.eigenbench')).toBe('a network share');
    expect([onWindows('C:\\w.eigenbench'), onWindows('\\\\?\\C:\\w.eigenbench')]).toEqual([null, null]);
  });

  it(
    'is opened without a write-ahead log, with a sentence',
    skipWhen(process.platform !== 'linux', 'about Linux'),
    () => {
      const path = newPath();
      openWorkspace(path).close();
      const { db, notices, close } = openDatabase(path, { fileSystemType: () => 0x6969 });
      expect(db.pragma('journal_mode', { simple: true })).toBe('delete');
      expect(db.pragma('synchronous', { simple: true })).toBe(3);
      expect(notices).toEqual([expect.stringMatching(/lies on a shared file system \(NFS\).*one machine at a time/)]);
      close();
      const local = openDatabase(path);
      expect(local.db.pragma('journal_mode', { simple: true })).toBe('wal');
      expect(local.notices).toEqual([]);
      local.close();
    },
  );
});

describe('a read-only workspace', () => {
  const made = (): string => {
    const path = newPath();
    const workspace = openWorkspace(path);
    workspace.datasets.add('faces', smallDataset(), '');
    workspace.close();
    return path;
  };

  it('can be looked at; changes are refused, and nothing appears beside it', () => {
    const path = made();
    const before = statSync(path);
    const workspace = openWorkspace(path, { readOnly: true });
    expect(workspace.datasets.findByName('faces')!.count).toBe(30);
    expect(workspace.settings.get().theme).toBe('system');
    expect(() => workspace.settings.set({ workers: 2 })).toThrow(/readonly/);
    expect(workspace.notices).toEqual([`"${path}" is opened read-only.`]);
    workspace.close();
    expect(statSync(path).mtimeMs).toBe(before.mtimeMs);
  });

  it('of an older schema is read from a copy, which goes when it is closed', () => {
    const path = newPath();
    const old = openWorkspace(path);
    old.settings.set({ theme: 'dark' });
    old.close();
    const before = statSync(path).size;
    const workspace = openWorkspace(path, { readOnly: true, steps: nextSchema });
    expect(workspace.settings.get().theme).toBe('dark');
    expect(() => workspace.settings.set({ workers: 2 })).toThrow(/readonly/);
    workspace.close();
    const db = new Database(path, { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    db.close();
    expect(statSync(path).size).toBe(before);
  });

  // Root may write whatever the modes say: the look is taken as another user.
  it('is recognised by its modes, also with a log that was left behind', withoutPosix, () => {
    const folder = temporaryFolder();
    const source = join(folder, 'source.eigenbench');
    const workspace = open(source);
    workspace.datasets.add('faces', smallDataset(), '');
    // As after a crash: what was added stands in the log only.
    const still = join(folder, 'still');
    mkdirSync(still);
    const path = join(still, 'w.eigenbench');
    for (const ending of ['', '-wal']) cpSync(source + ending, path + ending);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    for (const file of [path, `${path}-wal`]) chmodSync(file, 0o444);
    chmodSync(still, 0o555);
    chmodSync(folder, 0o755);
    const script = `
      import { openWorkspace } from '${new URL('../../../src/main/workspace/workspace.ts', import.meta.url).href}';
      const w = openWorkspace('${path}');
      console.log(JSON.stringify([w.readOnly, w.datasets.list().map(({ name }) => name)]));
      w.close();`;
    const isRoot = process.getuid!() === 0;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      ...(isRoot && { uid: 65_534, gid: 65_534 }),
    });
    chmodSync(still, 0o755);
    expect(child.stderr).toBe('');
    expect(JSON.parse(child.stdout)).toEqual([true, ['faces']]);
    expect(readdirSync(still).sort()).toEqual(['w.eigenbench', 'w.eigenbench-wal']);
  });

  it('that does not exist is not made', () => {
    const path = newPath();
    expect(() => openWorkspace(path, { readOnly: true })).toThrow(`There is no workspace "${path}".`);
    expect(existsSync(path)).toBe(false);
  });
});

describe('a workspace of an older schema', () => {
  it('is copied as it was before it is changed, and says where', () => {
    const path = newPath();
    const old = openWorkspace(path);
    old.settings.set({ theme: 'dark' });
    old.close();
    const { notices, close } = openWorkspace(path, { steps: nextSchema });
    close();
    const copy = `${path}.schema-${schemaVersion}.backup`;
    expect(notices).toEqual([
      `The workspace was upgraded from schema ${schemaVersion} to ${schemaVersion + 1}; the file before that is "${copy}".`,
    ]);
    const db = new Database(copy, { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    expect(db.prepare('SELECT value FROM settings').pluck().get()).toBe('"dark"');
    db.close();
  });
});

describe('a list that a misdirected write has emptied', () => {
  it.each([
    [['studies'], '1 study is missing whose cells are there'],
    [['datasets'], '1 dataset is missing whose images are there, 1 dataset is missing whose studies are there'],
    [
      ['studies', 'cells', 'cells_by_position', 'cells_by_status'],
      'its list of studies and the index of the list differ',
    ],
  ])('of %s is told when the file is opened and by check', async (lists, missing) => {
    const path = newPath();
    await finishedWorkspace(path);
    const db = new Database(path);
    const page = db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
    const pages = lists.map((list) => {
      const empty = page.get(list.includes('_by_') ? 'sqlite_autoindex_published_1' : 'published')!;
      return { full: page.get(list)!, empty };
    });
    db.close();
    const bytes = readFileSync(path);
    for (const { full, empty } of pages) bytes.copy(bytes, (full - 1) * 4096, (empty - 1) * 4096, empty * 4096);
    writeFileSync(path, bytes);
    for (const readOnly of [false, true]) {
      const workspace = open(path, { readOnly });
      expect(workspace.studies.list()).toEqual([]);
      const sentence = `"${path}" is damaged: ${missing}. "eigenbench check" lists the damage.`;
      expect(workspace.notices).toContain(sentence);
      const found = runSteps(workspace.check(false)).map(({ text }) => text);
      expect(found).toContain(`The file: ${missing.split(', ')[0]}.`);
    }
  });
});

describe('the file behind a connection', () => {
  it('is missed when it was deleted or replaced', withoutPosix, () => {
    const path = newPath();
    const workspace = open(path);
    workspace.requirePresent();
    const other = newPath();
    openWorkspace(other).close();
    rmSync(path);
    expect(() => workspace.requirePresent()).toThrow(`The workspace "${path}" was deleted or moved while it was open`);
    cpSync(other, path);
    expect(() => workspace.requirePresent()).toThrow('was replaced by another file while it was open');
  });
});
