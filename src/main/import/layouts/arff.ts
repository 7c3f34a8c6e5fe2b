/** WEKA's tables: the class of a line, usually the last attribute, is its subject. */
import { basename } from 'node:path';
import { decodeArff, type ArffTable } from '../../../core/formats/tables/arff.ts';
import type { TableColumn } from '../../../core/formats/tables/csv.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { labelNameKind } from '../../../core/readings/labels.ts';
import { readLimited } from '../decode/readLimited.ts';
import type { FileLayout, Watch } from '../source.ts';
import { ImportError } from '../types.ts';
import { tableArrays, tableSource } from './tableSource.ts';

/** The file is held both as text and as numbers. */
const MAX_FILE = 256 * 2 ** 20;

export const arff: FileLayout = {
  id: 'arff',
  accepts: (name) => /\.arff$/i.test(name),
  async open(path, recipe, watch) {
    const table = await read(path, watch, recipe);
    const file = basename(path);
    const classColumn = classOf(file, table, recipe);
    const title = `ARFF${table.weighted ? ' (weights are not used)' : ''}`;
    return tableSource({ layout: 'arff', title, file, table, classColumn }, recipe, watch);
  },
  arrays: async (path, watch) => tableArrays(await read(path, watch, { missing: 'rows' })),
};

/** Throws ImportError if no attribute is nominal and the labels are not stated: all images would be one subject. */
function classOf(file: string, { columns }: ArffTable, { labels }: ImportRecipe): TableColumn | null {
  const last = columns.at(-1)!;
  if (last.kind === 'text') return last;
  if (labels === undefined && columns.every(({ kind }) => kind === 'number')) {
    throw new ImportError(
      `${file} has no nominal attribute. State --labels ${last.name} to read the last one as the subjects, or --labels none where all are features of one subject.`,
    );
  }
  return null;
}

async function read(path: string, { signal }: Watch, { missing, labels }: ImportRecipe): Promise<ArffTable> {
  const bytes = await readLimited(path, MAX_FILE, signal);
  const decoded = new TextDecoder().decode(bytes);
  requireShown(decoded);
  const isWritten = (name: string): boolean =>
    name.toLowerCase() === labels?.toLowerCase() || labelNameKind(name) === 'hinted';
  return decodeArff(decoded, missing, isWritten);
}

/** Names with other control characters are refused when they are stored, without a line number. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Throws FormatError that names the line of the first control character. */
function requireShown(text: string): void {
  const offset = text.search(CONTROL);
  if (offset < 0) return;
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  const excerpt = JSON.stringify(`${lines.at(-1)!.slice(-20)}${text[offset]}`);
  throw new FormatError(`expected text without control characters in line ${lines.length}, found ${excerpt}`);
}
