/** What was dropped on the window, until the import view takes it. */
import { defineStore } from 'pinia';
import { ref } from 'vue';

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
