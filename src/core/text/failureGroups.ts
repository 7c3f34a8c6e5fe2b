/** Groups failures by reason. */

export interface FailureGroup<T> {
  /** One line. */
  readonly reason: string;
  /** The full reason, if longer. */
  readonly said: string | null;
  readonly failed: readonly T[];
}

const TRACEBACK = 'Traceback (most recent call last):';

/** The first line; for a traceback, whose first line is generic, the line that names the error. */
export function headline(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const first = lines[0]?.trim() ?? '';
  if (!first.endsWith(TRACEBACK)) return first;
  const error = lines.slice(1).find((line) => /^\S/.test(line));
  const before = first.slice(0, -TRACEBACK.length).trim();
  return [before, error?.trim() ?? TRACEBACK].filter(Boolean).join(' ');
}

/** In the order of first occurrence; each group has the full reason of its first failure. */
export function failureGroups<T extends { readonly reason: string }>(all: readonly T[]): FailureGroup<T>[] {
  const groups = Map.groupBy(all, ({ reason }) => headline(reason));
  return [...groups].map(([reason, alike]) => {
    const [{ reason: said }] = alike;
    return { reason, said: said.trim() === reason ? null : said, failed: alike };
  });
}

/** Formats reasons for a line-by-line list; a repeated reason refers to the first row that had it. */
export function reasonOnce(): (title: string, reason: string) => string {
  const titleByReason = new Map<string, string>();
  return (title, reason) => {
    const first = titleByReason.get(headline(reason));
    if (first !== undefined) return `Fails as “${first}” does.`;
    titleByReason.set(headline(reason), title);
    return reason;
  };
}
