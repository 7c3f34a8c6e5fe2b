import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileTokenError, fileTokens } from '../../../src/main/engine/fileTokens.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** root/ with folders s1, s2, s10, files a.mat, notes.txt, .hidden, and beside it secret/ and root-2/. */
function tree() {
  const base = temporaryFolder();
  const root = join(base, 'root');
  for (const name of ['s10', 's2', 's1', '.git']) mkdirSync(join(root, name), { recursive: true });
  for (const name of ['b10.mat', 'b9.MAT', 'notes.txt', '.hidden.mat', 't10k-images-idx3-ubyte']) {
    writeFileSync(join(root, name), 'x');
  }
  const secret = join(base, 'secret');
  mkdirSync(secret);
  writeFileSync(join(secret, 'key.mat'), 'k');
  mkdirSync(join(base, 'root-2'));
  return { base, root, secret, tokens: fileTokens([root]) };
}

async function openRoot(tokens: ReturnType<typeof fileTokens>) {
  const [entry] = (await tokens.list(null)).entries;
  return tokens.list(entry.token);
}

describe('fileTokens', () => {
  it('list the roots, then folders before importable files in numeric order, without hidden ones', async () => {
    const { root, tokens } = tree();
    const roots = await tokens.list(null);
    expect(roots).toMatchObject({
      location: null,
      token: null,
      parent: null,
      entries: [{ name: root, kind: 'folder' }],
    });
    const listing = await openRoot(tokens);
    expect(listing.location).toBe(root);
    expect(listing.entries.map((entry) => entry.name)).toEqual([
      's1',
      's2',
      's10',
      'b9.MAT',
      'b10.mat',
      'notes.txt',
      't10k-images-idx3-ubyte',
    ]);
    expect(listing.entries.map((entry) => entry.size)).toEqual([null, null, null, 1, 1, 1, 1]);
  });

  it('list the files of the use that is asked for', async () => {
    const { tokens } = tree();
    const [entry] = (await tokens.list(null)).entries;
    const files = (await tokens.list(entry.token, 'eyes')).entries.filter(({ kind }) => kind === 'file');
    expect(files.map(({ name }) => name)).toEqual(['notes.txt']);
  });

  it('lead up to the root and no further', async () => {
    const { tokens } = tree();
    const top = await openRoot(tokens);
    expect(top.parent).toBeNull();
    const inside = await tokens.list(top.entries[0].token);
    expect(inside.parent).toBe(top.token);
  });

  it('are nothing that can be guessed or made from a path', async () => {
    const { secret, tokens } = tree();
    for (const token of [secret, '../secret', 'file:///etc', '%2e%2e', '__proto__']) {
      await expect(tokens.list(token)).rejects.toBeInstanceOf(FileTokenError);
      await expect(tokens.resolve(token)).rejects.toBeInstanceOf(FileTokenError);
    }
  });

  it('do not show links that lead out of the roots, also not to a folder whose name begins like a root', async () => {
    const { base, root, secret, tokens } = tree();
    symlinkSync(secret, join(root, 'way-out'));
    symlinkSync(join(secret, 'key.mat'), join(root, 'key.mat'));
    symlinkSync(join(base, 'root-2'), join(root, 'neighbour'));
    symlinkSync(join(root, 's2'), join(root, 'inside'));
    const names = (await openRoot(tokens)).entries.map((entry) => entry.name);
    expect(names).toContain('inside');
    expect(names).not.toContain('way-out');
    expect(names).not.toContain('key.mat');
    expect(names).not.toContain('neighbour');
  });

  it('are worth nothing once their folder has been replaced by a link out of the roots', async () => {
    const { root, secret, tokens } = tree();
    const folder = (await openRoot(tokens)).entries.find((entry) => entry.name === 's1')!;
    rmSync(join(root, 's1'), { recursive: true });
    symlinkSync(secret, join(root, 's1'));
    await expect(tokens.list(folder.token)).rejects.toThrow('"s1" no longer exists.');
    await expect(tokens.resolve(folder.token)).rejects.toBeInstanceOf(FileTokenError);
  });

  it('say that a place is gone, or is no folder', async () => {
    const { root, tokens } = tree();
    const listing = await openRoot(tokens);
    renameSync(join(root, 's2'), join(root, 's3'));
    await expect(tokens.list(listing.entries[1].token)).rejects.toThrow('"s2" no longer exists.');
    await expect(tokens.list(listing.entries[3].token)).rejects.toThrow('"b9.MAT" is not a folder.');
  });

  it('keep imports from listed folders inside the roots; a place that the user named himself has no bounds', async () => {
    const { root, secret, tokens } = tree();
    const listing = await openRoot(tokens);
    expect(await tokens.resolve(listing.token!)).toEqual({ path: root, roots: [root] });
    expect(await tokens.resolve(tokens.grant(secret))).toEqual({ path: secret, roots: null });
    expect(() => tokens.grant(join(secret, 'missing'))).toThrow(/ENOENT/);
  });

  it('complete what is typed of a path, within the roots only', async () => {
    const { base, root, secret, tokens } = tree();
    const names = async (path: string): Promise<string[]> => (await tokens.complete(path)).map(({ name }) => name);
    expect(await names(join(root, 's'))).toEqual(['s1', 's2', 's10']);
    expect(await names(join(root, 'B'))).toEqual(['b9.MAT', 'b10.mat']);
    expect(await names(`${root}/`)).toEqual([
      'b9.MAT',
      'b10.mat',
      'notes.txt',
      's1',
      's2',
      's10',
      't10k-images-idx3-ubyte',
    ]);
    const [found] = await tokens.complete(join(root, 's10'));
    expect(found).toMatchObject({ path: join(root, 's10'), kind: 'folder' });
    expect((await tokens.resolve(found.token)).path).toBe(join(root, 's10'));
    // A root itself, and nothing else of its folder.
    expect(await names(base)).toEqual(['root']);
    expect(await names(join(base, 'r'))).toEqual(['root']);
    for (const path of [secret, `${secret}/`, join(root, '..', 'secret', 'k'), 's1', '../s', join(base, 'root-2/')]) {
      expect(await names(path), path).toEqual([]);
    }
    symlinkSync(secret, join(root, 'way-out'));
    expect(await names(join(root, 'way'))).toEqual([]);
    expect(await names(join(root, 'way-out', 'k'))).toEqual([]);
  });

  it('find a place by its path, within the roots only', async () => {
    const { base, root, secret, tokens } = tree();
    expect(await tokens.at(join(root, 's1'))).toMatchObject({ name: 's1', kind: 'folder', path: join(root, 's1') });
    expect(await tokens.at(join(root, 'b9.MAT'))).toMatchObject({ kind: 'file', size: 1 });
    for (const path of [secret, join(root, 'absent'), join(base, 'root-2'), 's1'])
      expect(await tokens.at(path)).toBeNull();
  });
});
