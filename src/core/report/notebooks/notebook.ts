/** A study for another program: its results as CSV, and a script that loads them and draws one figure. */
import { concatBytes } from '@noble/hashes/utils.js';
import { zipParts } from '../../formats/archives/zipParts.ts';
import type { Measure } from '../../measures/measures.ts';
import type { LongTable } from '../../study/table/longTable.ts';
import { csvLong } from '../csv.ts';
import { matlabScript } from './matlab.ts';
import { notebookFigure, RESULTS, type NotebookFigure } from './notebookFigure.ts';
import { pythonNotebook } from './python.ts';
import { rScript } from './r.ts';

interface Script {
  readonly name: string;
  readonly write: (figure: NotebookFigure) => string;
}

const scripts = {
  python: { name: 'study.ipynb', write: pythonNotebook },
  r: { name: 'study.R', write: rScript },
  matlab: { name: 'study_figure.m', write: matlabScript },
} satisfies Readonly<Record<string, Script>>;

export function notebookArchive(table: LongTable, shown: Measure, language: keyof typeof scripts): Uint8Array {
  const { name, write }: Script = scripts[language];
  const text = new TextEncoder();
  const files = [
    { name, content: [text.encode(write(notebookFigure(table, shown)))] },
    { name: RESULTS, content: [text.encode(csvLong(table))] },
  ];
  return concatBytes(...zipParts(files));
}
