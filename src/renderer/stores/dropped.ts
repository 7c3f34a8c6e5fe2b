/** The last item dropped on the window, until the import page takes it. */
import { defineStore } from 'pinia';
import { ref, onBeforeUnmount, onMounted } from 'vue';

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

/** Calls `dropped` with the first folder or file dropped anywhere; the browser does not open it. */
export function useWindowDrop(dropped: (file: File) => void): void {
  const onDragOver = (event: DragEvent): void => {
    if (isForPage(event)) event.preventDefault();
  };
  const onDrop = (event: DragEvent): void => {
    if (!isForPage(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) dropped(file);
  };
  onMounted(() => {
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
  });
  onBeforeUnmount(() => {
    window.removeEventListener('dragover', onDragOver);
    window.removeEventListener('drop', onDrop);
  });
}
