/** The methods of a condition by their means. */
import type { StudyTable } from './table.ts';

/** Labels of the methods with a mean in a condition, the best first. */
export function standingOrder(
  { rows, measure }: Pick<StudyTable, 'rows' | 'measure'>,
  column: number,
  selection: 'oracle' | 'validated',
): string[] {
  const sign = measure.better === 'lower' ? 1 : -1;
  return rows
    .map(({ label, entries }) => {
      const { mean } = (selection === 'validated' ? entries[column]?.validated : entries[column]) ?? { mean: null };
      return { label, mean };
    })
    .filter((method): method is { label: string; mean: number } => method.mean !== null)
    .sort((a, b) => sign * (a.mean - b.mean))
    .map(({ label }) => label);
}
