/**
 * Registry of result formats, in the order of the page's menu. The contract, the engine, the command line, the page and
 * the documentation read them here; report.ts writes them.
 */

/** Content of files, by extension. */
const CONTENTS = {
  '.tex': 'text',
  '.docx': 'binary',
  '.xlsx': 'binary',
  '.csv': 'text',
  '.arff': 'text',
  '.tsv': 'text',
  '.md': 'text',
  '.html': 'text',
  '.typ': 'text',
  '.txt': 'text',
  '.json': 'text',
  '.bib': 'text',
  '.zip': 'binary',
} as const;

type Ending = keyof typeof CONTENTS;

interface FormatDeclaration {
  readonly id: string;
  readonly title: string;
  /** End of the file name, after the name of the study. */
  readonly ending: Ending | `-${string}${Ending}`;
  /** Heading in the page's menu. */
  readonly group: 'table' | 'report' | 'data' | 'notebook';
  /** 'table': the displayed table, which may join several studies. 'study': a single study. */
  readonly of: 'table' | 'study';
  /** Limits a table format to a single measure. */
  readonly measures?: 'one';
}

const declared = [
  { id: 'latex', title: 'LaTeX', ending: '.tex', group: 'table', of: 'table' },
  { id: 'docx', title: 'Word', ending: '.docx', group: 'table', of: 'table' },
  { id: 'xlsx', title: 'Excel', ending: '.xlsx', group: 'table', of: 'table' },
  { id: 'csv', title: 'CSV, one row per entry', ending: '.csv', group: 'table', of: 'table' },
  { id: 'csv-long', title: 'CSV, every repeat and shape', ending: '-long.csv', group: 'data', of: 'study' },
  { id: 'csv-curves', title: 'CSV, points of curves', ending: '-curves.csv', group: 'data', of: 'study' },
  {
    id: 'weka',
    title: 'WEKA Experimenter, every repeat',
    ending: '-weka.arff',
    group: 'data',
    of: 'table',
    measures: 'one',
  },
  { id: 'tsv', title: 'Tab-separated text', ending: '.tsv', group: 'table', of: 'table' },
  { id: 'markdown', title: 'Markdown', ending: '.md', group: 'table', of: 'table' },
  { id: 'html', title: 'HTML', ending: '.html', group: 'table', of: 'table' },
  { id: 'typst', title: 'Typst', ending: '.typ', group: 'table', of: 'table' },
  { id: 'text', title: 'Plain text', ending: '.txt', group: 'table', of: 'table' },
  { id: 'json', title: 'JSON', ending: '.json', group: 'table', of: 'table' },
  { id: 'report', title: 'Report on one page', ending: '-report.html', group: 'report', of: 'study' },
  {
    id: 'comparison',
    title: 'Report of the comparison',
    ending: '-comparison.html',
    group: 'report',
    of: 'table',
    measures: 'one',
  },
  {
    id: 'comparison-markdown',
    title: 'Report of the comparison, Markdown',
    ending: '-comparison.md',
    group: 'report',
    of: 'table',
    measures: 'one',
  },
  {
    id: 'comparison-json',
    title: 'Report of the comparison, numbers with their sources',
    ending: '-comparison.json',
    group: 'report',
    of: 'table',
    measures: 'one',
  },
  { id: 'methods', title: 'Methods paragraph', ending: '-methods.txt', group: 'report', of: 'table' },
  { id: 'methods-latex', title: 'Methods paragraph, LaTeX', ending: '-methods.tex', group: 'report', of: 'table' },
  { id: 'methods-typst', title: 'Methods paragraph, Typst', ending: '-methods.typ', group: 'report', of: 'table' },
  { id: 'bibtex', title: 'References (BibTeX)', ending: '.bib', group: 'report', of: 'table' },
  { id: 'references', title: 'References, plain text', ending: '-references.txt', group: 'report', of: 'table' },
  { id: 'splits', title: 'Splits', ending: '-splits.csv', group: 'data', of: 'study' },
  { id: 'predictions', title: 'Predictions, every test image', ending: '-predictions.csv', group: 'data', of: 'study' },
  {
    id: 'splits-json',
    title: 'Splits, with files, subjects and hashes (JSON)',
    ending: '-splits.json',
    group: 'data',
    of: 'study',
  },
  { id: 'splits-mat', title: 'Splits, MATLAB files', ending: '-splits.zip', group: 'data', of: 'study' },
  { id: 'manifest', title: 'Manifest, to run it again', ending: '-manifest.json', group: 'data', of: 'study' },
  { id: 'notebook-python', title: 'Notebook for Python', ending: '-python.zip', group: 'notebook', of: 'study' },
  { id: 'notebook-r', title: 'Script for R', ending: '-r.zip', group: 'notebook', of: 'study' },
  { id: 'notebook-matlab', title: 'Script for MATLAB', ending: '-matlab.zip', group: 'notebook', of: 'study' },
] as const satisfies readonly FormatDeclaration[];

export type TableFormat = (typeof declared)[number]['id'];

/** A format with the content of its files. */
type Format = FormatDeclaration & {
  readonly id: TableFormat;
  readonly content: 'text' | 'binary';
};

export const tableFormats: readonly Format[] = declared.map((format) => ({
  ...format,
  content: CONTENTS[fileEnding(format)],
}));

export function tableFormat(id: TableFormat): Format {
  return tableFormats.find((format) => format.id === id)!;
}

export function titlesOf(ids: readonly TableFormat[]): string[] {
  return ids.map((id) => tableFormat(id).title);
}

/** The extension with its dot: ".csv" of "-long.csv". */
export function fileEnding({ ending }: Pick<FormatDeclaration, 'ending'>): Ending {
  return ending.slice(ending.lastIndexOf('.')) as Ending;
}
