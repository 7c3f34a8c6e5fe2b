// @module-tag processes
/** Names, deletion, its undoing, and what is told of one study. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealOf } from '../../../src/main/workspace/studies/cellStates.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const spec = {
  name: 'small',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 },
  methods: [{ method: 'pca' }, { method: 'glram' }],
};

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 5, perSubject: 5, rows: 12, cols: 10 });
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  expect(await here.run('import', 'folder', '--name', 'faces')).toMatchObject({ code: 0 });
  expect(await here.run('run', 'spec.json')).toMatchObject({ code: 0 });
});
afterAll(() => here.remove());

const names = async (what: 'studies' | 'datasets'): Promise<string[]> =>
  JSON.parse((await here.run(what, '--json')).stdout).map(({ name }: { name: string }) => name);

describe('the spec of a study', () => {
  it('is written back so that it is the same study', async () => {
    expect(await here.run('studies', '--spec', 'small', '--out', 'back.json')).toMatchObject({ code: 0, stdout: '' });
    const table = await here.run('table', 'small');
    expect(await here.run('run', 'back.json')).toMatchObject({ code: 0, stdout: table.stdout });
    const printed = await here.run('studies', '--spec', 'small');
    const { $schema, ...written } = JSON.parse(readFileSync(here.at('back.json'), 'utf8'));
    expect(JSON.parse(printed.stdout)).toEqual(written);
    expect(existsSync(here.at($schema))).toBe(true);
    expect(await here.run('studies', '--spec', 'none')).toMatchObject({
      code: 1,
      stderr: 'There is no study "none": there is "small".\n',
    });
    expect(await here.run('studies', '--out', 'x')).toMatchObject({ code: 2 });
  });
});

describe('info', () => {
  it('tells state, cells and times by method', async () => {
    const { code, stdout } = await here.run('info', 'small');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^small: finished\nDataset: faces \(25 images of 5 subjects\)\nCreated: 20/);
    expect(stdout).toContain('Cells: 6 of 6 finished, 0 failed, 0 open');
    expect(stdout).toMatch(/PCA +3 of 3 +0 +[\d.e-]+\n/);
    const facts = JSON.parse((await here.run('info', 'small', '--json')).stdout);
    expect(facts).toMatchObject({ state: 'finished', cells: { total: 6, done: 6, failed: 0 }, secondsOpen: 0 });
  });

  it('names failed cells, which rm failed makes pending again', async () => {
    const { code } = await here.run('rm', 'failed', 'small');
    expect(code).toBe(0);
    const file = new Database(here.at('eigenbench/workspace.eigenbench'));
    file.exec('DELETE FROM cell_results WHERE cell_id IN (SELECT id FROM cells WHERE position = 1)');
    const fail = file.prepare("UPDATE cells SET status = 'failed', reason = ?, seal = ? WHERE position = 1");
    fail.run('it was too hot', sealOf('failed', 'it was too hot'));
    file.close();
    expect((await here.run('info', 'small')).stdout).toContain('1 failed cell:\n  ');
    expect((await here.run('info', 'small')).stdout).toContain('it was too hot');
    expect((await here.run('rm', 'failed', 'small')).stdout).toBe(
      '1 failed cell of "small" is pending again: the next run computes it.\n',
    );
    const stopped = JSON.parse((await here.run('info', 'small', '--json')).stdout);
    expect(stopped).toMatchObject({ state: 'stopped', cells: { total: 6, done: 5, failed: 0 }, failed: [] });
    expect(stopped.secondsOpen).toBeGreaterThan(0);
    expect((await here.run('info', 'small')).stdout).toMatch(/\nLeft: about \d+ s on one worker\n/);
    expect(await here.run('run', 'spec.json')).toMatchObject({ code: 0 });
    expect((await here.run('rm', 'failed', 'small')).stdout).toBe('"small" has no failed cells.\n');
  });
});

describe('open', () => {
  it('serves the page of the study until Ctrl-C', async () => {
    const outcome = await here.start(['open', 'small'], (child) => {
      child.stdout?.once('data', () => child.kill('SIGINT'));
    });
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/\/#token=[\w-]+&page=\/studies\/1\n$/) });
    expect(await here.run('open', 'none')).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('rename', () => {
  it('gives another name to a study and to a dataset, and refuses one that is taken', async () => {
    expect((await here.run('rename', 'study', 'small', 'tiny')).stdout).toContain(
      'Renamed the study "small" to "tiny".',
    );
    expect(await names('studies')).toEqual(['tiny']);
    expect((await here.run('rename', 'dataset', 'faces', 'people')).code).toBe(0);
    expect(JSON.parse((await here.run('studies', '--spec', 'tiny')).stdout).dataset).toBe('people');
    expect(await here.run('import', 'folder', '--name', 'more')).toMatchObject({ code: 0 });
    expect(await here.run('rename', 'dataset', 'more', 'people')).toMatchObject({ code: 1, stdout: '' });
    await here.run('rename', 'dataset', 'people', 'faces');
    await here.run('rename', 'study', 'tiny', 'small');
    expect(await names('studies')).toEqual(['small']);
  });
});

describe('rm and restore', () => {
  it('delete a study and bring it back with its cells', async () => {
    const table = await here.run('table', 'small');
    const { code, stdout } = await here.run('rm', 'study', 'small');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'Deleted the study "small" with 6 finished cells.\nTo undo this within an hour: eigenbench restore study small\n',
    });
    expect(await names('studies')).toEqual([]);
    expect((await here.run('restore', 'study')).stdout).toMatch(/^name +deleted\nsmall +20\d\d-/);
    expect(await here.run('restore', 'study', 'small')).toMatchObject({
      code: 0,
      stdout: 'The study "small" is back.\n',
    });
    expect((await here.run('table', 'small')).stdout).toBe(table.stdout);
    expect(await here.run('restore', 'study', 'small')).toMatchObject({
      code: 1,
      stderr: 'There is no deleted study "small": none was deleted within the last hour.\n',
    });
  });

  it('delete a dataset that no study uses and bring it back', async () => {
    const used = await here.run('rm', 'dataset', 'faces');
    expect(used).toMatchObject({ code: 1, stdout: '' });
    expect(used.stderr).toContain('small');
    expect(await here.run('rm', 'dataset', 'more')).toMatchObject({ code: 0 });
    expect(await names('datasets')).toEqual(['faces']);
    expect((await here.run('restore', 'dataset')).stdout).toContain('more');
    expect(await here.run('restore', 'dataset', 'more')).toMatchObject({ code: 0 });
    expect(await names('datasets')).toEqual(['faces', 'more']);
  });
});
