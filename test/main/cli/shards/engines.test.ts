// @module-tag processes
/** What each engine is given: resources in its own words, and paths that may hold anything. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type ShardJob, partScript } from '../../../../src/main/cli/shards/job.ts';
import { shardEngines } from '../../../../src/main/cli/shards/registry.ts';
import { ranges, size } from '../../../../src/main/cli/shards/shellFormats.ts';
import { withProgram } from '../../../support/programs.ts';
import { sharedFolder } from '../../../support/temporaryFolder.ts';

const folder = sharedFolder();

const job: ShardJob = {
  spec: "/data/o'brien/spec $1 #2.json",
  workspace: "/data/o'brien/own.eigenbench",
  bundle: "/data/o'brien/parts $1 #2/images-0123456789abcdef.eigenbench",
  folder: "/data/o'brien/parts $1 #2",
  command: ['node', '/opt/eigenbench/bin/eigenbench.js'],
  name: 'orl',
  study: 'ORL',
  shards: 32,
  processors: 4,
  seconds: 7200,
  memory: 8192,
  partition: 'long',
  account: 'vision',
  qos: 'high',
  throttle: 8,
  signal: 120,
  requeue: true,
  before: ['module load nodejs'],
  scratch: '$TMPDIR',
};
const engine = (id: string) => shardEngines.find((each) => each.id === id)!;
const declared = (id: string, mark: string) =>
  engine(id)
    .script(job)
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(mark.length + 1));

describe('engines of shards', () => {
  it('state array, resources and orderly ends in the words of Slurm', () => {
    expect(declared('slurm', '#SBATCH')).toEqual([
      '--job-name=orl',
      '--array=1-32%8',
      '--cpus-per-task=4',
      '--time=2:00:00',
      '--mem=8G',
      '--partition=long',
      '--account=vision',
      '--qos=high',
      '--signal=B:USR1@120',
      '--requeue',
      '--output=%x-%a.log',
      '--open-mode=append',
    ]);
    expect(engine('slurm').again!('job', job, [1, 2, 3, 7])).toBe('sbatch --array=1-3,7 job');
  });

  it('state them in the words of PBS, Grid Engine and LSF', () => {
    expect(declared('pbs', '#PBS')).toEqual(
      expect.arrayContaining(['-J 1-32%8', '-l select=1:ncpus=4:mem=8192mb', '-l walltime=02:00:00', '-q long']),
    );
    expect(declared('sge', '#$')).toEqual(
      expect.arrayContaining(['-t 1-32', '-tc 8', '-pe smp 4', '-l h_rt=2:00:00,h_vmem=2048M', '-P vision']),
    );
    expect(declared('lsf', '#BSUB')).toEqual(
      expect.arrayContaining(['-J "orl[1-32]%8"', '-n 4', '-W 2:00', '-M 8192MB', '-wa USR1', '-wt 2']),
    );
    expect(engine('pbs').script({ ...job, shards: 1 })).not.toContain('-J');
  });

  it.each(['slurm', 'pbs', 'sge', 'lsf', 'parallel'])('%s: bash reads the script', (id) => {
    const path = join(folder, id);
    writeFileSync(path, engine(id).script(job));
    execFileSync('bash', ['-n', path]);
  });

  it('GNU parallel is looked for first, and told from the program of moreutils', () => {
    const path = join(folder, 'parallel.sh');
    writeFileSync(path, engine('parallel').script({ ...job, folder: join(folder, 'parts') }));
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const bash = spawnSync('bash', ['-c', 'command -v bash'], { encoding: 'utf8' }).stdout.trim();
    const stderrOf = () => spawnSync(bash, [path], { env: { PATH: bin }, encoding: 'utf8' });
    expect(stderrOf()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^GNU parallel is not installed here/),
    });
    const tool = join(bin, 'parallel');
    writeFileSync(tool, `#!${bash}\necho 'parallel: invalid option' >&2; exit 1\n`, { mode: 0o755 });
    const other = stderrOf();
    expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining(`${tool} is another program`) });
    expect(other.stderr).toContain('apt install parallel');
  });

  it('bash reads the script of a part, with the lines that come before', () => {
    const path = join(folder, 'part.sh');
    const script = partScript(job);
    writeFileSync(path, script);
    execFileSync('bash', ['-n', path]);
    expect(script).toMatch(/set -eo pipefail\nmodule load nodejs\nset -u/);
    expect(script).toContain('scratch="$TMPDIR"');
  });

  it('Kubernetes gets an indexed job and a suspended one, with the volume where the files are', () => {
    const [parts, merge] = parseAllDocuments(engine('kubernetes').script(job)).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    });
    expect(parts).toMatchObject({
      kind: 'Job',
      metadata: { name: 'orl' },
      spec: { completionMode: 'Indexed', completions: 32, parallelism: 8 },
    });
    const [container] = parts.spec.template.spec.containers;
    expect(container.volumeMounts).toEqual([{ name: 'files', mountPath: "/data/o'brien" }]);
    expect(container.command[2]).toBe(
      `exec bash '/data/o'\\''brien/parts $1 #2/part.sh' "$((JOB_COMPLETION_INDEX + 1))"`,
    );
    expect(merge).toMatchObject({ metadata: { name: 'orl-merge' }, spec: { suspend: true } });
    expect(() => engine('kubernetes').script({ ...job, spec: '/elsewhere/spec.json' })).toThrow(/below one folder/);
  });

  it('make calls the script of a part by its name, whatever is in it', withProgram('make'), () => {
    const path = join(folder, 'Makefile');
    writeFileSync(path, engine('make').script(job));
    const { stdout } = spawnSync('make', ['--dry-run', '--file', path, 'part-3'], { encoding: 'utf8' });
    expect(stdout.trim()).toBe(`bash '/data/o'\\''brien/parts $1 #2/part.sh' 3`);
  });

  it('every engine states how it is started', () => {
    for (const each of shardEngines) expect(each.start('FILE', job)).toContain('FILE');
  });
});

describe('words of batch systems', () => {
  it('join runs of parts, and gigabytes where they are whole', () => {
    expect(ranges([1, 2, 3, 7, 9, 10])).toBe('1-3,7,9-10');
    expect([size(8192), size(1000)]).toEqual(['8G', '1000M']);
  });
});
