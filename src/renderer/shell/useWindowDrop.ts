/** Files that are dropped on the window, of which a page is told names and contents, and no paths. */
import { onBeforeUnmount, onMounted } from 'vue';

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
