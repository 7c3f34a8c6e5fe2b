/** Where keys lead in a table of entries. */
export interface TablePlace {
  readonly r: number;
  readonly c: number;
}

/**
 * Arrows by one, Page Up and Page Down by as many rows as are in sight, Home and End to the ends of the row; with
 * Ctrl or ⌘ those of the table. Null: no key of the table.
 */
export function nextPlace(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { r, c }: TablePlace,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): TablePlace | null {
  const all = ctrlKey || metaKey;
  const to: Readonly<Record<string, TablePlace>> = {
    ArrowUp: { r: r - 1, c },
    ArrowDown: { r: r + 1, c },
    ArrowLeft: { r, c: c - 1 },
    ArrowRight: { r, c: c + 1 },
    PageUp: { r: r - page, c },
    PageDown: { r: r + page, c },
    Home: { r: all ? 0 : r, c: 0 },
    End: { r: all ? rows - 1 : r, c: columns - 1 },
  };
  if (!Object.hasOwn(to, key)) return null;
  return { r: Math.min(rows - 1, Math.max(0, to[key].r)), c: Math.min(columns - 1, Math.max(0, to[key].c)) };
}
