import { unzipSync } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { xlsxTable } from '../../../src/main/export/xlsx.ts';
import { table } from '../../core/report/sampleTable.ts';

const files = unzipSync(await xlsxTable(table));
const read = (name: string): string => new TextDecoder().decode(files[name]);
const strings = [...read('xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);

/** The cells of a sheet by place, text looked up. */
function cells(sheet: number): Map<string, string> {
  const found = read(`xl/worksheets/sheet${sheet}.xml`).matchAll(
    /<c r="([A-Z]+\d+)"([^>]*)>(?:<v>([^<]*)<\/v>)?<\/c>/g,
  );
  return new Map(
    [...found].map(([, place, kind, value]) => [place, kind.includes('t="s"') ? strings[Number(value)] : value]),
  );
}

afterEach(() => vi.useRealTimers());

describe('the spreadsheet of a table', () => {
  it('has the same bytes whenever it is written', async () => {
    const writtenAt = async (time: string): Promise<Uint8Array> => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
      return xlsxTable(table);
    };
    expect(await writtenAt('2031-05-06T07:08:09Z')).toEqual(await writtenAt('2026-01-02T03:04:05Z'));
  });

  it('has the table as shown, numbers as numbers in full precision', () => {
    const shown = cells(1);
    expect([shown.get('A1'), shown.get('B1'), shown.get('F1')]).toEqual(['Method', 'k = 2', 'k = 3']);
    expect([shown.get('A3'), shown.get('B3'), shown.get('C3'), shown.get('D3'), shown.get('E3')]).toEqual([
      'BPPCA',
      '18.125',
      '10.25',
      '(10, 3)',
      '•',
    ]);
    expect(shown.get('B4')).toBe('failed');
  });

  it('shows the decimals of the measure, and the best in bold', () => {
    const styles = read('xl/styles.xml');
    expect(styles).toContain('formatCode="0.0"');
    const styleOf = (place: string): string =>
      new RegExp(`<c r="${place}" s="(\\d+)"`).exec(read('xl/worksheets/sheet1.xml'))![1];
    const kinds = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*>/g)].map(([kind]) => kind);
    expect(styles).toMatch(/<font>(?:(?!<\/font>).)*<b\/>/);
    expect(kinds[Number(styleOf('B3'))]).toContain('fontId="1"');
    expect(kinds[Number(styleOf('B2'))]).not.toContain('fontId');
  });

  it('prints in landscape and one page wide, the head on every page, nothing but the cells', () => {
    for (const sheet of [1, 2, 3]) {
      const xml = read(`xl/worksheets/sheet${sheet}.xml`);
      expect(xml).toMatch(/<worksheet[^>]*><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr>/);
      expect(xml).toMatch(/<pageSetup (?=[^>]*fitToWidth="1")(?=[^>]*fitToHeight="0")[^>]*orientation="landscape"/);
    }
    const names = [...read('xl/workbook.xml').matchAll(/<definedName name="([^"]*)" localSheetId="(\d)">([^<]*)</g)];
    const width = [...cells(2).keys()]
      .filter((place) => /^[A-Z]+1$/.test(place))
      .at(-1)!
      .replace('1', '');
    expect(names.map(([, name, sheet, place]) => [name, sheet, place])).toEqual([
      ['_xlnm.Print_Area', '0', `'Table'!$A$1:$I$4`],
      ['_xlnm.Print_Titles', '0', `'Table'!$1:$1`],
      ['_xlnm.Print_Area', '1', `'Entries'!$A$1:$${width}$7`],
      ['_xlnm.Print_Titles', '1', `'Entries'!$1:$1`],
      ['_xlnm.Print_Area', '2', `'Notes'!$A$1:$A$${1 + table.footer.length}`],
    ]);
    const workbook = read('xl/workbook.xml');
    expect(workbook.indexOf('<definedNames>')).toBe(workbook.indexOf('</sheets>') + '</sheets>'.length);
  });

  it('has one record per method and condition, and the footer, on sheets of their own', () => {
    const records = cells(2);
    expect([records.get('A1'), records.get('D1')]).toEqual(['label', 'mean_error_percent']);
    expect([records.get('A2'), records.get('C2'), records.get('D2')]).toEqual(['PCA, whitened "raw"', 'k=2', '29.66']);
    expect(cells(3).get('A2')).toBe(table.footer[0]);
  });
});
