/** Which two methods are compared where the reader has not named both, and which rival comes next. */
import type { StudyTable } from '../../../core/study/table/table.ts';

export type Labels = readonly [first: string, second: string];

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

/**
 * The two that are compared: those picked, completed by the best of `order` that are left. null where there are not
 * two.
 */
export function comparedPair(picked: readonly string[], order: readonly string[]): Labels | null {
  const [first, second] = [...picked, ...order.filter((label) => !picked.includes(label))];
  return first === undefined || second === undefined ? null : [first, second];
}

/** The next rival of the first method, in the order given; after the last comes the first again. */
export function nextRival([first, second]: Labels, order: readonly string[], step: 1 | -1): Labels {
  const rivals = order.filter((label) => label !== first);
  if (rivals.length === 0) return [first, second];
  const at = rivals.indexOf(second);
  const next = at < 0 ? 0 : (at + step + rivals.length) % rivals.length;
  return [first, rivals[next]];
}
