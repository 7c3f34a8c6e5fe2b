/** Writes the results of a study in the formats of formats.ts. */
import type { DatasetFacts } from '../dataset.ts';
import type { Manifest } from '../study/plan/manifest.ts';
import type { Curve, StudyTable, TableEntry, ValidatedEntry } from '../study/table/table.ts';
import type { LongTable } from '../study/table/longTable.ts';
import { comparisonReport, comparisonJson } from './comparison/comparisonReport.ts';
import type { ComparisonParts } from './comparison/findings.ts';
import { comparisonHtml, comparisonMarkdown } from './comparison/writers.ts';
import { csvCurves, csvLong, csvTable, type CurvePoints } from './csv.ts';
import { slug } from './slug.ts';
import { tableFormat, type TableFormat } from './formats.ts';
import { htmlTable } from './htmlTable.ts';
import { latexTable } from './latex/table.ts';
import { markdownTable } from './markdown.ts';
import { csvPredictions, type Prediction, csvSplits, jsonSplits, matSplits, type NamedSplit } from './splits.ts';
import { latexMethodsParagraph, methodsParagraph, typstMethodsParagraph } from './prose/methodsParagraph.ts';
import type { StudyOnDataset } from '../study/study.ts';
import { studyBibtex, studyReferences } from './references/references.ts';
import type { PageOptions } from './pageOptions.ts';
import { studyReport, type ReportParts } from './studyReport.ts';
import { notebookArchive } from './notebook.ts';
import { textTable, tsvTable } from './plainText.ts';
import { typstTable } from './typst.ts';
import { DATABASES } from '../study/table/databaseNames.ts';
import type { Cited } from './references/references.ts';
import { wekaResults } from './weka.ts';

/** An entry with its primary selection; the other selection has a separate name. */
type JsonEntry =
  | (TableEntry & { readonly selection: 'oracle' })
  | (ValidatedEntry &
      Pick<TableEntry, 'failed' | 'pending' | 'planned'> & {
        readonly selection: 'validated';
        /** Chosen on the test images. */
        readonly oracle: Omit<TableEntry, 'validated' | 'failed' | 'pending' | 'planned'>;
      });

/**
 * A table as JSON. If a study chooses shapes inside the training images, its entries are the validated ones, each with
 * the entry chosen on the test images as `oracle`, unless the table shows the oracle selection only.
 */
export function tableJson(
  table: StudyTable,
): Omit<StudyTable, 'rows'> & { readonly rows: readonly { readonly entries: readonly JsonEntry[] }[] } {
  const oracleOnly = table.options.selection === 'oracle';
  const asRead = ({ validated, ...entry }: TableEntry): JsonEntry => {
    if (!validated || oracleOnly) return { selection: 'oracle', ...entry };
    const { failed, pending, planned, ...oracle } = entry;
    return { selection: 'validated', ...validated, failed, pending, planned, oracle };
  };
  return { ...table, rows: table.rows.map((row) => ({ ...row, entries: row.entries.map(asRead) })) };
}

export interface Report {
  readonly fileName: string;
  readonly content: string | Uint8Array;
}

/** Input of the formats; functions are called only by the formats that need them. */
export interface ReportSource extends Omit<ReportParts, 'studies' | 'curves' | 'manifest'> {
  readonly page: PageOptions;
  /** Studies of the table with their datasets, for the methods paragraph. */
  readonly studies: () => readonly StudyOnDataset[];
  /** Name of the study, for formats of a single study. */
  readonly study: string;
  readonly longTable: () => LongTable;
  readonly curves: () => readonly Curve[];
  /** CMC, ROC and performance curves of every finished cell at the shapes of the table. */
  readonly curvePoints: () => readonly CurvePoints[];
  readonly splits: () => readonly NamedSplit[];
  /** File of each image, in the order of the dataset. */
  readonly files: () => readonly string[];
  readonly predictions: () => readonly Prediction[];
  readonly dataset: () => DatasetFacts;
  readonly manifest: () => Manifest;
  /** Input of the comparison report, also for joined tables. */
  readonly compared: () => ComparisonParts;
  /** The table with its paragraph and references as a Word document, which requires a library of the host. */
  readonly wordDocument: (table: StudyTable) => Promise<Uint8Array>;
  /** The table as a spreadsheet, which requires a library of the host. */
  readonly spreadsheet: () => Promise<Uint8Array>;
}

type Write = (source: ReportSource) => string | Uint8Array | Promise<Uint8Array>;

const writers: Readonly<Record<TableFormat, Write>> = {
  latex: ({ table, page, note, cited }) => latexTable(onDatabase(table, cited), page, note),
  docx: ({ table, cited, wordDocument }) => wordDocument(onDatabase(table, cited)),
  xlsx: ({ spreadsheet }) => spreadsheet(),
  csv: ({ table }) => csvTable(table),
  'csv-long': ({ longTable }) => csvLong(longTable()),
  'csv-curves': ({ curvePoints }) => csvCurves(curvePoints()),
  weka: ({ table, splits, dataset }) => wekaResults(table, splits(), () => dataset().labels),
  tsv: ({ table }) => tsvTable(table),
  markdown: ({ table, page, note }) => markdownTable(table, page.note ? note : ''),
  html: ({ table }) => htmlTable(table),
  typst: ({ table, cited }) => typstTable(onDatabase(table, cited)),
  text: ({ table, page }) => textTable(table, page.notes),
  json: ({ table }) => `${JSON.stringify(tableJson(table), null, 2)}\n`,
  report: ({ curves, manifest, studies, ...parts }) =>
    studyReport({ ...parts, curves: curves(), manifest: manifest(), studies: studies() }),
  comparison: ({ compared }) => comparisonHtml(comparisonReport(compared())),
  'comparison-markdown': ({ compared }) => comparisonMarkdown(comparisonReport(compared())),
  'comparison-json': ({ compared }) => comparisonJson(comparisonReport(compared())),
  methods: ({ table, cited, studies }) => methodsParagraph(table, cited, studies()),
  'methods-latex': ({ table, cited, studies }) => latexMethodsParagraph(table, cited, studies()),
  'methods-typst': ({ table, cited, studies }) => typstMethodsParagraph(table, cited, studies()),
  bibtex: ({ table, cited }) => studyBibtex(table, cited),
  references: ({ table, cited }) => studyReferences(table, cited),
  splits: ({ splits, files }) => csvSplits(splits(), files()),
  predictions: ({ predictions, files }) => csvPredictions(predictions(), files()),
  'splits-json': ({ study, splits, files, dataset }) => jsonSplits(study, dataset(), files(), splits()),
  'splits-mat': ({ splits }) => matSplits(splits()),
  manifest: ({ manifest }) => `${JSON.stringify(manifest(), null, 2)}\n`,
  'notebook-python': ({ longTable, table }) => notebookArchive(longTable(), table.measure, 'python'),
  'notebook-r': ({ longTable, table }) => notebookArchive(longTable(), table.measure, 'r'),
  'notebook-matlab': ({ longTable, table }) => notebookArchive(longTable(), table.measure, 'matlab'),
};

/** The table of a single dataset under the name of its database, which papers know. */
function onDatabase(table: StudyTable, { layouts }: Cited): StudyTable {
  const [layout] = layouts;
  const named = new Set(layouts).size === 1 && Object.hasOwn(DATABASES, layout) && !table.dataset.includes(', ');
  return named ? { ...table, dataset: DATABASES[layout] } : table;
}

/** The results of a study in one format. */
export async function writeReport(source: ReportSource, id: TableFormat): Promise<Report> {
  const { ending, of } = tableFormat(id);
  const name = slug(of === 'table' ? source.table.study : source.study);
  return { fileName: `${name}${ending}`, content: await writers[id](source) };
}
