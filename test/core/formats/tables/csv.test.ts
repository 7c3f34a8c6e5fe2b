import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvMatrix, decodeCsv, decodeCsvRows } from '../../../../src/core/formats/tables/csv.ts';
import { FormatError } from '../../../../src/core/formats/formatError.ts';

const csv = (text: string): ReturnType<typeof decodeCsv> => decodeCsv(Buffer.from(text));

/** A table with its cells instead of functions. */
const read = (text: string) => {
  const { rows, header, columns } = csv(text);
  return { rows, header, columns: columns.map(({ kind, name, texts }) => ({ kind, name, texts: texts() })) };
};

/** Shortest digits that give the number back; String would lose the sign of −0. */
const write = (value: number): string => (Object.is(value, -0) ? '-0' : String(value).replace('Infinity', 'inf'));

describe('CSV', () => {
  it('reads names, numbers and text', () => {
    const table = read('width,length,species\n1,2.5,setosa\n-3e2,.5,"a ""b"", c"\n');
    expect(table).toEqual({
      rows: 2,
      header: true,
      columns: [
        { kind: 'number', name: 'width', texts: ['1', '-3e2'] },
        { kind: 'number', name: 'length', texts: ['2.5', '.5'] },
        { kind: 'text', name: 'species', texts: ['setosa', 'a "b", c'] },
      ],
    });
    expect(csvMatrix(csv('width,length,species\n1,2.5,setosa\n-3e2,.5,"a ""b"", c"\n'))).toEqual({
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
        expect(read(text).columns[0]).toEqual({ kind: 'text', name: 'name', texts: cells });
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it.each([
    ['nothing', '', 'expected a table, found an empty file'],
    ['rows of unequal length', '1,2\n3\n', 'expected 2 cells in row 2 of the table, found 1'],
    ['an open quote', 'a,b\n1,"2\n', 'expected a closing quote in the table, found the end of the file'],
    ['text behind a quote', '"1"x,2\n', 'expected a separator after a closing quote in row 1 of the table'],
  ])('with %s is refused in one sentence', (_, text, message) => {
    expect(() => csv(text)).toThrow(FormatError);
    expect(() => csv(text)).toThrow(message);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('reads the cell %s as text', (word) => {
    const { columns } = decodeCsv(Buffer.from(`a,b\n1,${word}\n2,${word}\n`));
    expect(columns.map(({ kind }) => kind)).toEqual(['number', 'text']);
    expect(columns[1].texts()).toEqual([word, word]);
  });

  it('refuses an empty cell among numbers where it should be a number', () => {
    const table = csv('a,b\n1,2\n3,\n');
    expect(table.columns[1].texts()).toEqual(['2', '']);
    expect(() => csvMatrix(table)).toThrow('expected a number in row 3 of column "b", found an empty cell');
  });

  it.each([
    ['pandas: numbers', '0,1,2,3,label\n9,8,7,6,1\n9,8,7,5,2\n', true],
    ['a text over numbers', ',p0,p1\n0,9,8\n1,8,9\n', true],
    ['text that does not recur', 'file,who\na.png,x\nb.png,x\n', true],
    ['text that recurs', 'a.png,x\nb.png,x\n', false],
    ['numbers that do not count', '0,2,4,6\n9,8,7,6\n', false],
    ['a missing value', '1,NA,3\n4,5,6\n7,8,9\n', false],
  ])('tells whether the first line names the columns: %s', (_, text, header) => {
    expect(csv(text).header).toBe(header);
    expect(decodeCsv(Buffer.from(text), 'none').header).toBe(false);
    expect(decodeCsv(Buffer.from(text), 'first').rows).toBe(text.split('\n').length - 2);
  });

  it('completes a line of names that lacks the first, as R leaves it out, or the last, which is empty', () => {
    const names = (text: string): string[] => csv(text).columns.map(({ name }) => name);
    expect(names('"a" "b"\n"1" 5 6\n"2" 7 8\n')).toEqual(['Unnamed: 0', 'a', 'b']);
    expect(names('a,b\n1,2,\n3,4,\n')).toEqual(['a', 'b', 'Unnamed: 2']);
    expect(() => csv('1.5,2\n1,2,3\n3,4,5\n')).toThrow('expected 2 cells in row 2 of the table, found 3');
  });

  it('keeps cells as they are written', () => {
    const cells = ['001', '01', '1', '9007199254740993', '1.10', '+1', '1e2'];
    expect(csv(`n\n${cells.join('\n')}\n`).columns[0]).toMatchObject({ kind: 'number' });
    expect(csv(`n\n${cells.join('\n')}\n`).columns[0].texts()).toEqual(cells);
  });

  it('reads cells between blanks, a line sep=;, mixed line ends and a blank before a cell', () => {
    const matrix = (text: string): number[] => [...csvMatrix(csv(text)).data];
    expect(matrix('  7  2\t3\n\n4 5   6 \n')).toEqual([7, 2, 3, 4, 5, 6]);
    expect(matrix('sep=;\r\n1,5;2\r\n3;4\n5;6\r7;8')).toEqual([1.5, 2, 3, 4, 5, 6, 7, 8]);
    expect(decodeCsvRows(Buffer.from('sep=;\na;b\n1;2\n')).rows).toEqual([{ cells: ['1', '2'], line: 3 }]);
    expect(csv('"Anna Bo" 1\n"Carl  D" 2\n').columns[0].texts()).toEqual(['Anna Bo', 'Carl  D']);
    expect(csv('Anna Bo\nCarl D\n').columns).toHaveLength(1);
  });

  it('reads UTF-16 with its mark, and Latin-1 where the text is no UTF-8', () => {
    const text = 'name,x\nJürgen 😀,1\nJürgen 😀,2\n';
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      expect(decodeCsv(bytes)).toMatchObject({ encoding: 'UTF-16', rows: 2 });
      expect(decodeCsv(bytes).columns[0].texts()).toEqual(['Jürgen 😀', 'Jürgen 😀']);
    }
    const latin = decodeCsv(Buffer.from('name,x\nJürgen,1\nJürgen,2\n', 'latin1'));
    expect(latin.encoding).toBe('Latin-1');
    expect(latin.columns[0].texts()).toEqual(['Jürgen', 'Jürgen']);
    expect(csv(text).encoding).toBe('UTF-8');
  });

  it('refuses binary data, and a matrix without numbers', () => {
    expect(() => decodeCsv(Uint8Array.of(0x61, 0xff, 0x01))).toThrow('expected a table of text, found binary data');
    expect(() => decodeCsv(Uint8Array.of(0x61, 0x00))).toThrow('found zero bytes; save it as text in UTF-8');
    expect(() => csvMatrix(csv('a,b\nc,d'))).toThrow('expected numbers in the table, found text only');
  });
});
