// @module-tag processes
/** Keeping a workspace: backups, shrinking, files that vanish, files that are only read. */
import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from './harness.ts';
import { withoutPosix } from '../../support/skips.ts';

const here = scratch();
const spec = {
  name: 'small',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 2 },
  methods: [{ method: 'pca' }],
};
const long = { ...spec, name: 'long', protocol: { ...spec.protocol, repeats: 2000 } };

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  writeFileSync(here.at('long.json'), JSON.stringify(long));
  const imported = await here.run('import', 'folder', '--name', 'faces', '--workspace', 'w.eigenbench');
  expect(imported).toMatchObject({ code: 0 });
});
afterAll(() => here.remove());

describe('backup', () => {
  it('writes a workspace that gives the same table, and refuses to replace a file or to copy nothing', async () => {
    const table = await here.run('run', 'spec.json', '--workspace', 'w.eigenbench');
    const { code, stdout } = await here.run('backup', 'copy.eigenbench', '--workspace', 'w.eigenbench');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Wrote copy\.eigenbench \([\d.]+ kB\): a workspace/),
    });
    const again = await here.run('table', 'small', '--workspace', 'copy.eigenbench');
    expect(again).toMatchObject({ code: 0, stdout: table.stdout });
    expect(await here.run('backup', 'copy.eigenbench', '--workspace', 'w.eigenbench')).toMatchObject({
      code: 1,
      stderr: '"copy.eigenbench" exists already; name another file.\n',
    });
    const nothing = await here.run('backup', 'more.eigenbench', '--workspace', 'none.eigenbench');
    expect(nothing).toMatchObject({ code: 2, stderr: 'No workspace at none.eigenbench.\n' });
    expect(['more', 'none'].some((name) => existsSync(here.at(`${name}.eigenbench`)))).toBe(false);
  });

  it('can be shrunk', async () => {
    const { code, stdout } = await here.run('shrink', '--workspace', 'copy.eigenbench');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/ before, .* now\.\n$/) });
  });
});

describe('a run whose workspace is deleted meanwhile', () => {
  it('fails and says so', withoutPosix, async () => {
    await here.run('backup', 'vanishing.eigenbench', '--workspace', 'w.eigenbench');
    const command = ['run', 'long.json', '--workspace', 'vanishing.eigenbench', '--json'];
    const { code, stdout, stderr } = await here.start(command, (child) => {
      child.stderr!.on('data', (text) => {
        if (!String(text).includes('"progress"')) return;
        for (const end of ['', '-wal', '-shm']) rmSync(here.at(`vanishing.eigenbench${end}`), { force: true });
      });
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('was deleted or moved while it was open');
    expect(stderr).not.toContain('"stack"');
  });
});

describe('a workspace that others can read', () => {
  it('is warned of', withoutPosix, async () => {
    chmodSync(here.at('copy.eigenbench'), 0o644);
    const { code, stderr } = await here.run('studies', '--workspace', 'copy.eigenbench');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('(mode 644): chmod 600 keeps') });
    expect(statSync(here.at('w.eigenbench')).mode & 0o777).toBe(0o600);
  });
});
