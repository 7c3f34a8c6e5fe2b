import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvMatrix, decodeCsv, decodeCsvRows } from '../../../../src/core/formats/tables/csv.ts';
import { FormatError } from '../../../../src/core/formats/formatError.ts';

const csv = (text: string): ReturnType<typeof decodeCsv> => decodeCsv(Buffer.from(text));

/** Shortest digits that give the number back; String would lose the sign of −0. */
const write = (value: number): string => (Object.is(value, -0) ? '-0' : String(value).replace('Infinity', 'inf'));

describe('CSV', () => {
  it('reads names, numbers and text', () => {
    const table = csv('width,length,species\n1,2.5,setosa\n-3e2,.5,"a ""b"", c"\n');
    expect(table).toEqual({
      rows: 2,
      header: true,
      columns: [
        { kind: 'number', name: 'width', values: Float64Array.of(1, -300) },
        { kind: 'number', name: 'length', values: Float64Array.of(2.5, 0.5) },
        { kind: 'text', name: 'species', values: ['setosa', 'a "b", c'] },
      ],
    });
    expect(csvMatrix(table)).toEqual({
      rows: 2,
      cols: 2,
      names: ['width', 'length'],
      data: Float64Array.of(1, 2.5, -300, 0.5),
    });
  });

  it('says of every row where it begins: empty lines and line ends within quotes count', () => {
    const rows = (text: string) => decodeCsvRows(Buffer.from(text));
    expect(rows('a,b\n1,2\n3,4')).toEqual({
      header: ['a', 'b'],
      rows: [
        { cells: ['1', '2'], line: 2 },
        { cells: ['3', '4'], line: 3 },
      ],
    });
    const lines = (text: string): number[] => rows(text).rows.map(({ line }) => line);
    expect(lines('\n\na,b\n\n1,2\n \n3,4\n')).toEqual([5, 7]);
    expect(lines('a,b\r\n1,2\r\n\r\n3,4\r\n')).toEqual([2, 4]);
    expect(lines('"a\nb","c"\n"1\n\n2",3\n4,"5\n6"\n7,8')).toEqual([3, 6, 8]);
    expect(lines('a,b')).toEqual([]);
  });

  it.each([
    ['commas', '1,2\n3,4\n'],
    ['semicolons', '1;2\n3;4'],
    ['tabs', '1\t2\n3\t4\n'],
    ['DOS line ends', '1,2\r\n3,4\r\n'],
    ['a byte order mark', '\ufeff1,2\n3,4\n'],
    ['empty lines', '\n1,2\n\n3,4\n\n'],
    ['blanks', ' 1 , 2 \n 3,4'],
    ['quotes', '"1","2"\n"3",4'],
  ])('reads a table without header with %s', (_, text) => {
    const table = csv(text);
    expect(table.header).toBe(false);
    expect([...csvMatrix(table).data]).toEqual([1, 2, 3, 4]);
  });

  it('reads back any numbers', () => {
    const rows = fc
      .integer({ min: 1, max: 5 })
      .chain((cols) =>
        fc.array(fc.array(fc.double(), { minLength: cols, maxLength: cols }), { minLength: 1, maxLength: 6 }),
      );
    fc.assert(
      fc.property(rows, (written) => {
        const text = written.map((row) => row.map(write).join(',')).join('\n');
        expect([...csvMatrix(csv(text)).data]).toEqual(written.flat());
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('reads back any text that another library has quoted', () => {
    const cell = fc.string({ minLength: 1 }).map((text) => `x${text}`.trim());
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        const text = stringify([['name', 'value'], ...cells.map((one, i) => [one, i])], { quoted_string: true });
        expect(csv(text).columns[0]).toEqual({ kind: 'text', name: 'name', values: cells });
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it.each([
    ['nothing', '', 'expected a CSV table, found an empty file'],
    ['rows of unequal length', '1,2\n3\n', 'expected 2 cells in row 2 of the CSV table, found 1'],
    ['an open quote', 'a,b\n1,"2\n', 'expected a closing quote in the CSV table, found the end of the file'],
    ['text behind a quote', '"1"x,2\n', 'expected a separator after a closing quote in row 1 of the CSV table'],
    ['an empty cell among numbers', 'a,b\n1,2\n3,\n', 'expected a number in row 3 of column "b", found an empty cell'],
  ])('with %s is refused in one sentence', (_, text, message) => {
    expect(() => csv(text)).toThrow(FormatError);
    expect(() => csv(text)).toThrow(message);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('reads the cell %s as text', (word) => {
    const { columns } = decodeCsv(Buffer.from(`a,b\n1,${word}\n2,${word}\n`));
    expect(columns.map(({ kind }) => kind)).toEqual(['number', 'text']);
    expect(columns[1].values).toEqual([word, word]);
  });

  it('refuses text that is not UTF-8, and a matrix without numbers', () => {
    expect(() => decodeCsv(Uint8Array.of(0x61, 0xff))).toThrow('expected CSV text in UTF-8, found other bytes');
    expect(() => csvMatrix(csv('a,b\nc,d'))).toThrow('expected numbers in the table, found text only');
  });
});
