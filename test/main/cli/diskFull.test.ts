// @module-tag processes
/** A run whose workspace cannot grow any more: the limit on the size of files stands for a full disk. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from './harness.ts';
import { commandLineFile } from '../../support/builtApplication.ts';
import { withoutPosix } from '../../support/skips.ts';

const here = scratch();
const spec = {
  name: 'small',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 40 },
  methods: [{ method: 'pca' }],
};

/** Runs a command line under a limit on the size of every file, in KiB. */
function runLimited(kib: number, ...parameters: string[]) {
  const script = `ulimit -f ${kib}; exec "$@"`;
  const environment = { ...process.env, XDG_DATA_HOME: here.folder, NO_COLOR: '1' };
  const child = spawnSync('bash', ['-c', script, 'bash', process.execPath, commandLineFile(), ...parameters], {
    cwd: here.folder,
    env: environment,
    encoding: 'utf8',
  });
  return { code: child.status, stdout: child.stdout, stderr: child.stderr };
}

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 10, perSubject: 6, rows: 24, cols: 24 });
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  expect((await here.run('import', 'folder', '--name', 'faces', '--workspace', 'fresh.eigenbench')).code).toBe(0);
});
afterAll(() => here.remove());

describe('run on a full disk', withoutPosix, () => {
  it('fails with one sentence and no table, keeps the finished cells, and goes on to the same table', async () => {
    cpSync(here.at('fresh.eigenbench'), here.at('full.eigenbench'));
    const kib = Math.ceil(statSync(here.at('full.eigenbench')).size / 1024) + 24;
    const { code, stdout, stderr } = runLimited(kib, 'run', 'spec.json', '--workspace', 'full.eigenbench');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const last = stderr.trimEnd().split('\n').at(-1);
    expect(last).toMatch(/^"small" stopped after \d+ of 80 cells: .*(disk|limit).* Finished cells are kept: run/);
    expect(stderr).not.toContain('"stack"');
    const { cells, state } = JSON.parse(
      (await here.run('studies', '--json', '--workspace', 'full.eigenbench')).stdout,
    )[0];
    expect(state).toBe('stopped');
    expect(cells.done).toBe(Number(/after (\d+)/.exec(last!)![1]));
    expect(cells.done).toBeLessThan(80);

    const whole = await here.run('run', 'spec.json', '--workspace', 'fresh.eigenbench');
    const resumed = await here.run('run', 'spec.json', '--workspace', 'full.eigenbench');
    expect(resumed.code).toBe(0);
    expect(resumed.stdout).toBe(whole.stdout);
  });

  it('fails an import with the reason and leaves no dataset', async () => {
    const { code, stderr } = runLimited(60, 'import', 'folder', '--name', 'more', '--workspace', 'tiny.eigenbench');
    expect(code).toBe(1);
    expect(stderr).toMatch(/disk|limit/);
    expect(stderr).not.toContain('"stack"');
    if (!existsSync(here.at('tiny.eigenbench'))) return;
    const { stdout } = await here.run('datasets', '--workspace', 'tiny.eigenbench');
    expect(stdout).not.toContain('more');
  });
});
