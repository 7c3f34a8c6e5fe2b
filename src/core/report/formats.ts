/**
 * The formats of a study's results, in the order of the page's menu. The contract, the engine, the command line, the
 * page and the documentation read them here; report.ts writes them.
 */
interface FormatDeclaration {
  readonly id: string;
  readonly title: string;
  /** Of the file's name: after the name of the study. */
  readonly ending: `.${string}` | `-${string}.${string}`;
  readonly mediaType: string;
  readonly content: 'text' | 'binary';
  /** The heading of the page's menu under which it stands. */
  readonly group: 'table' | 'report' | 'data' | 'notebook';
  /** 'table': the table that is shown, joined with those of other studies. 'study': of one study alone. */
  readonly of: 'table' | 'study';
  /** Of a table, yet of one measure only. */
  readonly measures?: 'one';
}

export const tableFormats = [
  {
    id: 'latex',
    title: 'LaTeX',
    ending: '.tex',
    mediaType: 'application/x-tex',
    content: 'text',
    group: 'table',
    of: 'table',
  },
  {
    id: 'xlsx',
    title: 'Excel',
    ending: '.xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: 'binary',
    group: 'table',
    of: 'table',
  },
  {
    id: 'csv',
    title: 'CSV, one row per entry',
    ending: '.csv',
    mediaType: 'text/csv',
    content: 'text',
    group: 'table',
    of: 'table',
  },
  {
    id: 'csv-long',
    title: 'CSV, every repeat and shape',
    ending: '-long.csv',
    mediaType: 'text/csv',
    content: 'text',
    group: 'data',
    of: 'study',
  },
  {
    id: 'csv-curves',
    title: 'CSV, points of curves',
    ending: '-curves.csv',
    mediaType: 'text/csv',
    content: 'text',
    group: 'data',
    of: 'study',
  },
  {
    id: 'weka',
    title: 'WEKA Experimenter, every repeat',
    ending: '-weka.arff',
    mediaType: 'text/plain',
    content: 'text',
    group: 'data',
    of: 'table',
    measures: 'one',
  },
  {
    id: 'tsv',
    title: 'Tab-separated text',
    ending: '.tsv',
    mediaType: 'text/tab-separated-values',
    content: 'text',
    group: 'table',
    of: 'table',
  },
  {
    id: 'markdown',
    title: 'Markdown',
    ending: '.md',
    mediaType: 'text/markdown',
    content: 'text',
    group: 'table',
    of: 'table',
  },
  { id: 'html', title: 'HTML', ending: '.html', mediaType: 'text/html', content: 'text', group: 'table', of: 'table' },
  {
    id: 'typst',
    title: 'Typst',
    ending: '.typ',
    mediaType: 'text/x-typst',
    content: 'text',
    group: 'table',
    of: 'table',
  },
  {
    id: 'text',
    title: 'Plain text',
    ending: '.txt',
    mediaType: 'text/plain',
    content: 'text',
    group: 'table',
    of: 'table',
  },
  {
    id: 'json',
    title: 'JSON',
    ending: '.json',
    mediaType: 'application/json',
    content: 'text',
    group: 'table',
    of: 'table',
  },
  {
    id: 'report',
    title: 'Report on one page',
    ending: '-report.html',
    mediaType: 'text/html',
    content: 'text',
    group: 'report',
    of: 'study',
  },
  {
    id: 'comparison',
    title: 'Report of the comparison',
    ending: '-comparison.html',
    mediaType: 'text/html',
    content: 'text',
    group: 'report',
    of: 'table',
    measures: 'one',
  },
  {
    id: 'comparison-markdown',
    title: 'Report of the comparison, Markdown',
    ending: '-comparison.md',
    mediaType: 'text/markdown',
    content: 'text',
    group: 'report',
    of: 'table',
    measures: 'one',
  },
  {
    id: 'comparison-json',
    title: 'Report of the comparison, numbers with their sources',
    ending: '-comparison.json',
    mediaType: 'application/json',
    content: 'text',
    group: 'report',
    of: 'table',
    measures: 'one',
  },
  {
    id: 'methods',
    title: 'Methods paragraph',
    ending: '-methods.txt',
    mediaType: 'text/plain',
    content: 'text',
    group: 'report',
    of: 'table',
  },
  {
    id: 'methods-latex',
    title: 'Methods paragraph, LaTeX',
    ending: '-methods.tex',
    mediaType: 'application/x-tex',
    content: 'text',
    group: 'report',
    of: 'table',
  },
  {
    id: 'bibtex',
    title: 'References (BibTeX)',
    ending: '.bib',
    mediaType: 'application/x-bibtex',
    content: 'text',
    group: 'report',
    of: 'table',
  },
  {
    id: 'splits',
    title: 'Splits',
    ending: '-splits.csv',
    mediaType: 'text/csv',
    content: 'text',
    group: 'data',
    of: 'study',
  },
  {
    id: 'predictions',
    title: 'Predictions, every test image',
    ending: '-predictions.csv',
    mediaType: 'text/csv',
    content: 'text',
    group: 'data',
    of: 'study',
  },
  {
    id: 'splits-json',
    title: 'Splits, with files, subjects and hashes (JSON)',
    ending: '-splits.json',
    mediaType: 'application/json',
    content: 'text',
    group: 'data',
    of: 'study',
  },
  {
    id: 'splits-mat',
    title: 'Splits, MATLAB files',
    ending: '-splits.zip',
    mediaType: 'application/zip',
    content: 'binary',
    group: 'data',
    of: 'study',
  },
  {
    id: 'manifest',
    title: 'Manifest, to run it again',
    ending: '-manifest.json',
    mediaType: 'application/json',
    content: 'text',
    group: 'data',
    of: 'study',
  },
  {
    id: 'notebook-python',
    title: 'Notebook for Python',
    ending: '-python.zip',
    mediaType: 'application/zip',
    content: 'binary',
    group: 'notebook',
    of: 'study',
  },
  {
    id: 'notebook-r',
    title: 'Script for R',
    ending: '-r.zip',
    mediaType: 'application/zip',
    content: 'binary',
    group: 'notebook',
    of: 'study',
  },
  {
    id: 'notebook-matlab',
    title: 'Script for MATLAB',
    ending: '-matlab.zip',
    mediaType: 'application/zip',
    content: 'binary',
    group: 'notebook',
    of: 'study',
  },
] as const satisfies readonly FormatDeclaration[];

export type TableFormat = (typeof tableFormats)[number]['id'];

/** The declaration of a format. */
export function tableFormat(id: TableFormat): FormatDeclaration {
  return tableFormats.find((format) => format.id === id)!;
}

export function titlesOf(ids: readonly TableFormat[]): string[] {
  return ids.map((id) => tableFormat(id).title);
}

/** The dot and what comes after it, as in ".csv" of "-long.csv". */
export function fileEnding({ ending }: Pick<FormatDeclaration, 'ending'>): string {
  return ending.slice(ending.lastIndexOf('.'));
}
