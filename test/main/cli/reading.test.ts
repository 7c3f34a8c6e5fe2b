// @module-tag processes
/** Commands that only read: they make no workspace, and they read one that cannot be written. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutPosix } from '../../support/skips.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
/** Of a user who owns nothing here: file modes do not hold the superuser. */
const reader = scratch({ unprivileged: true, folder: here.folder });

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 5, perSubject: 5, rows: 12, cols: 10 });
  const spec = {
    name: 'small',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 },
    methods: [{ method: 'pca' }, { method: 'glram' }],
  };
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  mkdirSync(here.at('shelf'));
  const workspace = ['--workspace', 'shelf/w.eigenbench'];
  expect(await here.run('import', 'folder', '--name', 'faces', ...workspace)).toMatchObject({ code: 0 });
  expect(await here.run('run', 'spec.json', ...workspace)).toMatchObject({ code: 0 });
  // The first run of a process keeps there how fast the machine is.
  rmSync(here.at('eigenbench'), { recursive: true, force: true });
  mkdirSync(here.at('closed'));
  copyFileSync(here.at('shelf/w.eigenbench'), here.at('closed/w.eigenbench'));
  chmodSync(here.folder, 0o755);
  chmodSync(here.at('closed/w.eigenbench'), 0o444);
  chmodSync(here.at('closed'), 0o555);
  mkdirSync(here.at('out'));
  chmodSync(here.at('out'), 0o777);
});
afterAll(async () => {
  chmodSync(here.at('closed'), 0o755);
  await here.remove();
});

const reading: readonly (readonly string[])[] = [
  ['datasets'],
  ['studies'],
  ['table', 'small'],
  ['report', 'small', '--out', 'out/report.html'],
  ['compare', 'small', 'PCA', 'GLRAM'],
  ['power', 'small', 'PCA', 'GLRAM', '--difference', '5'],
  ['ranks', 'small', '--per', 'condition'],
  ['figure', 'small', '--out', 'out/figure.svg'],
  ['confusion', 'small', 'PCA', '--condition', 'k=2'],
  ['predictions', 'small', '--out', 'out/predictions.csv'],
  ['splits', 'small', '--out', 'out/splits.csv'],
  ['manifest', 'small', '--out', 'out/manifest.json'],
  ['export', 'faces', '--out', 'out/faces.npz'],
  ['audit', 'faces'],
  ['attach', 'faces'],
  ['results', 'list', 'small'],
  ['published', 'list', 'small'],
  ['backup', 'out/copy.eigenbench'],
  ['check'],
  ['shards', 'spec.json', '--shards', '2', '--folder', 'out', '--out', 'out/job.sh'],
  ['fit', '--data', 'faces', '--method', 'pca', '--latent', '2', '--out', 'out/model.json'],
];

const others: readonly (readonly string[])[] = [
  ['recompute', 'small', '--method', 'PCA', '--condition', 'k=2'],
  ['run', 'spec.json'],
  ['run', 'spec.json', '--shard', '1/2', '--into', 'none-part.eigenbench'],
  ['preprocess', 'faces', '--name', 'x', '--step', 'round'],
  ['shrink'],
  ['detach', 'faces', 'x'],
  ['embed', 'faces'],
];

const titled = (lines: typeof reading): [string, readonly string[]][] => lines.map((line) => [line.join(' '), line]);

describe('a workspace that does not exist', () => {
  it.each(titled([...reading, ...others]))('is not made by %s', async (_, parameters) => {
    const before = readdirSync(here.folder);
    const { code, stdout, stderr } = await here.run(...parameters, '--workspace', 'none/w.eigenbench');
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: 'No workspace at none/w.eigenbench.\n',
    });
    expect(readdirSync(here.folder)).toEqual(before);
  });

  it('is named with what makes it, if it is the one of the user', async () => {
    const { code, stderr } = await here.run('studies');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^No workspace at \/\S+workspace\.eigenbench yet\. Create it with "eigenbench import"/);
    expect(existsSync(here.at('eigenbench'))).toBe(false);
  });

  it.each([
    ['a path that is not there', ['import', 'nowhere']],
    ['a folder without images', ['import', 'out']],
  ])('is not made by an import from %s', async (_, parameters) => {
    const { code } = await here.run(...parameters, '--workspace', 'new.eigenbench');
    expect(code).not.toBe(0);
    expect(readdirSync(here.folder).filter((name) => name.startsWith('new.'))).toEqual([]);
  });

  it('is not made by the preview of an import', async () => {
    const { code, stdout } = await here.run('import', 'folder', '--preview', '--workspace', 'new.eigenbench');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('25 images of 5 subjects') });
    expect(existsSync(here.at('new.eigenbench'))).toBe(false);
  });
});

describe('a workspace that cannot be written', withoutPosix, () => {
  it.each(titled(reading))('is read by %s', async (_, parameters) => {
    const { code, stderr } = await reader.run(...parameters, '--workspace', 'closed/w.eigenbench');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('denied') });
    expect(readdirSync(here.at('closed'))).toEqual(['w.eigenbench']);
  });

  it('answers as it does where it can be written', async () => {
    const table = await reader.run('table', 'small', '--workspace', 'closed/w.eigenbench');
    expect(table.stdout).toBe((await here.run('table', 'small', '--workspace', 'shelf/w.eigenbench')).stdout);
    expect(table.stderr).toBe('"closed/w.eigenbench" is opened read-only.\n');
  });
});
