/**
 * The part of a large table that is drawn: the rows and columns in sight of the box that it scrolls in, with a margin,
 * and the place that the keyboard leads to. Names and heads are drawn all, so that they give the columns their widths.
 */
import { computed, shallowRef, watch, type Ref } from 'vue';
import { useResized } from '../../ui/useInSight.ts';
import { useWholeView } from '../../ui/fullRendering.ts';
import { useVirtualList } from '../../ui/virtualList.ts';

/** Tables of no more entries are drawn whole, which takes less than a frame or two. */
export const LARGE = 600;
/** Initial window before the size is measured: enough rows for most screens. */
const INITIAL = { down: { from: 0, to: 20 }, across: { from: 0, to: 4 } };

interface WindowedTable {
  /** The box that scrolls; `tbody tr.entries` are its rows, `thead .leaf` the heads of its columns. */
  readonly box: Readonly<Ref<HTMLElement | undefined>>;
  readonly rows: () => number;
  readonly columns: () => number;
  /** Row and column of an entry that is always drawn. */
  readonly kept?: () => { readonly r: number; readonly c: number };
}

/** What of a table to draw; `look` is called when its box has scrolled. */
export function useTableWindow({ box, rows, columns, kept }: WindowedTable) {
  const whole = useWholeView();
  const large = computed(() => rows() * columns() > LARGE && !whole.value);
  const rowHeight = shallowRef(0);
  const down = useVirtualList({
    count: rows,
    initial: INITIAL.down,
    kept: () => kept?.().r,
    whole: () => !large.value,
  });
  const across = useVirtualList({
    count: columns,
    initial: INITIAL.across,
    kept: () => kept?.().c,
    whole: () => !large.value,
  });

  function look(): void {
    const element = box.value;
    const row = element?.querySelector('tbody tr.entries');
    // A panel that is hidden has no sizes.
    if (!large.value || !element || !row || element.clientHeight === 0) return;
    const frame = element.getBoundingClientRect();
    const { height } = row.getBoundingClientRect();
    const head = element.querySelector('thead')!.getBoundingClientRect().height;
    rowHeight.value = height;
    const top = element.scrollTop / height;
    down.show(Math.floor(top), Math.floor(top + (frame.height - head) / height));
    const boxes = Array.from(element.querySelectorAll('thead .leaf'), (leaf) => leaf.getBoundingClientRect());
    const first = boxes.findIndex(({ right }) => right > frame.left);
    across.show(
      first,
      boxes.findLastIndex(({ left }) => left < frame.right),
    );
  }

  useResized(box, look);
  watch([rows, columns, large], look, { flush: 'post' });

  return {
    /** Whether only a part is drawn. */
    large,
    rowHeight,
    rows: down.drawn,
    columns: across.drawn,
    look,
  };
}

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
