import { onBeforeUnmount, onMounted } from 'vue';

/** Calls back when a plain key is pressed in this view: not in a field, behind a dialog or held down. */
export function useKey(key: string, act: () => void): void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== key || event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (isTyping(event) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    act();
  };
  onMounted(() => window.addEventListener('keydown', onKey));
  onBeforeUnmount(() => window.removeEventListener('keydown', onKey));
}

/** Whether a key goes into a field; radios and check boxes take arrows and the space bar only. */
export function isTyping(event: KeyboardEvent): boolean {
  return (
    event.target instanceof HTMLElement &&
    event.target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null
  );
}
