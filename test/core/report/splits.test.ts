/** Pairs of verification in the files of splits. */
import { strToU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { decodeCsvRows } from '../../../src/core/formats/tables/csv.ts';
import { decodeMat } from '../../../src/core/formats/matlab/matlab.ts';
import type { Split } from '../../../src/core/protocols/split.ts';
import { pairedSplit } from '../../../src/core/protocols/pairs/pairs.ts';
import { splitsFromCsv, splitsFromMat } from '../../../src/core/protocols/splitFiles.ts';
import { csvSplits, matSplits } from '../../../src/core/report/splits.ts';

const split: Split = pairedSplit(
  [0, 1],
  {
    development: [{ probe: 4, reference: 3, genuine: false }],
    evaluation: [
      { probe: 7, reference: 5, genuine: true },
      { probe: 4, reference: 6, genuine: false },
    ],
  },
  { threshold: 'equal rates' },
);
const files = Array.from({ length: 8 }, (_, image) => `${image}.pgm`);
const named = [{ condition: 'pairs', repeat: 1, split }];

describe('splits of verification', () => {
  it('have a row per pair in the table, with both images and the kind', () => {
    const { header, rows } = decodeCsvRows(strToU8(csvSplits(named, files)));
    expect(header.slice(6)).toEqual(['reference0', 'reference1', 'reference_file', 'genuine']);
    const cells = rows.map((row) => row.cells);
    expect(cells.filter(([, , role]) => role === 'development' || role === 'evaluation')).toEqual([
      ['pairs', '1', 'development', '4', '5', '4.pgm', '3', '4', '3.pgm', '0'],
      ['pairs', '1', 'evaluation', '7', '8', '7.pgm', '5', '6', '5.pgm', '1'],
      ['pairs', '1', 'evaluation', '4', '5', '4.pgm', '6', '7', '6.pgm', '0'],
    ]);
    const read = splitsFromCsv(strToU8(csvSplits(named, files)), 0, files);
    expect(read).toEqual([{ train: [0, 1], test: [4, 7], gallery: [3, 5, 6] }]);
  });

  it('have pairs × 3 in the MATLAB files, counted from 1', () => {
    const [bytes] = Object.values(unzipSync(matSplits(named)));
    const variables = new Map(decodeMat(bytes).variables.map((variable) => [variable.name, variable]));
    const pairs = variables.get('evaluationPairs')!;
    expect(pairs.dims).toEqual([2, 3]);
    // Down the columns: probes, references, kinds.
    expect([...pairs.data]).toEqual([8, 5, 6, 7, 1, 0]);
    expect([...variables.get('developmentPairs')!.data]).toEqual([5, 4, 0]);
    expect(splitsFromMat(bytes, 1)).toEqual([{ train: [0, 1], test: [4, 7], gallery: [3, 5, 6] }]);
  });

  it('leave other studies their columns', () => {
    const { train, test } = split;
    const text = csvSplits([{ condition: 'k=2', repeat: 1, split: { train, test } }], files);
    expect(text.split('\r\n')[0]).toBe('condition,repeat,role,index0,index1,file');
  });
});
