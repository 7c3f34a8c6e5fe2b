/** Feature vectors (or pixels) in a table: one image per row, its subject in a column. */
import { basename } from 'node:path';
import { decodeCsvSteps, type CsvTable } from '../../../core/formats/tables/csv.ts';
import { readLimited } from '../decode/readLimited.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { FileLayout, Watch } from '../source.ts';
import { tableArrays, tableSource } from './tableSource.ts';

/** A table is first held as text; fer2013.csv has 301 MB. The number of cells is limited, too. */
const MAX_FILE = 384 * 2 ** 20;

export const csv: FileLayout = {
  id: 'csv',
  accepts: (name) => /\.(csv|tsv)$/i.test(name),
  open: async (path, recipe, watch) =>
    tableSource({ layout: 'csv', title: 'CSV', file: basename(path), table: await read(path, watch) }, recipe, watch),
  arrays: async (path, watch) => tableArrays(await read(path, watch)),
};

async function read(path: string, { signal, onShare }: Watch): Promise<CsvTable> {
  return runInTimeSlices(decodeCsvSteps(await readLimited(path, MAX_FILE, signal)), signal, onShare);
}
