// @module-tag processes
/** A method that changes under a study: never the old numbers silently, new ones on demand, and the old files kept. */
import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordSeals } from '../../../src/main/workspace/recordSeals.ts';
import { FIRST_PIXELS, writeProgram } from '../external/ownProgram.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const protocol = { kind: 'random', trainPerSubject: [2], repeats: 2 };
const spec = (name: string, methods: readonly object[], fields: object = {}): string => {
  const file = `${name}.json`;
  writeFileSync(here.at(file), JSON.stringify({ name, dataset: 'faces', protocol, methods, ...fields }));
  return file;
};
const ROWS = [
  { method: 'pca', latent: [3] },
  { method: 'own', label: 'A', latent: [3] },
];
/** Pixels from the q-th on: other codes than the first q. */
const OTHER_PIXELS = FIRST_PIXELS.replaceAll(
  'images.data[n * rows * cols + i]',
  'images.data[n * rows * cols + 60 + i]',
);
const register = async (body: string, fields: object = {}): Promise<string> => {
  writeProgram(here.at('own'), `${body}\nserve('own', { fit, encode });`, fields);
  const { code, stdout, stderr } = await here.run('methods', 'add', 'own');
  expect(code, stderr).toBe(0);
  return /version ([0-9a-f]{16})/.exec(stdout)![1];
};
interface Manifest {
  readonly spec: { readonly methods: readonly { readonly program?: { readonly version: string } }[] };
  readonly methods: readonly { readonly runsOn?: readonly string[] }[];
  readonly cells: readonly { readonly label: string; readonly predictionHash: string }[];
}
const manifest = async (study: string): Promise<Manifest> =>
  JSON.parse((await here.run('manifest', study)).stdout) as Manifest;
const hashes = async (study: string, label: string): Promise<string[]> =>
  (await manifest(study)).cells.flatMap((cell) => (cell.label === label ? [cell.predictionHash] : []));
const packed = async (study: string): Promise<Record<string, Uint8Array>> => {
  const { code, stderr } = await here.run('pack', study, '--out', `${study}.zip`);
  expect(code, stderr).toBe(0);
  return unzipSync(readFileSync(here.at(`${study}.zip`)));
};

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  await here.run('import', 'folder', '--name', 'faces');
});
afterAll(() => here.remove());

describe('a method of one’s own that was edited and registered again', () => {
  let [first, second] = ['', ''];
  let before: string[] = [];

  it('computes under a new name what it computes now', async () => {
    first = await register(FIRST_PIXELS);
    expect((await here.run('run', spec('old', ROWS))).code).toBe(0);
    expect((await here.run('run', spec('kept', ROWS))).code).toBe(0);
    before = await hashes('old', 'A');
    expect(await hashes('kept', 'A')).toEqual(before);
    const { methods } = await manifest('old');
    expect(methods[1].runsOn).toEqual([`Node ${process.versions.node}`]);
    expect(methods[0]).not.toHaveProperty('runsOn');
  });

  it('is not run with edited files that are not registered, nor are the old numbers printed', async () => {
    writeProgram(here.at('own'), `${OTHER_PIXELS}\nserve('own', { fit, encode });`);
    const refused = await here.run('run', 'old.json');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('"A" (its files differ from those registered: register them again in Settings');
  });

  it.each([[[]], [['--retry']], [['--extend']]])(
    'is refused by run %s, with both versions and the ways out',
    async (options) => {
      second ||= await register(OTHER_PIXELS);
      expect(second).not.toBe(first);
      const refused = await here.run('run', 'old.json', ...options);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toBe(
        `"A" (version ${first.slice(0, 8)} then, ${second.slice(0, 8)} now) has changed since its results in "old": ` +
          'compute the row again with --again "A", which replaces its results, or change "name" in old.json.\n',
      );
      expect(await hashes('old', 'A')).toEqual(before);
    },
  );

  it('leaves the study to be read, and packed with the files that computed it', async () => {
    expect((await here.run('table', 'old')).stdout).toContain('A');
    expect((await here.run('info', 'old')).stdout).toContain(
      `\n"A" (version ${first.slice(0, 8)} then, ${second.slice(0, 8)} now) has changed since its results in "old".\n`,
    );
    const files = await packed('old');
    const program = Buffer.from(files['methods/own/method.mjs']).toString();
    expect(program).toContain('images.data[n * rows * cols + i]');
    expect(Object.keys(files)).toContain('methods/own/method.json');
  });

  it('gives new numbers for its row alone, on demand', async () => {
    const pca = await hashes('old', 'PCA');
    const again = await here.run('run', 'old.json', '--again', 'A');
    expect(again.code, again.stderr).toBe(0);
    const after = await hashes('old', 'A');
    expect(after).not.toEqual(before);
    expect(await hashes('old', 'PCA')).toEqual(pca);
    expect((await here.run('run', spec('fresh', ROWS))).code).toBe(0);
    expect(await hashes('fresh', 'A')).toEqual(after);
    expect((await manifest('old')).spec.methods[1].program!.version).toBe(second);
    // The other study keeps its row, the history says what was done, and the same spec is complete.
    expect(await hashes('kept', 'A')).toEqual(before);
    const database = new Database(here.at('eigenbench/workspace.eigenbench'), { readonly: true });
    expect(database.prepare("SELECT detail FROM history WHERE event = 'again'").pluck().all()).toEqual([
      `A (version ${first.slice(0, 8)} then, ${second.slice(0, 8)} now)`,
    ]);
    database.close();
    expect((await here.run('run', 'old.json')).code).toBe(0);
    expect(Buffer.from((await packed('old'))['methods/own/method.mjs']).toString()).toContain('+ 60 + i]');
  });

  it('gives a row again that has not changed, and refuses rows that are not there', async () => {
    const table = (await here.run('table', 'fresh')).stdout;
    expect((await here.run('run', 'fresh.json', '--again', 'A', '--again', 'PCA')).stdout).toBe(table);
    const unknown = await here.run('run', 'fresh.json', '--again', 'B');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('"fresh" has no row "B"; it has "PCA" and "A".');
    const without = await here.run('run', spec('fresh', [ROWS[0]]), '--again', 'A');
    expect(without).toMatchObject({ code: 2, stdout: '' });
    expect(without.stderr).toContain('methods: the spec has no row "A" to compute again.');
    const shard = await here.run('run', spec('fresh', ROWS), '--again', 'A', '--shard', '1/2');
    expect(shard.code).toBe(2);
  });

  it('may change the settings of a row with --again, and nothing else', async () => {
    const other = await here.run('run', spec('fresh', [ROWS[0], { ...ROWS[1], latent: [2] }]));
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('compute a row that differs again with --again <label>');
    const changed = [
      { ...ROWS[0], latent: [4] },
      { ...ROWS[1], latent: [2] },
    ];
    expect((await here.run('run', spec('fresh', changed), '--again', 'A')).stderr).toContain('another study named');
    const again = await here.run('run', spec('fresh', [ROWS[0], { ...ROWS[1], latent: [2] }]), '--again', 'A');
    expect(again.code, again.stderr).toBe(0);
    expect((await here.run('run', 'fresh.json')).code).toBe(0);
  });
});

describe('settings that a spec leaves out', () => {
  it('do not silently stand for those that its study was computed with', async () => {
    const stated = [
      { method: 'bppca', latent: [[2, 2]], settings: { maxIterations: 3 } },
      { method: 'pca', latent: [2] },
    ];
    expect((await here.run('run', spec('settings', stated))).code).toBe(0);
    const { settings: _settings, ...left } = stated[0] as { settings?: object };
    const refused = await here.run('run', spec('settings', [left, stated[1]]));
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(
      '"BPPCA" in "settings" was computed with maxIterations = 3, which settings.json leaves out (default: ',
    );
    expect((await here.run('run', 'settings.json', '--again', 'BPPCA')).code).toBe(0);
    expect((await here.run('run', 'settings.json')).code).toBe(0);
  });
});

describe('a study of an earlier release', () => {
  it('has the former version of a method, and goes on with the same program', async () => {
    const version = await register(FIRST_PIXELS);
    const list = here.at('eigenbench/methods.json');
    const { methods: entries } = JSON.parse(readFileSync(list, 'utf8')) as {
      methods: { version: string; formerVersion?: string; declaration: object }[];
    };
    const [{ formerVersion, declaration }] = entries;
    expect(formerVersion).not.toBe(version);
    // As that release recorded the method, in its list and in studies.
    const { formerVersion: _former, ...entry } = entries[0];
    writeFileSync(
      list,
      JSON.stringify({ format: 'eigenbench-methods', methods: [{ ...entry, version: formerVersion }] }),
    );
    const recorded = { ...ROWS[1], program: { version: formerVersion, declaration } };
    const old = await here.run('run', spec('earlier', [ROWS[0], recorded]));
    expect(old.code, old.stderr).toBe(0);
    expect((await manifest('earlier')).spec.methods[1].program!.version).toBe(formerVersion);
    // The list is upgraded once; the study is complete, and grows.
    const upgraded = JSON.parse(readFileSync(list, 'utf8')) as { methods: object[] };
    expect(upgraded.methods).toEqual([expect.objectContaining({ version, formerVersion })]);
    const table = (await here.run('table', 'earlier')).stdout;
    expect((await here.run('run', spec('earlier', ROWS))).stdout).toBe(table);
    const more = { ...protocol, repeats: 3 };
    const extended = await here.run('run', spec('earlier', ROWS, { protocol: more }), '--extend');
    expect(extended.code, extended.stderr).toBe(0);
    expect((await manifest('earlier')).cells.filter(({ label }) => label === 'A')).toHaveLength(3);
    // Its files do not prove the former version.
    expect(Object.keys(await packed('earlier'))).not.toContain('methods/own/method.mjs');
    await register(OTHER_PIXELS);
    const refused = await here.run('run', 'earlier.json');
    expect(refused.stderr).toContain(`"A" (version ${formerVersion!.slice(0, 8)} then, `);
  });
});

describe('a built-in method that this release computes by other rules', () => {
  it('is refused in the same way', async () => {
    const rows = [
      { method: 'pca', latent: [2] },
      { method: '2dpca', latent: [2] },
    ];
    const whole = await here.run('run', spec('rules', rows));
    expect(whole.code, whole.stderr).toBe(0);
    const database = new Database(here.at('eigenbench/workspace.eigenbench'));
    const id = database.prepare<[], number>("SELECT id FROM studies WHERE name = 'rules'").pluck().get()!;
    // The key of another revision.
    database.prepare("UPDATE cells SET method_key = 'of then' WHERE study_id = ? AND label = '2DPCA'").run(id);
    recordSeals(database).sealPlan(id);
    database.close();
    const refused = await here.run('run', 'rules.json');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(
      '"2DPCA" (this release computes it by other rules or settings) has changed since its results in "rules": compute',
    );
    expect((await here.run('run', 'rules.json', '--again', '2DPCA')).stdout).toBe(whole.stdout);
    expect((await here.run('run', 'rules.json')).code).toBe(0);
  });
});
