// @module-tag processes
/** What counts as practically equal, on the command line: the measure's own margin, or one that is stated. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 8, perSubject: 5, rows: 12, cols: 10 });
  expect(await here.run('import', 'folder', '--name', 'faces')).toMatchObject({ code: 0 });
  const methods = ['pca', 'ppca'].map((method) => ({ method, latent: [2] }));
  const spec = {
    name: 'study',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 },
    methods,
    measures: ['verification', 'likelihood'],
  };
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  const { code, stderr } = await here.run('run', 'spec.json', '--workers', '1');
  expect(code, stderr).toBe(0);
});
afterAll(() => here.remove());

const area = ['--measure', 'verification-auc'];

describe('practical equality', () => {
  it('is judged within the margin of the measure by compare, ranks, figures and reports alike', async () => {
    expect((await here.run('compare', 'study', 'PCA', 'PPCA')).stdout).toContain('practically equal (within 1)');
    const [{ report }] = JSON.parse((await here.run('compare', 'study', 'PCA', 'PPCA', ...area, '--json')).stdout);
    expect(report.rope.halfWidth).toBe(0.01);
    expect((await here.run('ranks', 'study', ...area, '--rope')).stdout).toContain('practically equal within ±0.01,');
    expect(JSON.parse((await here.run('ranks', 'study', ...area, '--json')).stdout).practical).toBeNull();
    expect((await here.run('figure', 'study', '--kind', 'practical', ...area, '--out', 'p.svg')).code).toBe(0);
    expect(readFileSync(here.at('p.svg'), 'utf8')).toContain('± 0.01');
    const told = (await here.run('report', 'study', '--comparison', ...area)).stdout;
    expect(told).toMatch(/Differences within ±\[?0\.01/);
    await here.run('report', 'study', '--measure', 'verification-auc', '--out', 'r.html');
    expect(readFileSync(here.at('r.html'), 'utf8')).toContain('Practically equal within ±0.01.');
  });

  it('within a margin that is not below the range is refused everywhere', async () => {
    const wide = [...area, '--rope', '1'];
    for (const command of [
      ['compare', 'study', 'PCA', 'PPCA', ...wide],
      ['ranks', 'study', ...wide],
      ['figure', 'study', '--kind', 'practical', ...wide, '--out', 'q.svg'],
      ['report', 'study', '--comparison', ...wide],
    ]) {
      const { code, stderr } = await here.run(...command);
      expect(code, command[0]).toBeGreaterThan(0);
      expect(stderr).toContain('±1 is not below the range of “Verification AUC” (0 to 1)');
    }
  });

  it('of a measure without a margin of its own is asked for', async () => {
    const density = ['--measure', 'log-likelihood'];
    for (const command of [
      ['compare', 'study', 'PCA', 'PPCA', ...density],
      ['ranks', 'study', ...density, '--rope'],
      ['figure', 'study', '--kind', 'practical', ...density, '--out', 'q.svg'],
      ['report', 'study', '--comparison', ...density],
    ]) {
      const { code, stderr } = await here.run(...command);
      expect(code, command[0]).toBeGreaterThan(0);
      expect(stderr).toContain('state one in nats (--rope)');
    }
    expect((await here.run('compare', 'study', 'PCA', 'PPCA', ...density, '--rope', '5')).code).toBe(0);
    const { stderr } = await here.run('report', 'study', '--comparison', ...density, '--rope', '0');
    expect(stderr).toContain('--difference');
    await here.run('report', 'study', ...density, '--out', 'r.html');
    expect(readFileSync(here.at('r.html'), 'utf8')).not.toContain('P(practically equal)');
  });
});
