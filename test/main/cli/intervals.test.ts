// @module-tag processes
/** Intervals of verification on the command line, as text and for programs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryIntervals } from '../../../src/core/report/intervals.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const methods = [
  { method: 'pca', latent: [2, 4] },
  { method: '2dpca', latent: [1] },
];

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 9, perSubject: 4, rows: 12, cols: 10 });
  expect(await here.run('import', 'folder', '--name', 'faces')).toMatchObject({ code: 0 });
  const pairs = {
    name: 'pairs',
    dataset: 'faces',
    seed: 3,
    protocol: { kind: 'pairs', folds: 3 },
    methods,
    selection: { innerSplits: 0, on: 'development' },
    measures: ['verification', 'decisions'],
  };
  const recognised = {
    name: 'recognised',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
    methods,
  };
  for (const spec of [pairs, { ...pairs, name: 'oracle', selection: undefined }, recognised]) {
    writeFileSync(here.at('spec.json'), JSON.stringify(spec));
    const { code, stderr } = await here.run('run', 'spec.json', '--workers', '1');
    expect(code, stderr).toBe(0);
  }
});
afterAll(() => here.remove());

describe('intervals', () => {
  it('hold the means of the table, of every method', async () => {
    const { stdout, code, stderr } = await here.run('intervals', 'pairs', '--format', 'json');
    expect(code, stderr).toBe(0);
    const entries = JSON.parse(stdout) as EntryIntervals[];
    expect(entries.map(({ label }) => label)).toEqual(['PCA', '2DPCA']);
    const { rows } = JSON.parse(
      (await here.run('table', 'pairs', '--format', 'json', '--measure', 'verification-auc')).stdout,
    );
    entries.forEach(({ measures }, row) => {
      const { mean, repeats, subjects } = measures.find(({ measure }) => measure === 'verification-auc')!;
      expect(mean).toBeCloseTo(rows[row].entries[0].oracle.mean, 12);
      expect(repeats!.low < mean && mean < repeats!.high).toBe(true);
      expect(subjects!.low <= mean && mean <= subjects!.high).toBe(true);
    });
  });

  it('are the same numbers as CSV and as text, of the methods that are asked for', async () => {
    const json = JSON.parse((await here.run('intervals', 'pairs', '--label', '2DPCA', '--format', 'json')).stdout);
    expect((await here.run('intervals', 'pairs', '--label', '2DPCA', '--format', 'csv', '--out', 'i.csv')).code).toBe(
      0,
    );
    const [header, ...records] = readFileSync(here.at('i.csv'), 'utf8').trim().split('\r\n');
    const names = header.split(',');
    expect(records).toHaveLength(json[0].measures.length);
    const at = records.findIndex((record) => record.includes(',hter,'));
    // The condition, "folds=3,pairs=all,development=1", holds a comma.
    const fields = records[at].replace(/".*?"/, 'condition').split(',');
    expect(Number(fields[names.indexOf('subjects_high')])).toBe(json[0].measures[at].subjects.high);
    const { stdout } = await here.run('intervals', 'pairs', '--label', '2DPCA');
    expect(stdout).toMatch(/^2DPCA, folds=3,pairs=all,development=1\nmeasure +mean +repeats +subjects\n/);
    expect(stdout).toContain(`${json[0].measures[at].subjects.low.toFixed(1)} – `);
    expect(stdout.match(/999 draws/g)).toHaveLength(1);
  });

  it('are a LaTeX table of the measures that are asked for, with its publication', async () => {
    const asked = ['intervals', 'pairs', '--measure', 'verification-eer,hter'];
    const [{ measures }] = JSON.parse((await here.run(...asked, '--format', 'json')).stdout);
    expect(measures.map(({ measure }: { measure: string }) => measure)).toEqual(['verification-eer', 'hter']);
    const { stdout } = await here.run(...asked, '--format', 'latex');
    expect(stdout.match(/\\emph\{[^}]*\}/g)).toEqual([
      '\\emph{Verification EER (\\%)}',
      '\\emph{Half total error rate (\\%)}',
    ]);
    expect(stdout).toContain(`2DPCA & `);
    expect(stdout).toContain(`${measures[0].mean.toFixed(1)} & ${Math.max(0, measures[0].repeats.low).toFixed(1)}--`);
    expect(stdout).toContain('\\cite{poh2007}');
    expect(stdout.match(/999 draws/g)).toHaveLength(1);
    expect(stdout.match(/corrected for shared images/g)).toHaveLength(1);
    expect((await here.run('intervals', 'pairs', '--format', 'bibtex')).stdout).toMatch(/^@article\{poh2007,/);
  });

  it('are at the validated shapes if asked, and refused where there are none', async () => {
    const { stdout } = await here.run('intervals', 'pairs', '--selection', 'validated', '--format', 'json');
    const { rows } = JSON.parse(
      (await here.run('table', 'pairs', '--measure', 'error-rate', '--format', 'json')).stdout,
    );
    expect(JSON.parse(stdout)[0].measures[0].mean).toBeCloseTo(rows[0].entries[0].mean, 12);
    const { code, stderr } = await here.run('intervals', 'oracle', '--selection', 'validated');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--selection: "oracle"') });
  });

  it('are refused of studies without pairs and of methods that are not there', async () => {
    expect(await here.run('intervals', 'recognised')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('compares no pairs'),
    });
    expect(await here.run('intervals', 'pairs', '--label', 'LDA')).toMatchObject({
      stderr: expect.stringContaining('"PCA", "2DPCA"'),
    });
  });
});
