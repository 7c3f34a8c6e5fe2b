/** Exports the table of a study as a spreadsheet. */
import writeXlsxFile, { type CellObject, type Row, type SheetData } from 'write-excel-file/node';
import { tableRecords, type Value } from '../../core/report/csv.ts';
import { countText, joinedWords } from '../../core/study/table/entry.ts';
import { entryParts, tableGrid, type GridEntry, type GridRow } from '../../core/study/table/grid.ts';
import { measureAtColumn } from '../../core/study/table/joinTables.ts';
import type { StudyTable } from '../../core/study/table/table.ts';
import { withoutTimes } from './officeFile.ts';

// Print settings: A4 landscape, one page wide, header rows repeated on every page.

type Sheets = readonly {
  readonly sheet: string;
  readonly data: SheetData;
  readonly stickyRowsCount?: number | undefined;
}[];
type Feature = NonNullable<NonNullable<Parameters<typeof writeXlsxFile>[1]>['features']>[number];

/** Adds print settings that the writer of the file lacks to landscape sheets (ECMA-376, part 1, 18.2.5 and 18.3.1). */
function onePageWide(sheets: Sheets): Feature {
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': { transform: fitted },
        'xl/workbook.xml': { transform: (workbook) => placed(workbook, '</sheets>', definedNames(sheets)) },
      },
    },
  };
}

/** Fits one page in width; height 0 leaves the number of pages open. */
function fitted(sheet: string): string {
  const properties = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  const opened = sheet.replace(/<worksheet[^>]*>/, (tag) => tag + properties);
  const set = opened.replace('<pageSetup ', '<pageSetup fitToWidth="1" fitToHeight="0" ');
  if (opened === sheet || set === opened) throw new Error('A sheet has no place for how it is printed.');
  return set;
}

/** The print area of every sheet, and its header rows. */
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

/** Columns of the first sheet per column of the table: mean, deviation, shape, mark and count of repeats. */
const PARTS = 4;

/**
 * An .xlsx file of three sheets: the table as displayed, with numbers as numbers; one record per method and condition
 * in full precision, as in CSV; the sentences of the footer. It prints one page wide. The same table gives the same
 * bytes.
 */
export async function xlsxTable(table: StudyTable): Promise<Uint8Array> {
  const { header, records } = tableRecords(table);
  const sheetRows = shownSheet(table);
  const sheets = [
    {
      sheet: 'Table',
      data: sheetRows,
      columns: sheetRows[0].map((_, c) => ({ width: c === 0 ? 28 : c % PARTS === 0 ? 4 : 10 })),
      stickyRowsCount: 1,
      stickyColumnsCount: 1,
    },
    { sheet: 'Entries', data: [header.map(bold), ...records.map((record) => record.map(plain))], stickyRowsCount: 1 },
    {
      sheet: 'Notes',
      data: [table.study, ...table.footer].map((sentence) => [text(sentence)]),
      columns: [{ width: 120 }],
    },
  ].map((sheet) => ({ ...sheet, orientation: 'landscape' as const }));
  return withoutTimes(await writeXlsxFile(sheets, { features: [onePageWide(sheets)] }).toBuffer());
}

function shownSheet(table: StudyTable): SheetData {
  const { head, rows, summary } = tableGrid(table);
  const blanks = Array.from({ length: PARTS - 1 }, () => null);
  const line = ({ title, cells, published }: GridRow): Row => [
    text(title),
    ...cells.flatMap((cell) =>
      typeof cell !== 'string'
        ? entryCells(table, cell)
        : [{ ...text(cell), ...(published && { fontStyle: 'italic' as const }) }, ...blanks],
    ),
  ];
  const heading = head.flatMap((title, c) =>
    c === 0 ? [bold(title)] : [{ ...bold(title), columnSpan: PARTS }, ...blanks],
  );
  return [heading, ...rows.map(line), ...summary.map(line)];
}

function entryCells(table: StudyTable, cell: GridEntry): Row {
  const { mean, std } = entryParts(table, cell);
  const digits = table.options.digits ?? measureAtColumn(table, cell.condition).digits;
  const format = digits === 0 ? '0' : `0.${'0'.repeat(digits)}`;
  const number = (value: number | null): CellObject | null =>
    value === null
      ? null
      : {
          value,
          format,
          ...(cell.bold && { fontWeight: 'bold' as const }),
          ...(cell.underlined && { underline: true as const }),
        };
  return mean === null
    ? [text(cell.instead), null, null, null]
    : [number(mean), number(std), text(cell.shape), text(joinedWords([cell.mark, countText(cell)]))];
}

function bold(value: string): CellObject {
  return { value, fontWeight: 'bold' };
}

/** Text that no spreadsheet interprets as a formula, number or date. */
function text(value: string): CellObject {
  return { value, type: String };
}

function plain(value: Value): CellObject | null {
  return value === null ? null : typeof value === 'string' ? text(value) : { value };
}
