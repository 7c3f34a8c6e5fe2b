// @module-tag processes
/** A study in parts through tools that are here, bit for bit the study that ran at once. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace } from '../../../../src/main/workspace/workspace.ts';
import { withProgram, withSlurm } from '../../../support/programs.ts';
import { scratch, writeFaces } from '../harness.ts';

const here = scratch();
let whole: { predictions: string; table: string };

/** Everything that is stored of the cells' results but times, as the manifest hashes it, and the table. */
async function results(): Promise<typeof whole> {
  const manifest = JSON.parse((await here.run('manifest', 'in parts')).stdout) as { cells: unknown };
  return { predictions: JSON.stringify(manifest.cells), table: (await here.run('table', 'in parts')).stdout };
}

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 4, perSubject: 4, rows: 8, cols: 7 });
  mkdirSync(here.at("it's a place"));
  const spec = {
    name: 'in parts',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 },
    methods: [{ method: 'pca' }, { method: '2dpca' }],
  };
  writeFileSync(here.at("it's a place/spec.json"), JSON.stringify(spec));
  await here.run('import', 'folder', '--name', 'faces');
  await here.run('run', "it's a place/spec.json");
  whole = await results();
  expect(whole.predictions.length).toBeGreaterThan(100);
});
afterAll(() => here.remove());

const twoJobs = 'sbatch --wait study.sbatch && sbatch --wait --array=0 study.sbatch && cat in-parts-0.log';
const tools = [
  { engine: 'slurm', needs: withSlurm(), file: 'study.sbatch', start: ['bash', '-c', twoJobs] },
  { engine: 'parallel', needs: withProgram('parallel'), file: 'study.sh', start: ['bash', 'study.sh'] },
  { engine: 'make', needs: withProgram('make'), file: 'Makefile', start: ['make', '--jobs', '2', '--keep-going'] },
  {
    engine: 'snakemake',
    needs: withProgram('snakemake'),
    file: 'Snakefile',
    start: ['/usr/bin/env', 'PATH=/usr/bin:/bin', 'snakemake', '--cores', '1'],
  },
] as const;

describe('a study in parts', () => {
  for (const { engine, needs, file, start } of tools) {
    it(`through ${engine} has the bits of one run`, needs, async () => {
      await here.run('rm', 'study', 'in parts');
      const options = [
        '--shards',
        '2',
        '--for',
        engine,
        '--time',
        '30',
        '--mem',
        '1G',
        '--folder',
        `parts of ${engine}`,
      ];
      const made = await here.run('shards', "it's a place/spec.json", ...options, '--out', file);
      expect(made).toMatchObject({ code: 0, stdout: '' });
      const [command, ...rest] = start;
      const { stdout } = await promisify(execFile)(command, rest, {
        cwd: here.folder,
        env: { ...process.env, XDG_DATA_HOME: here.folder },
      });
      if (engine !== 'snakemake') expect(stdout).toContain('"in parts" is complete.');
      expect(await results()).toEqual(whole);
      const part = openWorkspace(here.at(`parts of ${engine}/part-2.eigenbench`), { readOnly: true });
      expect(part.studies.list()).toMatchObject([{ state: 'stopped', cells: { total: 6, done: 3 } }]);
      expect(part.cells.all(1)).toHaveLength(3);
      part.close();
      expect((await here.run('shards', 'status', `parts of ${engine}`)).code).toBe(0);
    });
  }

  it('writes to local scratch and brings the part back, which is not computed twice', async () => {
    mkdirSync(here.at('local'));
    const options = ['--shards', '1', '--time', '30', '--folder', 'scratched', '--scratch', here.at('local')];
    await here.run('shards', "it's a place/spec.json", ...options, '--out', 'job.sbatch');
    const part = async () =>
      (await promisify(execFile)('bash', [here.at('scratched/part.sh'), '1'], { cwd: here.folder })).stdout;
    expect(await part()).toContain('6 of the study’s 6 cells');
    expect(readFileSync(here.at('scratched/part-1.done'), 'utf8')).toBe('');
    expect(await part()).toBe('');
  });

  it('runs in a container: Apptainer is told all folders that the part reads and writes', async () => {
    mkdirSync(here.at('local2'));
    mkdirSync(here.at('bin'));
    // A stand-in for Apptainer, which Debian lacks: it refuses files outside the bound folders and runs the command
    // here.
    const apptainer = `#!/bin/bash
[ "$1 $2 $4 $5" = "exec --bind /images/eigen.sif eigenbench" ] || { echo "unknown call: $*" >&2; exit 64; }
IFS=, read -ra bound <<< "$3,$APPTAINER_BIND"
shift 5
for word in "$@"; do
  found=
  for folder in "\${bound[@]}"; do case "$word/" in "$folder"/*) found=yes ;; esac; done
  case "$word" in /*) [ "$found" ] || { echo "$word is not bound" >&2; exit 65; } ;; esac
done
exec '${process.execPath}' '${resolve('bin/eigenbench.js')}' "$@"
`;
    writeFileSync(here.at('bin/apptainer'), apptainer, { mode: 0o755 });
    const options = ['--shards', '1', '--time', '30', '--folder', 'contained', '--container', '/images/eigen.sif'];
    const more = [...options, '--scratch', here.at('local2'), '--out', 'contained.sbatch'];
    await here.run('shards', "it's a place/spec.json", ...more);
    const env = { ...process.env, PATH: `${here.at('bin')}:${process.env['PATH']}`, XDG_DATA_HOME: here.folder };
    const part = async (...words: string[]) =>
      (await promisify(execFile)('bash', [here.at('contained/part.sh'), ...words], { cwd: here.folder, env })).stdout;
    expect(await part('1')).toContain('6 of the study’s 6 cells');
    expect(await part('merge')).toContain('"in parts" is complete.');
    expect(await results()).toEqual(whole);
  });

  it('names the field of a description that is damaged', async () => {
    mkdirSync(here.at('damaged'));
    writeFileSync(here.at('damaged/shards.json'), '{"format": 1, "engine": "slurm", "file": null, "job": {}}');
    expect(await here.run('shards', 'status', 'damaged')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('job.spec'),
    });
    const wrong = await here.run('shards', "it's a place/spec.json", '--shards', '2', '--for', 'cron');
    expect(wrong.code).toBe(2);
  });
});
