/** What failed by its reason: what failed alike is one group. */

export interface FailureGroup<T> {
  /** In one line. */
  readonly reason: string;
  /** What was said in full, where that is more. */
  readonly said: string | null;
  readonly failed: readonly T[];
}

const TRACEBACK = 'Traceback (most recent call last):';

/** The first line; of a traceback, whose first line says nothing, the one that names the error. */
export function headline(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const first = lines[0]?.trim() ?? '';
  if (!first.endsWith(TRACEBACK)) return first;
  const error = lines.slice(1).find((line) => /^\S/.test(line));
  const before = first.slice(0, -TRACEBACK.length).trim();
  return [before, error?.trim() ?? TRACEBACK].filter(Boolean).join(' ');
}

/** In the order of the first of each; in full, the first of a group speaks for all. */
export function failureGroups<T extends { readonly reason: string }>(all: readonly T[]): FailureGroup<T>[] {
  const groups = Map.groupBy(all, ({ reason }) => headline(reason));
  return [...groups].map(([reason, alike]) => {
    const [{ reason: said }] = alike;
    return { reason, said: said.trim() === reason ? null : said, failed: alike };
  });
}

/** Formats reasons for a line-by-line list; a repeated reason refers to the first row that had it. */
export function reasonOnce(): (title: string, reason: string) => string {
  const told = new Map<string, string>();
  return (title, reason) => {
    const first = told.get(headline(reason));
    if (first !== undefined) return `Fails as “${first}” does.`;
    told.set(headline(reason), title);
    return reason;
  };
}
