// @module-tag processes
/** Experiments of the papers on the command line: listed, run, stored, shown, exported, reported. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { PaperExperiment } from '../../../src/core/contract/papers.ts';
import { experimentRecordSchema } from '../../../src/core/papers/record.ts';
import { scratch } from './harness.ts';

const here = scratch();
afterAll(() => here.remove());

async function listed(): Promise<PaperExperiment[]> {
  const { stdout, code } = await here.run('papers', 'list', '--json');
  expect(code).toBe(0);
  return JSON.parse(stdout) as PaperExperiment[];
}

describe('eigenbench papers', () => {
  it('lists every experiment with its data, where there is no workspace yet', async () => {
    const list = await listed();
    const [table] = list.filter(({ id }) => id === 'bppca-table4-xm2vts');
    expect(table.state).toBe('no-data');
    expect(table.data[0]).toMatchObject({ database: 'xm2vts', standIn: false, dataset: null });
    expect(table.data[1]).toMatchObject({ database: 'orl-32', standIn: true });
    expect(list.find(({ id }) => id === 'bppca-table1')).toMatchObject({ state: 'ready', results: [] });
  });

  it('runs one, keeps its result with a manifest, and gives the same numbers again', async () => {
    const first = await here.run('papers', 'run', 'bppca-table1', '--json');
    expect(first.code).toBe(0);
    const record = experimentRecordSchema.parse(JSON.parse(first.stdout));
    expect(record.engine.kernel).not.toBe('');
    const again = await here.run('papers', 'run', 'bppca-table1', '--json');
    expect(experimentRecordSchema.parse(JSON.parse(again.stdout)).result).toEqual(record.result);
    const stored = await here.run('papers', 'show', 'bppca-table1', '--json');
    expect(experimentRecordSchema.parse(JSON.parse(stored.stdout)).result).toEqual(record.result);
    const [{ results }] = (await listed()).filter(({ id }) => id === 'bppca-table1');
    expect(results).toMatchObject([{ size: 'quick', database: null, verdict: 'reproduced', checks: 4 }]);
  });

  it('writes it as figure, table, numbers and report', async () => {
    for (const ending of ['svg', 'tex', 'csv', 'md', 'json']) {
      const { code, stderr } = await here.run('papers', 'export', 'bppca-table1', '--out', `result.${ending}`);
      expect([code, stderr], ending).toEqual([0, '']);
    }
    expect(readFileSync(here.at('result.svg'), 'utf8')).toContain('<svg');
    expect(readFileSync(here.at('result.tex'), 'utf8')).toContain('\\toprule');
    expect(readFileSync(here.at('result.csv'), 'utf8')).toContain('60168');
    const { code } = await here.run('papers', 'report', '--out', 'report');
    expect(code).toBe(0);
    const page = readFileSync(here.at('report/bilinear-ppca.md'), 'utf8');
    expect(page).toContain('figures/bppca-table1-quick.svg');
    expect(page).toContain('data not available.**');
    expect(readFileSync(here.at('report/papers.md'), 'utf8')).toContain('Reproduced');
  });

  it('writes the report again from the results that it keeps, without a workspace', async () => {
    const before = readFileSync(here.at('report/bilinear-ppca.md'), 'utf8');
    writeFileSync(here.at('report/bilinear-ppca.md'), 'changed by hand');
    const elsewhere = ['--workspace', here.at('none.eigenbench')];
    const again = await here.run('papers', 'report', '--again', '--out', 'report', ...elsewhere);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Wrote')]);
    expect(readFileSync(here.at('report/bilinear-ppca.md'), 'utf8')).toBe(before);
    const lacking = await here.run('papers', 'report', '--again', '--out', 'nowhere', ...elsewhere);
    expect([lacking.code, lacking.stderr]).toEqual([
      1,
      expect.stringContaining('expected the results of an earlier report'),
    ]);
    writeFileSync(here.at('report/results/broken.json'), '{}');
    const broken = await here.run('papers', 'report', '--again', '--out', 'report', ...elsewhere);
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('broken.json')]);
  });

  it('says what is missing or unknown', async () => {
    const lacking = await here.run('papers', 'run', 'bppca-table5');
    expect(lacking.code).toBe(1);
    expect(lacking.stderr).toContain('eigenbench import iris.csv');
    expect((await here.run('papers', 'run', 'nothing')).stderr).toContain('There is no experiment "nothing".');
    expect((await here.run('papers', 'run')).code).toBe(2);
    expect((await here.run('papers', 'show', 'bppca-fig2')).stderr).toContain('has not been run');
    expect((await here.run('papers', 'run', 'bppca-table5', '--on', 'orl')).stderr).toContain(
      'runs on iris, found orl',
    );
    expect((await here.run('papers', 'run', 'phopca-fig7')).stderr).toContain('never published');
    expect((await here.run('papers', 'export', 'bppca-table1', '--out', 'result.bmp')).code).toBe(2);
  });
});
