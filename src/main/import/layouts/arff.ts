/** WEKA's tables: the class of a line, by habit the last attribute, is its subject. */
import { basename } from 'node:path';
import { decodeArff } from '../../../core/formats/arff.ts';
import type { CsvTable } from '../../../core/formats/csv.ts';
import { readLimited } from '../decode/readLimited.ts';
import type { FileLayout, Watch } from '../source.ts';
import { tableArrays, tableSource } from './tableSource.ts';

/** The file is held as text and as numbers. */
const MAX_FILE = 256 * 2 ** 20;

export const arff: FileLayout = {
  id: 'arff',
  accepts: (name) => /\.arff$/i.test(name),
  async open(path, recipe, watch) {
    const table = await read(path, watch);
    const last = table.columns.at(-1)!;
    const classColumn = last.kind === 'text' ? last : null;
    return tableSource({ layout: 'arff', title: 'ARFF', file: basename(path), table, classColumn }, recipe, watch);
  },
  arrays: async (path, watch) => tableArrays(await read(path, watch)),
};

async function read(path: string, { signal }: Watch): Promise<CsvTable> {
  return decodeArff(new TextDecoder().decode(await readLimited(path, MAX_FILE, signal)));
}
