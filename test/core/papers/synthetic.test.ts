/** Experiments of the papers that draw their own data, at the quick size. */
import { describe, expect, it } from 'vitest';
import { broken, quickResult } from './quickSize.ts';

describe('experiments on drawn data', () => {
  it.each(['bppca-fig2', 'bppca-table1', 'bppca-table2', 'bppca-fig3a', 'mvfa-fig2b', 'unified-fig2'])(
    '%s: every statement of the paper holds',
    (id) => {
      expect(broken(quickResult(id))).toEqual([]);
    },
  );

  it('bppca-fig2: arc lengths are within 15 % of those of an independent implementation', () => {
    const [table] = quickResult('bppca-fig2').tables;
    // Means over 50 repetitions, N = 30, 80, 500.
    const reference = { BPPCA: [0.151, 0.098, 0.037], PSOPCA: [0.291, 0.18, 0.068], PPCA: [1.05, 0.582, 0.218] };
    for (const [method, lengths] of Object.entries(reference)) {
      const column = table.head.indexOf(method) - 1;
      lengths.forEach((length, row) => {
        expect(table.rows[row].cells[column].value! / length).toBeGreaterThan(0.85);
        expect(table.rows[row].cells[column].value! / length).toBeLessThan(1.15);
      });
    }
    // PSOPCA, MVFA and GLRAM agree to two digits and more.
    const of = (method: string) => table.rows.map(({ cells }) => cells[table.head.indexOf(method) - 1].value!);
    of('GLRAM').forEach((length, row) => expect(length / of('PSOPCA')[row]).toBeCloseTo(1, 1));
    of('MVFA').forEach((length, row) => expect(length / of('PSOPCA')[row]).toBeCloseTo(1, 2));
  });

  it('mvfa-fig2b: errors are at most 0.042 for MVFA and at least 0.08 for PPCA', () => {
    const [mvfa, ppca] = quickResult('mvfa-fig2b').charts[0].series;
    expect(Math.max(...mvfa.points.map(({ y }) => y))).toBeLessThan(0.042);
    expect(Math.min(...ppca.points.map(({ y }) => y))).toBeGreaterThan(0.08);
  });
});

describe('further experiments on drawn data', () => {
  it('mvfa-fig2a: parameter expansion takes tens of iterations; the printed step stops short of the maximum', () => {
    const result = quickResult('mvfa-fig2a');
    expect(broken(result)).toEqual([]);
    const lack = (title: string, column: number) =>
      result.tables[0].rows.find((row) => row.title === title)!.cells[column].value!;
    expect(lack('direct, full expansion', 1)).toBeLessThan(1e-3);
    for (const title of ['direct', 'ECM as printed']) expect(lack(title, 2)).toBeGreaterThan(100);
    expect(lack('PX-ECM as printed', 3)).toBeGreaterThan(0.1);
  });
});
