// @module-tag processes
/** Where --out leads: standard output, pipes, links, files that are write-protected, and a disk that is full. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLineFile } from '../../support/builtApplication.ts';
import { skipWhen, withoutPosix } from '../../support/skips.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const nobody = scratch({ folder: here.folder, unprivileged: true });
let schema = '';

beforeAll(async () => {
  schema = (await here.run('spec', '--schema')).stdout;
  expect(schema.length).toBeGreaterThan(10_000);
  writeFaces(here.at('faces'), { subjects: 3, perSubject: 3, rows: 8, cols: 8 });
  expect((await here.run('import', 'faces', '--name', 'faces', '--workspace', 'w.eigenbench')).code).toBe(0);
  const protocol = { kind: 'random', trainPerSubject: [2], repeats: 2 };
  const spec = { name: 'faces', dataset: 'faces', protocol, methods: [{ method: 'pca' }, { method: 'lda' }] };
  writeFileSync(here.at('faces-study.json'), JSON.stringify(spec));
  for (const words of ['run faces-study.json', 'fit --method pca --latent 2 --data faces --out fitted.npz']) {
    expect(await here.run(...words.split(' '), '--workspace', 'w.eigenbench')).toMatchObject({ code: 0 });
  }
});
afterAll(() => here.remove());

/** In a shell, for what only a shell can do with files. */
const shell = (script: string) =>
  spawnSync(
    'bash',
    [
      '-c',
      `export NODE_=$0 LINE_=$1; eb() { "$NODE_" "$LINE_" "$@"; }; ${script}`,
      process.execPath,
      commandLineFile(),
    ],
    {
      cwd: here.folder,
      env: { ...process.env, XDG_DATA_HOME: here.folder },
      encoding: 'utf8',
    },
  );

describe('standard output', () => {
  it('is named by "-", with what is told of it on standard error', async () => {
    expect((await here.run('spec', '--schema', '--out', '-')).stdout).toBe(schema);
    const { stdout, stderr } = await here.run(
      'export',
      'faces',
      '--out',
      '-',
      '--format',
      'npz',
      '--workspace',
      'w.eigenbench',
    );
    expect(stdout).toMatch(/^PK/);
    expect(stdout).not.toContain('Wrote');
    expect(stderr).toBe('Wrote 9 images of 8 × 8 to -.\n');
    expect(existsSync(here.at('-'))).toBe(false);
  });

  it.each([
    ['table faces', 'table.txt'],
    ['table faces --format xlsx', 'table.xlsx'],
    ['table faces --format docx', 'table.docx'],
    ['report faces', 'report.html'],
    ['figure faces', 'figure.svg'],
    ['predictions faces', 'predictions.csv'],
    ['splits faces', 'splits.csv'],
    ['manifest faces', 'manifest.json'],
    ['shards faces-study.json --shards 2', 'job.sbatch'],
    ['encode --model fitted.npz --data faces', 'codes.npy'],
  ])('takes what "%s" writes to %s', async (words, file) => {
    const write = (out: string) => here.run(...words.split(' '), '--out', out, '--workspace', 'w.eigenbench');
    expect(await write(file)).toMatchObject({ code: 0 });
    expect((await write('-')).stdout).toBe(readFileSync(here.at(file), 'utf8'));
  });

  it('takes no folder', async () => {
    const { code, stderr } = await here.run(
      'export',
      'faces',
      '--out',
      '-',
      '--format',
      'png',
      '--workspace',
      'w.eigenbench',
    );
    expect([code, stderr]).toEqual([2, '--out -: expected a folder for PNG images.\n']);
  });

  it('takes a backup, as pipes do', withoutPosix, () => {
    const script = 'eb backup - --workspace w.eigenbench > b1 && eb backup /dev/stdout --workspace w.eigenbench > b2';
    expect(shell(script).status).toBe(0);
    for (const name of ['b1', 'b2']) {
      const { status, stdout } = shell(`eb datasets --workspace ${name}`);
      expect([status, stdout]).toEqual([0, expect.stringContaining('faces')]);
    }
  });

  it('by its names in the system stays what it is', withoutPosix, () => {
    // Through a link: a failing test replaces the link, not the machine's /dev/stdout.
    symlinkSync('/dev/stdout', here.at('out'));
    expect(shell('eb spec --schema --out out').stdout).toBe(schema);
    expect(shell('eb spec --schema --out out >> appended; echo more >> appended').status).toBe(0);
    expect(readFileSync(here.at('appended'), 'utf8')).toBe(`${schema}more\n`);
    expect(shell('eb spec --schema --out /dev/fd/3 3> third').status).toBe(0);
    expect(readFileSync(here.at('third'), 'utf8')).toBe(schema);
    expect(readlinkSync(here.at('out'))).toBe('/dev/stdout');
  });
});

describe('a file', withoutPosix, () => {
  it('behind a link is replaced, and a pipe has its reader', async () => {
    writeFileSync(here.at('target.json'), 'before');
    symlinkSync('target.json', here.at('link.json'));
    expect((await here.run('spec', '--schema', '--out', 'link.json')).code).toBe(0);
    expect(readFileSync(here.at('target.json'), 'utf8')).toBe(schema);
    expect(lstatSync(here.at('link.json')).isSymbolicLink()).toBe(true);
    // Not to standard output, which the command sets to not wait: cat would lose what does not fit into it.
    shell('mkfifo pipe; cat pipe > read.json & eb spec --schema --out pipe; wait');
    expect(readFileSync(here.at('read.json'), 'utf8')).toBe(schema);
    expect(lstatSync(here.at('pipe')).isFIFO()).toBe(true);
  });

  it('that is write-protected is refused', async () => {
    writeFileSync(here.at('protected.json'), 'before');
    chmodSync(here.at('protected.json'), 0o444);
    chmodSync(here.folder, 0o777);
    const { code, stderr } = await nobody.run('spec', '--schema', '--out', 'protected.json');
    expect([code, stderr]).toEqual([1, 'protected.json cannot be written: permission denied.\n']);
    expect(readFileSync(here.at('protected.json'), 'utf8')).toBe('before');
  });

  it('on a full disk is as it was before', () => {
    writeFileSync(here.at('small.json'), 'before');
    const { status, stderr } = shell('ulimit -f 4; eb spec --schema --out small.json');
    expect([status, stderr]).toEqual([1, 'small.json cannot be written: it would be larger than the system allows.\n']);
    expect(readFileSync(here.at('small.json'), 'utf8')).toBe('before');
  });

  it(
    'on a disk without room is refused before it is begun',
    skipWhen(!canMount(), 'only the superuser mounts a small disk'),
    () => {
      const { stdout } = shell(
        `mkdir disk; unshare -m sh -c 'mount -t tmpfs -o size=8k tmpfs disk && "$NODE_" "$LINE_" spec --schema --out disk/s 2>&1; ls disk'`,
      );
      expect(stdout).toMatch(/^disk\/s cannot be written: the disk has 8\.19 kB left, and it takes \S+ kB\.\n$/);
    },
  );

  it('of the user has a folder that only the user opens', () => {
    const data = here.at('data/of/user');
    const { status } = spawnSync(process.execPath, [commandLineFile(), 'import', 'faces', '--name', 'faces'], {
      cwd: here.folder,
      env: { ...process.env, XDG_DATA_HOME: data },
    });
    expect(status).toBe(0);
    expect(statSync(`${data}/eigenbench`).mode & 0o777).toBe(0o700);
  });
});

function canMount(): boolean {
  return process.platform === 'linux' && spawnSync('bash', ['-c', 'unshare -m true']).status === 0;
}
