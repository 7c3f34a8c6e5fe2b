/** Measures an element when it is there, and whenever its size changes. */
import { onBeforeUnmount, onMounted, type Ref } from 'vue';

export function useResized(
  element: Readonly<Ref<HTMLElement | undefined>>,
  measure: (element: HTMLElement) => void,
): void {
  let observer: ResizeObserver | undefined;
  onMounted(() => {
    const measured = element.value;
    if (!measured) return;
    measure(measured);
    // Where the host of the page lays nothing out there is nothing to observe.
    if (typeof ResizeObserver === 'undefined') return;
    observer = new ResizeObserver(() => measure(measured));
    observer.observe(measured);
  });
  onBeforeUnmount(() => observer?.disconnect());
}
