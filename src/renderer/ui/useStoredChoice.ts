/** A choice of the reader that the browser remembers between pages. */
import { ref, watch, type Ref } from 'vue';

/** `usual`: the value before the first choice, and if what is stored cannot be read. */
export function useRemembered<T>(name: string, usual: T): Ref<T> {
  const key = `eigenbench:${name}`;
  const value = ref(storedValue(key) ?? usual) as Ref<T>;
  watch(value, (now) => localStorage.setItem(key, JSON.stringify(now)));
  return value;
}

function storedValue(key: string): never | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
