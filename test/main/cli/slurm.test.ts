// @module-tag processes
/** The job script of a study, run as Slurm would run it: one bash a task of the array. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const task = async (script: string, id: number | null): Promise<{ stdout: string; stderr: string; code: number }> => {
  const { SLURM_ARRAY_TASK_ID: _, ...env } = process.env;
  try {
    const done = await promisify(execFile)('bash', [script], {
      cwd: here.folder,
      env: { ...env, ...(id !== null && { SLURM_ARRAY_TASK_ID: String(id) }), XDG_DATA_HOME: here.folder },
    });
    return { ...done, code: 0 };
  } catch (error) {
    return error as { stdout: string; stderr: string; code: number };
  }
};

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 4, perSubject: 4, rows: 8, cols: 7 });
  await here.run('import', 'folder', '--name', 'faces');
  mkdirSync(here.at("it's a place"));
  const spec = {
    name: 'in parts',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 },
    methods: [{ method: 'pca' }, { method: '2dpca' }],
  };
  writeFileSync(here.at("it's a place/spec.json"), JSON.stringify(spec));
});
afterAll(() => here.remove());

describe('the job script of a study', () => {
  it('computes a part a task and merges them to the table of one run', async () => {
    const made = await here.run('shards', "it's a place/spec.json", '--shards', '2', '--out', 'job.sh');
    expect(made).toMatchObject({ code: 0, stdout: '' });
    const parts = here.at("it's a place/spec-shards");
    const [name] = readdirSync(parts).filter((each) => each.startsWith('images'));
    const bundle = join(parts, name);
    const before = readFileSync(bundle);
    // The workspace is not there for the tasks: they read the bundle, which stays as it is.
    renameSync(here.at('eigenbench'), here.at('elsewhere'));
    for (const id of [1, 2]) {
      const { stdout, code } = await task('job.sh', id);
      expect({ stdout, code }).toMatchObject({ stdout: expect.stringContaining(`Shard ${id} of 2`), code: 0 });
    }
    renameSync(here.at('elsewhere'), here.at('eigenbench'));
    expect(readFileSync(bundle).equals(before)).toBe(true);
    expect(before[19]).toBe(1);
    expect(statSync(bundle).mode & 0o777).toBe(process.platform === 'win32' ? 0o444 : 0o400);
    expect(name).toBe(`images-${createHash('sha256').update(before).digest('hex').slice(0, 16)}.eigenbench`);
    expect(readdirSync(parts).filter((each) => each.startsWith('images'))).toEqual([name]);
    expect(await task('job.sh', 0)).toMatchObject({ stdout: expect.stringMatching(/"in parts" is complete\.\n$/) });
    const merged = await here.run('table', 'in parts');
    await here.run('--workspace', 'other.eigenbench', 'import', 'folder', '--name', 'faces');
    const whole = await here.run('run', "it's a place/spec.json", '--workspace', 'other.eigenbench');
    expect(merged.stdout).toBe(whole.stdout);
  });

  it('reads the images where they are once, and refuses by name where they are gone or others', async () => {
    const plan = ['shards', "it's a place/spec.json", '--shards', '2', '--folder', 'once', '--out', 'once.sh'];
    await here.run(...plan);
    const [name] = readdirSync(here.at('once')).filter((each) => each.startsWith('images'));
    const bundle = here.at(`once/${name}`);
    expect((await task('once.sh', 1)).code).toBe(0);
    // Planning again keeps what the part refers to.
    await here.run(...plan);
    expect(readdirSync(here.at('once')).filter((each) => /^(images|shards|part\.)/.test(each))).toEqual([
      name,
      'part.sh',
      'shards.json',
    ]);
    const exported = ['--workspace', 'once/part-1.eigenbench', 'export', 'faces', '--out', 'part.npz'];
    expect(await here.run(...exported)).toMatchObject({ code: 0 });
    await here.run('export', 'faces', '--out', 'whole.npz');
    expect(readFileSync(here.at('part.npz')).equals(readFileSync(here.at('whole.npz')))).toBe(true);
    renameSync(bundle, here.at('bundle'));
    expect(await here.run(...exported)).toMatchObject({ code: 1, stderr: expect.stringContaining(`are in ${name}`) });
    // The results of the part need no images.
    expect(await here.run('shards', 'status', 'once', '--part', '1')).toMatchObject({ code: 0 });
    renameSync(here.at('bundle'), bundle);
    chmodSync(bundle, 0o600);
    appendFileSync(bundle, 'x');
    const other = `"${bundle}" is not the file that has the images`;
    expect(await here.run(...exported)).toMatchObject({ code: 1, stderr: expect.stringContaining(other) });
    const changed = await task('once.sh', 2);
    expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining('has changed since it was written') });
    // What is no bundle any more is replaced.
    await here.run(...plan);
    expect((await task('once.sh', 2)).code).toBe(0);
  });

  it('merges what there is, fails while a part is missing, and names the command that computes it', async () => {
    await here.run('shards', "it's a place/spec.json", '--shards', '2', '--folder', 'parts', '--out', 'half.sh');
    const again = `To compute: sbatch --array=1-2 '${here.at('half.sh')}'`;
    expect(await task('half.sh', 0)).toMatchObject({ code: 1, stderr: expect.stringContaining(again) });
    await task('half.sh', 2);
    expect((await task('half.sh', 2)).code).toBe(0);
    const { stderr, stdout, code } = await task('half.sh', 0);
    expect(code).toBe(1);
    expect(stderr).toContain(`1 part of 2 is missing or unfinished. To compute: sbatch --array=1 '`);
    expect(stdout).toContain('Nothing new in 1 of 1 workspace.');
    const status = await here.run('shards', 'status', 'parts', '--json');
    expect(status.code).toBe(1);
    expect(JSON.parse(status.stdout).parts).toEqual([
      { part: 1, state: 'missing', done: 0, failed: 0, cells: null },
      { part: 2, state: 'settled', done: 3, failed: 0, cells: 3 },
    ]);
    expect((await here.run('shards', 'status', 'parts', '--part', '2')).code).toBe(0);
    expect((await here.run('shards', 'status', 'parts', '--part', '3')).code).toBe(2);
    expect((await here.run('shards', 'status', 'folder')).code).toBe(2);
  });

  it('removes merged parts alone, says how much room they had, and computes none of them again', async () => {
    await here.run('shards', "it's a place/spec.json", '--shards', '2', '--folder', 'clean', '--out', 'clean.sh');
    await task('clean.sh', 1);
    await here.run('rm', 'study', 'in parts');
    expect(await here.run('shards', 'clean', 'clean')).toEqual({
      code: 1,
      stdout: 'No part was removed.\n',
      stderr: 'Not removed: part 1 has 3 cells that are not merged.\n',
    });
    await here.run('shards', 'merge', 'clean');
    await task('clean.sh', 2);
    const first = await here.run('shards', 'clean', 'clean');
    expect(first).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Removed 1 merged part \(1\), \d+ kB\.\n$/),
    });
    expect(first.stderr).toBe('Not removed: part 2 has 3 cells that are not merged.\n');
    expect(readdirSync(here.at('clean')).filter((name) => /^part-\d\.\w+$/.test(name))).toEqual([
      'part-1.done',
      'part-1.merged',
      'part-2.done',
      'part-2.eigenbench',
    ]);
    expect(await task('clean.sh', 1)).toMatchObject({ stdout: '', code: 0 });
    expect((await here.run('shards', 'status', 'clean')).stdout).toMatch(/^ *1 +merged/m);
    expect(await here.run('shards', 'merge', 'clean')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"in parts" is complete.'),
    });
    expect(await here.run('shards', 'clean', 'clean')).toMatchObject({ code: 0 });
    expect((await here.run('shards', 'status', 'clean')).code).toBe(0);
  });

  it('proposes a number of parts, and says why', async () => {
    const made = await here.run('shards', "it's a place/spec.json", '--folder', 'proposed', '--out', 'proposed.sh');
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^--shards 1 was chosen: a part starts in \d+ s and computes for /),
    });
    expect(readFileSync(here.at('proposed.sh'), 'utf8')).toContain('#SBATCH --array=1-1\n');
  });

  it('is refused outside an array job, and for a spec with mistakes', async () => {
    expect((await task('job.sh', null)).stderr).toContain('SLURM_ARRAY_TASK_ID');
    writeFileSync(here.at('bad.json'), '{"name": "x"}');
    expect(await here.run('shards', 'bad.json', '--shards', '2')).toMatchObject({ code: 2, stdout: '' });
    expect((await here.run('shards', 'bad.json', '--shards', '2', '--time', '$(reboot)')).code).toBe(2);
  });
});
