/**
 * What Escape closes before it leaves the view, the innermost first: a selection, what is unfolded, another panel. A
 * view that Escape must not leave ends it as a 'page'.
 */
import { onBeforeUnmount, onMounted } from 'vue';

const ORDER = ['selection', 'disclosure', 'panel', 'page'] as const;

interface Layer {
  readonly kind: (typeof ORDER)[number];
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** Layers of the views in sight; the page takes keys in one place, and asks here first. */
const layers = new Set<Layer>();

/** Lets Escape close something of this component while it is open. */
export function useEscape(kind: Layer['kind'], isOpen: () => boolean, close: () => void): void {
  const layer = { kind, isOpen, close };
  onMounted(() => layers.add(layer));
  onBeforeUnmount(() => layers.delete(layer));
}

/** Closes the innermost layer that is open; false where none is. */
export function closeInnermost(): boolean {
  for (const kind of ORDER) {
    const open = [...layers].findLast((layer) => layer.kind === kind && layer.isOpen());
    if (open) {
      open.close();
      return true;
    }
  }
  return false;
}

/** Whether a key goes into a field; radios and check boxes take arrows and the space bar only. */
export function isTyping(event: KeyboardEvent): boolean {
  return (
    event.target instanceof HTMLElement &&
    event.target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null
  );
}
