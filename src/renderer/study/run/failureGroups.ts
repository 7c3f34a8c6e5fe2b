/** Failed cells by their reason: cells that failed alike are one group. */
import type { FailedCell } from '../../../core/contract/studies.ts';

export interface FailureGroup {
  /** In one line. */
  readonly reason: string;
  /** What was said in full, where that is more. */
  readonly said: string | null;
  readonly cells: readonly FailedCell[];
}

const TRACEBACK = 'Traceback (most recent call last):';

/** The first line; of a traceback, whose first line says nothing, the one that names the error. */
function headline(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const first = lines[0]?.trim() ?? '';
  if (!first.endsWith(TRACEBACK)) return first;
  const error = lines.slice(1).find((line) => /^\S/.test(line));
  const before = first.slice(0, -TRACEBACK.length).trim();
  return [before, error?.trim() ?? TRACEBACK].filter(Boolean).join(' ');
}

/** In the order of their first cells. */
export function failureGroups(cells: readonly FailedCell[]): FailureGroup[] {
  const groups = Map.groupBy(cells, ({ reason }) => headline(reason));
  return [...groups].map(([reason, alike]) => {
    const [{ reason: said }] = alike;
    return { reason, said: said.trim() === reason ? null : said, cells: alike };
  });
}
