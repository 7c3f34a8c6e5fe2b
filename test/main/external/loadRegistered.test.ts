// @module-tag processes
/** Whether a folder is still the one that was registered: by sizes and times, by its bytes where it counts. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { inspectFolder, registerMethod, removeMethod } from '../../../src/main/external/addMethod.ts';
import { folderHash, folderStamp } from '../../../src/main/external/folderHash.ts';
import { readRegistry } from '../../../src/main/external/registryFile.ts';
import { functionsOf, stateOf } from '../../../src/main/external/loadRegistered.ts';
import { withoutPosix } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { context, FIRST_PIXELS, training, writeProgram } from './ownProgram.ts';

const NODE = process.versions.node;

const registered = () =>
  inspectFolder(writeProgram(temporaryFolder(), `${FIRST_PIXELS}\nserve('own', { fit, encode });`));

describe('the state of a registered folder', () => {
  it('is ready without its files being read while sizes and times are the same', () => {
    const entry = registered();
    expect(entry.stamp).toBe(folderStamp(entry.folder, entry.declaration.ignore));
    // Of another hash nothing is seen: the files were not read.
    const other = { ...entry, hash: '0'.repeat(64) };
    expect(stateOf(other)).toBe('ready');
    expect(stateOf(other, { thorough: true })).toBe('changed');
  });

  it('is ready after its files were only touched, and where no stamp was stored', () => {
    const entry = registered();
    utimesSync(join(entry.folder, 'method.mjs'), new Date(0), new Date(0));
    expect(folderStamp(entry.folder, entry.declaration.ignore)).not.toBe(entry.stamp);
    expect(stateOf(entry)).toBe('ready');
    expect(stateOf({ ...entry, stamp: undefined })).toBe('ready');
  });

  it('is changed by a file of the same size with its time set back, also before the files are read in any case', () => {
    const entry = registered();
    const file = join(entry.folder, 'method.mjs');
    const { atime, mtime, size } = statSync(file);
    writeFileSync(file, '/'.repeat(size));
    utimesSync(file, atime, mtime);
    expect(stateOf(entry, { thorough: true })).toBe('changed');
    expect(stateOf(entry)).toBe('changed');
  });

  it('is missing without its folder', () => {
    const entry = registered();
    renameSync(entry.folder, `${entry.folder}-elsewhere`);
    expect(stateOf(entry)).toBe('missing');
    renameSync(`${entry.folder}-elsewhere`, entry.folder);
    expect(stateOf(entry)).toBe('ready');
  });
});

describe('a program on other software than it was registered with', () => {
  it.each([
    [
      'Node 1.0.0',
      [`Computed on other software than it was registered with: same program, Node ${NODE} instead of 1.0.0.`],
    ],
    [`Node ${NODE}`, []],
  ])('computes, and every fit says so: %s', (language, warnings) => {
    const { declaration, folder, hello } = registered();
    const functions = functionsOf(declaration, folder, { ...hello, language }, () => undefined);
    onTestFinished(() => functions.close?.());
    expect(functions.runsOn!()).toBeNull();
    expect(functions.fit(training, [2], {}, context()).warnings).toEqual(warnings);
    expect(functions.runsOn!()).toBe(`Node ${NODE}`);
  });
});

describe('the hash of a folder', withoutPosix, () => {
  /** A folder in which something lies wherever a program may load it from. */
  function full(): { readonly folder: string; readonly elsewhere: string } {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    for (const name of ['.lib', 'node_modules', 'node_modules/dep', '__pycache__', '.git'])
      mkdirSync(join(folder, name));
    for (const name of [
      'method.json',
      '.lib/x.py',
      'node_modules/dep/i.js',
      'old.pyc',
      '__pycache__/x.pyc',
      '.git/HEAD',
    ]) {
      writeFileSync(join(folder, name), name);
    }
    mkdirSync(join(elsewhere, 'shared'));
    writeFileSync(join(elsewhere, 'core.py'), 'core');
    writeFileSync(join(elsewhere, 'shared/more.py'), 'more');
    symlinkSync(join(elsewhere, 'core.py'), join(folder, 'core.py'));
    symlinkSync(join(elsewhere, 'shared'), join(folder, 'shared'));
    symlinkSync('.', join(folder, 'again'));
    symlinkSync('nowhere', join(folder, 'broken'));
    return { folder, elsewhere };
  }
  const IGNORE = ['.git', '__pycache__', '*~'];

  it.each([
    ['a hidden folder', '.lib/x.py'],
    ['node_modules', 'node_modules/dep/i.js'],
    ['bytecode without a source', 'old.pyc'],
    ['the declaration, whatever is ignored', 'method.json'],
    ['the target of a link', '../core.py'],
    ['a folder behind a link', 'shared/more.py'],
  ])('covers %s', (_what, name) => {
    const { folder, elsewhere } = full();
    const facts = (): string[] => [
      folderHash(folder, [...IGNORE, 'method.*']),
      folderStamp(folder, [...IGNORE, 'method.*']),
    ];
    const before = facts();
    expect(facts()).toEqual(before);
    writeFileSync(name.startsWith('../') ? join(elsewhere, name.slice(3)) : join(folder, name), 'other code');
    const after = facts();
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('leaves out the citation of the declaration, and nothing else of it', () => {
    const { folder } = full();
    const hashWith = (declaration: object): string => {
      writeFileSync(join(folder, 'method.json'), JSON.stringify(declaration, null, 2));
      return folderHash(folder, IGNORE);
    };
    const before = hashWith({ id: 'own', labels: true });
    expect(hashWith({ id: 'own', citation: { key: 'doe2026' }, labels: true })).toBe(before);
    expect(hashWith({ id: 'own', labels: false })).not.toBe(before);
  });

  it('covers where a link leads', () => {
    const { folder } = full();
    const before = folderHash(folder, IGNORE);
    rmSync(join(folder, 'broken'));
    symlinkSync('elsewhere', join(folder, 'broken'));
    expect(folderHash(folder, IGNORE)).not.toBe(before);
  });

  it('leaves out what is ignored, and that alone', () => {
    const { folder } = full();
    const [before, all] = [folderHash(folder, IGNORE), folderHash(folder, [])];
    writeFileSync(join(folder, '.git/HEAD'), 'next');
    writeFileSync(join(folder, '__pycache__/x.pyc'), 'next');
    writeFileSync(join(folder, 'method.py~'), 'next');
    expect(folderHash(folder, IGNORE)).toBe(before);
    expect(folderHash(folder, [])).not.toBe(all);
  });

  it.each(['*', 'method.*', 'met*.mjs'])('is refused where "%s", which is ignored, stands for what runs', (pattern) => {
    const folder = writeProgram(temporaryFolder(), 'serve("own", {});', { ignore: [pattern] });
    expect(() => inspectFolder(folder)).toThrow(
      'ignore: expected names that never run, found one that stands for method.mjs.',
    );
  });

  it('is refused for a pipe, which is not read', () => {
    const { folder } = full();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(() => folderHash(folder, IGNORE)).toThrow(
      'pipe: expected a file, a folder or a link, found a pipe or a device.',
    );
  });
});

describe('the list of registered methods', () => {
  it('keeps all methods that processes add at the same time', async () => {
    const [folder, list] = [temporaryFolder(), join(temporaryFolder(), 'new', 'methods.json')];
    const add = fileURLToPath(new URL('./workers/addMethod.ts', import.meta.url));
    const ids = ['one', 'two', 'three', 'four', 'five', 'six'];
    for (const id of ids) writeProgram(join(folder, id), `${FIRST_PIXELS}\nserve('${id}', { fit, encode });`, { id });
    const codes = await Promise.all(
      ids.map(
        (id) =>
          new Promise((done) => {
            const environment = { ...process.env, EIGENBENCH_METHODS: list };
            spawn(process.execPath, [add, join(folder, id)], { env: environment, stdio: 'inherit' }).on('exit', done);
          }),
      ),
    );
    expect(codes).toEqual(ids.map(() => 0));
    expect(
      readRegistry(list)
        .map(({ declaration }) => declaration.id)
        .sort(),
    ).toEqual([...ids].sort());
    // Whoever may not read the file may not see its folder either, and nothing of the change is left.
    if (process.platform !== 'win32') expect(statSync(dirname(list)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(list))).toEqual(['methods.json']);
  });

  it('is changed although a process died while it changed it', () => {
    const list = join(temporaryFolder(), 'methods.json');
    vi.stubEnv('EIGENBENCH_METHODS', list);
    onTestFinished(() => void vi.unstubAllEnvs());
    writeFileSync(`${list}.next`, '{"format"');
    utimesSync(`${list}.next`, new Date(0), new Date(0));
    const entry = registered();
    expect(registerMethod(entry)).toBeNull();
    expect(readRegistry(list)).toEqual([entry]);
    expect(removeMethod('own')).toBe(true);
    expect(removeMethod('own')).toBe(false);
    expect(readRegistry(list)).toEqual([]);
  });
});
