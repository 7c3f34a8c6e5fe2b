/** Whether an element is in or near the viewport, for content that is expensive to draw. */
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

/** Pixels outside the window that count as visible. */
const NEARLY = 100;

/** False until the element has been visible; always true in environments without IntersectionObserver. */
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

// Measures an element when it is mounted, and whenever its size changes.

export function useResized(
  element: Readonly<Ref<HTMLElement | undefined>>,
  measure: (element: HTMLElement) => void,
): void {
  let observer: ResizeObserver | undefined;
  onMounted(() => {
    const measured = element.value;
    if (!measured) return;
    measure(measured);
    // Environments without layout have nothing to observe.
    if (typeof ResizeObserver === 'undefined') return;
    observer = new ResizeObserver(() => measure(measured));
    observer.observe(measured);
  });
  onBeforeUnmount(() => observer?.disconnect());
}
