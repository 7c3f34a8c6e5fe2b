import { describe, expect, it } from 'vitest';
import { tableOf } from './table.ts';
import type { Machine } from './results.ts';

const machine: Machine = { processor: 'a processor', threads: 2, node: 'v24', load: 0.5, date: '2026-01-02T03:04:05Z' };
const setting = { kernels: 'wasm-simd', python: { numpy: '1.24.2', sklearn: null }, before: machine, after: machine };
const measured = (processor: number, result: unknown = null) => ({ processor, wall: 2 * processor, result });

describe('the table of benchmarks', () => {
  it('gives processor and wall time of every side, ratios, and the share of the limit', () => {
    const table = tableOf({
      kind: 'comparison',
      title: 'Fits',
      setting,
      rows: [
        {
          work: 'a fit',
          ours: measured(0.0123, 7),
          narrow: measured(0.02, 7),
          others: { plain: measured(0.01, 7), lockstep: measured(0.005, 8) },
          ratios: { plain: 1.23, lockstep: 2.46 },
          share: 0.61,
        },
      ],
    });
    expect(table).toContain('a processor, 2 threads, load average 0.5 to 0.5, Node v24');
    const row = table
      .split('\n')
      .at(-1)!
      .split('|')
      .map((cell) => cell.trim());
    // Another number of iterations is marked.
    expect(row.slice(1, -1)).toEqual([
      'a fit',
      '7',
      '12.3 (24.6)',
      '20 (40)',
      '10 (20)',
      '5 (10) ≠',
      '–',
      '1.23 / 2.46',
      '61%',
    ]);
  });

  it('says in its column what is not installed', () => {
    const rows = [
      {
        work: 'a fit',
        ours: measured(0.001),
        narrow: null,
        others: { plain: { missing: 'Python' }, sklearn: { missing: 'sklearn' } },
        ratios: {},
        share: null,
      },
    ];
    const table = tableOf({ kind: 'comparison', title: 'Fits', setting: { ...setting, python: null }, rows });
    expect(table).toContain('wasm-simd, no Python.');
    const row = table
      .split('\n')
      .at(-1)!
      .split('|')
      .map((cell) => cell.trim());
    expect(row.slice(1, -1)).toEqual(['a fit', '1 (2)', '–', 'no Python', '–', 'no sklearn', '–', '–']);
  });

  it('gives exponents of growth and peaks of memory', () => {
    const growth = tableOf({
      kind: 'growth',
      title: 'Growth',
      before: machine,
      after: machine,
      rows: [{ work: 'a fit', over: 'images', sizes: [10, 100], seconds: [0.01, 0.1], exponent: 1 }],
    });
    expect(growth).toContain('images 10 / 100');
    expect(growth).toMatch(/10 \/ 100 +\| +1\.00 \|$/u);
    const memory = tableOf({
      kind: 'memory',
      title: 'Memory',
      before: machine,
      after: machine,
      rows: [{ work: 'a fit', seconds: 1.25, peak: 2 ** 30 }],
    });
    expect(memory).toMatch(/1\.3 \| +1024 \|$/u);
  });
});
