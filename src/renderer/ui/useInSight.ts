/** Whether an element is in sight, or nearly: what is large is drawn when it comes there. */
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

/** Pixels outside the window that count as in sight. */
const NEARLY = 100;

/** False until the element was seen; always true where the host of the page cannot tell. */
export function useInSight(element: Readonly<Ref<Element | undefined>>): Readonly<Ref<boolean>> {
  const inSight = ref(typeof IntersectionObserver === 'undefined');
  if (inSight.value) return inSight;
  const observer = new IntersectionObserver(
    (entries) => (inSight.value = entries.some(({ isIntersecting }) => isIntersecting)),
    { rootMargin: `${NEARLY}px` },
  );
  onMounted(() => element.value && observer.observe(element.value));
  onBeforeUnmount(() => observer.disconnect());
  return inSight;
}

// Measures an element when it is there, and whenever its size changes.

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
