/** Disables virtualisation while the page is printed, searched or selected as a whole. */
import { onBeforeUnmount, onMounted, readonly, ref, watchEffect, type Ref } from 'vue';

const whole = ref(false);

/** For code that searches the text of the view. */
export function renderEverything(on: boolean): void {
  whole.value = on;
}

/** Browser shortcuts for the whole page: find and select all. */
function onKey({ ctrlKey, metaKey, key }: KeyboardEvent): void {
  if ((ctrlKey || metaKey) && ['f', 'a'].includes(key.toLowerCase())) renderEverything(true);
}
const begin = (): void => renderEverything(true);
const end = (): void => renderEverything(false);

/** True once the whole view is requested; after find and select all, until the view is left. */
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

/** Whether content is mounted: once it, or the whole view, has been requested. */
export function useDrawn(isRequested: () => boolean): Readonly<Ref<boolean>> {
  const view = useWholeView();
  const drawn = ref(false);
  watchEffect(() => {
    if (isRequested() || view.value) drawn.value = true;
  });
  return drawn;
}
