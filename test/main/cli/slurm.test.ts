/** The job script of a study, run as Slurm would run it: one bash a task of the array. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slurmScript } from '../../../src/main/cli/slurmScript.ts';
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
    const made = await here.run('slurm', "it's a place/spec.json", '--shards', '2', '--out', 'job.sh');
    expect(made).toMatchObject({ code: 0, stdout: '' });
    const bundle = here.at("it's a place/spec-shards/images.eigenbench");
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
    expect(readdirSync(here.at("it's a place/spec-shards")).filter((name) => name.startsWith('images'))).toEqual([
      'images.eigenbench',
    ]);
    expect(await task('job.sh', 0)).toMatchObject({ stdout: expect.stringMatching(/"in parts" is complete\.\n$/) });
    const merged = await here.run('table', 'in parts');
    await here.run('--workspace', 'other.eigenbench', 'import', 'folder', '--name', 'faces');
    const whole = await here.run('run', "it's a place/spec.json", '--workspace', 'other.eigenbench');
    expect(merged.stdout).toBe(whole.stdout);
  }, 120_000);

  it('goes on where a task was stopped, merges what there is, and says what is missing', async () => {
    await here.run('slurm', "it's a place/spec.json", '--shards', '2', '--folder', 'parts', '--out', 'half.sh');
    expect((await task('half.sh', 0)).code).toBe(1);
    await task('half.sh', 2);
    expect((await task('half.sh', 2)).stdout).toContain('Shard 2 of 2');
    const { stderr, stdout } = await task('half.sh', 0);
    expect(stderr).toContain('Part 1 has not been computed.');
    expect(stdout).toContain('part-2.eigenbench: "in parts"');
  }, 120_000);

  it('is refused outside an array job, and for a spec with mistakes', async () => {
    expect((await task('job.sh', null)).stderr).toContain('SLURM_ARRAY_TASK_ID');
    writeFileSync(here.at('bad.json'), '{"name": "x"}');
    expect(await here.run('slurm', 'bad.json', '--shards', '2')).toMatchObject({ code: 2, stdout: '' });
    expect((await here.run('slurm', 'bad.json', '--shards', '2', '--time', '$(reboot)')).code).toBe(2);
  }, 60_000);

  it('states the array, the resources, and how to submit both jobs', () => {
    const script = slurmScript({
      spec: '/data/spec.json',
      workspace: "/data/o'brien.eigenbench",
      bundle: '/scratch/parts/images.eigenbench',
      folder: '/scratch/parts',
      command: ['node', '/opt/eigenbench/bin/eigenbench.js'],
      name: 'orl',
      shards: 32,
      processors: 4,
      time: '2:00:00',
      memory: '8G',
    });
    expect(script.split('\n').filter((line) => line.startsWith('#SBATCH'))).toEqual([
      '#SBATCH --job-name=orl',
      '#SBATCH --array=1-32',
      '#SBATCH --cpus-per-task=4',
      '#SBATCH --time=2:00:00',
      '#SBATCH --mem=8G',
      '#SBATCH --output=%x-%a.log',
    ]);
    expect(script).toContain('sbatch --dependency=afterany:$job --array=0');
    expect(script).toContain(`workspace='/data/o'\\''brien.eigenbench'`);
  });
});
