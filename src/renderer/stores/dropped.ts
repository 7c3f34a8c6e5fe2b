/** The last item dropped on the window, until the import page takes it. */
import { defineStore } from 'pinia';
import { ref, onBeforeUnmount, onMounted, type Ref } from 'vue';

export const useDropped = defineStore('dropped', () => {
  const what = ref<'folder' | 'file' | null>(null);
  /** Name of an item dropped on a page in a browser, which cannot see its path. */
  const named = ref<string | null>(null);

  /** Takes the pending item, once. */
  function take(): 'folder' | 'file' | null {
    const waiting = what.value;
    what.value = null;
    return waiting;
  }

  return { what, named, take };
});

// Files dropped on the window; the page sees their names and contents, but no paths.

/** File fields handle drops themselves. */
function isForPage({ target, dataTransfer }: DragEvent): boolean {
  const field = target instanceof Element && target.closest('input[type=file]') !== null;
  return !field && dataTransfer !== null && [...dataTransfer.types].includes('Files');
}

/** What is dragged over the window, as far as a page may know before the drop. */
export type Dragged = 'archive' | 'manifest' | 'faces';

function draggedKind({ dataTransfer }: DragEvent): Dragged {
  const types = [...(dataTransfer?.items ?? [])].map(({ type }) => type);
  if (types.some((type) => type.includes('zip'))) return 'archive';
  return types.some((type) => type.includes('json')) ? 'manifest' : 'faces';
}

/**
 * Calls `dropped` with the first folder or file dropped anywhere; the browser does not open it. Returns what is dragged
 * over the window; null: nothing.
 */
export function useWindowDrop(dropped: (file: File) => void): Readonly<Ref<Dragged | null>> {
  const dragged = ref<Dragged | null>(null);
  const onDragOver = (event: DragEvent): void => {
    if (!isForPage(event)) return;
    event.preventDefault();
    dragged.value = draggedKind(event);
  };
  // From one element to the next there is a related target; out of the window there is none.
  const onDragLeave = ({ relatedTarget }: DragEvent): void => {
    if (relatedTarget === null) dragged.value = null;
  };
  const onDrop = (event: DragEvent): void => {
    dragged.value = null;
    if (!isForPage(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) dropped(file);
  };
  onMounted(() => {
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
  });
  onBeforeUnmount(() => {
    window.removeEventListener('dragover', onDragOver);
    window.removeEventListener('dragleave', onDragLeave);
    window.removeEventListener('drop', onDrop);
  });
  return dragged;
}
