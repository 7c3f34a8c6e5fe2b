/**
 * Layers that Escape closes before it leaves the view, innermost first: a selection, an unfolded section, another
 * panel. A 'page' layer keeps Escape from leaving the view.
 */
import { onBeforeUnmount, onMounted } from 'vue';

const ORDER = ['selection', 'disclosure', 'panel', 'page'] as const;

interface Layer {
  readonly kind: (typeof ORDER)[number];
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** Layers of the visible views; the global key handler queries them first. */
const layers = new Set<Layer>();

/** Lets Escape close something of this component while it is open. */
export function useEscape(kind: Layer['kind'], isOpen: () => boolean, close: () => void): void {
  const layer = { kind, isOpen, close };
  onMounted(() => layers.add(layer));
  onBeforeUnmount(() => layers.delete(layer));
}

/** Closes the innermost open layer; false if none is open. */
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

/** Whether a key is meant for a field; radios and check boxes take only arrows and the space bar. */
export function isTyping(event: KeyboardEvent): boolean {
  return (
    event.target instanceof HTMLElement &&
    event.target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null
  );
}
