/** What was dropped on the window, until the import view takes it. */
import { defineStore } from 'pinia';
import { ref, onBeforeUnmount, onMounted } from 'vue';

export const useDropped = defineStore('dropped', () => {
  const what = ref<'folder' | 'file' | null>(null);
  /** What was dropped on a page in a browser, which is told its name and no path. */
  const named = ref<string | null>(null);

  /** What waits, once. */
  function take(): 'folder' | 'file' | null {
    const waiting = what.value;
    what.value = null;
    return waiting;
  }

  return { what, named, take };
});

// Files that are dropped on the window, of which a page is told names and contents, and no paths.

/** Fields for files take what is dropped on them by themselves. */
function isForPage({ target, dataTransfer }: DragEvent): boolean {
  const field = target instanceof Element && target.closest('input[type=file]') !== null;
  return !field && dataTransfer !== null && [...dataTransfer.types].includes('Files');
}

/** Calls with the first folder or file that is dropped anywhere; the browser does not open it. */
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
