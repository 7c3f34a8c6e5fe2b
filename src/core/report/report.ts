/** A study's results in every format that can be taken home. */
import type { LongTable } from '../study/table/longTable.ts';
import type { Manifest } from '../study/plan/manifest.ts';
import type { StudyTable } from '../study/table/table.ts';
import { csvLong, csvTable } from './csv.ts';
import { slug } from './fileName.ts';
import { htmlTable } from './html.ts';
import { latexTable } from './latex.ts';
import { markdownTable } from './markdown.ts';
import { methodsParagraph, studyBibtex } from './methodsParagraph.ts';
import { textTable } from './text.ts';
import { tsvTable } from './tsv.ts';
import { typstTable } from './typst.ts';

export interface Report {
  readonly fileName: string;
  readonly mediaType: string;
  readonly text: string;
}

export interface ReportSource {
  readonly table: StudyTable;
  /** Needed by 'csv-long' only. */
  readonly longTable: () => LongTable;
  /** Needed by 'splits' only: the table of csvSplits. */
  readonly splits?: () => string;
  /** Needed by 'manifest' only. */
  readonly manifest?: () => Manifest;
}

interface Writer {
  readonly ending: string;
  readonly mediaType: string;
  readonly write: (source: ReportSource) => string;
}

const writers = {
  text: { ending: '.txt', mediaType: 'text/plain', write: ({ table }) => textTable(table) },
  csv: { ending: '.csv', mediaType: 'text/csv', write: ({ table }) => csvTable(table) },
  'csv-long': { ending: '-long.csv', mediaType: 'text/csv', write: ({ longTable }) => csvLong(longTable()) },
  latex: { ending: '.tex', mediaType: 'application/x-tex', write: ({ table }) => latexTable(table) },
  markdown: { ending: '.md', mediaType: 'text/markdown', write: ({ table }) => markdownTable(table) },
  tsv: { ending: '.tsv', mediaType: 'text/tab-separated-values', write: ({ table }) => tsvTable(table) },
  html: { ending: '.html', mediaType: 'text/html', write: ({ table }) => htmlTable(table) },
  typst: { ending: '.typ', mediaType: 'text/x-typst', write: ({ table }) => typstTable(table) },
  methods: { ending: '-methods.txt', mediaType: 'text/plain', write: ({ table }) => methodsParagraph(table) },
  bibtex: { ending: '.bib', mediaType: 'application/x-bibtex', write: ({ table }) => studyBibtex(table) },
  json: {
    ending: '.json',
    mediaType: 'application/json',
    write: ({ table }) => `${JSON.stringify(table, null, 2)}\n`,
  },
  splits: {
    ending: '-splits.csv',
    mediaType: 'text/csv',
    write: ({ splits }) => {
      if (!splits) throw new RangeError('writeReport: there are no splits to write');
      return splits();
    },
  },
  manifest: {
    ending: '-manifest.json',
    mediaType: 'application/json',
    write: ({ manifest }) => {
      if (!manifest) throw new RangeError('writeReport: there is no manifest to write');
      return `${JSON.stringify(manifest(), null, 2)}\n`;
    },
  },
} as const satisfies Record<string, Writer>;

export type ReportFormat = keyof typeof writers;

/** The formats that are made of the table, or of one other part of the study. */
export const reportFormats = Object.keys(writers) as ReportFormat[];

/** The report of a study in one format. */
export function writeReport(source: ReportSource, format: ReportFormat): Report {
  const { ending, mediaType, write } = writers[format];
  return { fileName: `${slug(source.table.study)}${ending}`, mediaType, text: write(source) };
}
