/** A choice of the reader that the browser remembers between pages. */
import { ref, watch, type Ref } from 'vue';

export function useRemembered(name: string, usual: boolean): Ref<boolean> {
  const place = `eigenbench:${name}`;
  const kept = localStorage.getItem(place);
  const value = ref(kept === null ? usual : kept === 'true');
  watch(value, (now) => localStorage.setItem(place, String(now)));
  return value;
}
