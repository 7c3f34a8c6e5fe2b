/** Feature vectors (or pixels) in a table: one image per row, its subject in a column. */
import { basename } from 'node:path';
import { decodeCsvSteps, type CsvTable } from '../../../core/formats/tables/csv.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { Decision } from '../../../core/readings/reading.ts';
import { readLimited } from '../decode/readLimited.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { FileLayout, Watch } from '../source.ts';
import { labelsBeside } from './labelsBeside.ts';
import { tableArrays, tableSource } from './tableSource.ts';

/** A table is first held as text; fer2013.csv has 301 MB. The number of cells is limited, too. */
const MAX_FILE = 384 * 2 ** 20;

export const csv: FileLayout = {
  id: 'csv',
  accepts: (name) => /\.(csv|tsv|txt|dat|data)$/i.test(name),
  async open(path, recipe, watch) {
    const table = await read(path, watch, recipe);
    const beside = await labelsBeside(path, watch);
    const content = { layout: 'csv', title: 'CSV', file: basename(path), table, beside };
    return tableSource({ ...content, decisions: decisionsOf(table, recipe) }, recipe, watch);
  },
  arrays: async (path, watch) => tableArrays(await read(path, watch)),
};

/** Encoding and header, if the recipe does not state them. */
function decisionsOf({ encoding, header }: CsvTable, recipe: ImportRecipe): readonly Decision[] {
  const decisions: Decision[] = [];
  if (encoding === 'Latin-1') {
    decisions.push({
      aspect: 'header',
      recipe: {},
      basis: 'evident',
      text: 'text read as Latin-1, since it is no UTF-8',
    });
  }
  if (recipe.header === undefined) {
    const text = header ? 'the first line names the columns' : 'no line of names';
    decisions.push({ aspect: 'header', recipe: { header: header ? 'first' : 'none' }, basis: 'evident', text });
  }
  return decisions;
}

async function read(path: string, { signal, onShare }: Watch, { header }: ImportRecipe = {}): Promise<CsvTable> {
  return runInTimeSlices(decodeCsvSteps(await readLimited(path, MAX_FILE, signal), header), signal, onShare);
}
