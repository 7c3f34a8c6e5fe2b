/** Columns without a name that are probably labels, not features. */
import type { CsvColumn, CsvTable } from '../../../core/formats/csv.ts';
import { ImportError } from '../types.ts';

/** Throws ImportError where the last or first column of a table without names looks like labels: whole numbers of few values. */
export function requireNoLabelLike(file: string, { columns, header, rows }: CsvTable): void {
  if (header || columns.length < 2 || columns.some(({ kind }) => kind === 'text')) return;
  const distinct = columns.map(({ values }) => new Set<string | number>(values).size);
  for (const c of [columns.length - 1, 0]) {
    const others = distinct.filter((_, at) => at !== c).sort((a, b) => a - b);
    const usual = others[Math.floor(others.length / 2)];
    const few = distinct[c] >= 2 && 2 * distinct[c] <= rows && 2 * distinct[c] <= usual;
    if (!few || !isWhole(columns[c])) continue;
    const { name } = columns[c];
    throw new ImportError(
      `${file} has no line of names, and column ${name} holds whole numbers of only ${distinct[c]} values, as subjects do. State --labels ${name} to read it as the subjects, or --labels none where it is a feature.`,
    );
  }
}

function isWhole({ values }: CsvColumn): boolean {
  return Array.from<string | number>(values).every(Number.isInteger);
}
