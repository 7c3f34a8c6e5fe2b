/** How the sheets of a spreadsheet are printed: A4 in landscape, one page wide, the head repeated on every page. */
import type writeXlsxFile from 'write-excel-file/node';
import type { SheetData } from 'write-excel-file/node';

type Sheets = readonly {
  readonly sheet: string;
  readonly data: SheetData;
  readonly stickyRowsCount?: number | undefined;
}[];
type Feature = NonNullable<NonNullable<Parameters<typeof writeXlsxFile>[1]>['features']>[number];

/** Adds to sheets in landscape what the writer of the file has no options for (ECMA-376, part 1, 18.2.5 and 18.3.1). */
export function onePageWide(sheets: Sheets): Feature {
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': { transform: fitted },
        'xl/workbook.xml': { transform: (workbook) => placed(workbook, '</sheets>', definedNames(sheets)) },
      },
    },
  };
}

/** As high as it takes: 0 leaves the number of pages open. */
function fitted(sheet: string): string {
  const properties = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  const opened = sheet.replace(/<worksheet[^>]*>/, (tag) => tag + properties);
  const set = opened.replace('<pageSetup ', '<pageSetup fitToWidth="1" fitToHeight="0" ');
  if (opened === sheet || set === opened) throw new Error('A sheet has no place for how it is printed.');
  return set;
}

/** The print area of every sheet, and the rows of its head. */
function definedNames(sheets: Sheets): string {
  const name = (kind: string, index: number, place: string): string =>
    `<definedName name="_xlnm.${kind}" localSheetId="${index}">'${sheets[index].sheet}'!${place}</definedName>`;
  const names = sheets.flatMap(({ data, stickyRowsCount: head }, i) => {
    const columns = Math.max(1, ...data.map((row) => row.length));
    return [
      name('Print_Area', i, `$A$1:$${columnName(columns)}$${Math.max(1, data.length)}`),
      ...(head ? [name('Print_Titles', i, `$1:$${head}`)] : []),
    ];
  });
  return `<definedNames>${names.join('')}</definedNames>`;
}

function placed(xml: string, after: string, markup: string): string {
  if (!xml.includes(after)) throw new Error(`The workbook has no ${after}.`);
  return xml.replace(after, after + markup);
}

/** "A" for 1, "AB" for 28. */
function columnName(number: number): string {
  const before = Math.floor((number - 1) / 26);
  return (before === 0 ? '' : columnName(before)) + String.fromCharCode(65 + ((number - 1) % 26));
}
