/** Tables with an image in one cell: the pixels as whole numbers with blanks between, as in FER-2013. */
import type { CsvColumn } from '../../../core/formats/tables/csv.ts';
import { FormatError } from '../../../core/formats/error.ts';
import type { Steps } from '../../../core/formats/steps.ts';
import type { NamedArray } from '../../../core/formats/namedArray.ts';

type TextColumn = Extract<CsvColumn, { kind: 'text' }>;

const FORM = /^\d{1,3}(\s+\d{1,3}){3,}$/;

/** The column of pixels, by its first cell; null where there is none. */
export function pixelColumn(columns: readonly CsvColumn[]): TextColumn | null {
  return columns.find((column): column is TextColumn => column.kind === 'text' && FORM.test(column.values[0])) ?? null;
}

/** One image per row. Throws FormatError for cells that are no pixels of 0…255, or not as many as in the first row. */
export function* pixelsOf({ name, values }: TextColumn): Steps<NamedArray> {
  const size = values[0].split(/\s+/).length;
  const data = new Uint8Array(values.length * size);
  for (let n = 0; n < values.length; n++) {
    const cells = values[n].split(/\s+/);
    const bad = cells.find((cell) => !/^\d{1,3}$/.test(cell) || Number(cell) > 255);
    if (bad !== undefined || cells.length !== size) {
      const found = bad === undefined ? `${cells.length} numbers` : `"${bad.slice(0, 20)}"`;
      throw new FormatError(
        `expected ${size} grey values of 0 to 255 in image ${n + 1} of column "${name}", found ${found}`,
      );
    }
    for (let p = 0; p < size; p++) data[n * size + p] = Number(cells[p]);
    yield (n + 1) / values.length;
  }
  return { name, dims: [values.length, size], data, fastest: 'last' };
}
