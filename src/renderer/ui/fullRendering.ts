/** Disables virtualisation while the page is printed, searched or selected as a whole. */
import { onBeforeUnmount, onMounted, readonly, ref, watchEffect, type Ref } from 'vue';

const whole = ref(false);

/** For whoever searches the text of the view. */
export function renderEverything(on: boolean): void {
  whole.value = on;
}

/** Keys of the browser that are about the whole page: find and select all. */
function onKey({ ctrlKey, metaKey, key }: KeyboardEvent): void {
  if ((ctrlKey || metaKey) && ['f', 'a'].includes(key.toLowerCase())) renderEverything(true);
}
const begin = (): void => renderEverything(true);
const end = (): void => renderEverything(false);

/** True from when the whole is asked for; after find and select all until the view is left. */
export function useWholeView(): Readonly<Ref<boolean>> {
  onMounted(() => {
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
  });
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    end();
  });
  return readonly(whole);
}

/** Whether something is drawn: from the first time that it is asked for, or that the whole view is. */
export function useDrawn(asked: () => boolean): Readonly<Ref<boolean>> {
  const view = useWholeView();
  const drawn = ref(false);
  watchEffect(() => {
    if (asked() || view.value) drawn.value = true;
  });
  return drawn;
}
