/** The element in which a list scrolls: the list itself, or the page around it. */
import { onBeforeUnmount, onMounted, ref, shallowRef, type Ref } from 'vue';

/**
 * The scrolling element of a list that has a scroll bar of its own (`!flows`), or that flows in the page: then its
 * nearest ancestor that scrolls. `offset` is the distance from the top of what scrolls to the list. Both are measured
 * again whenever the list, or anything above it in the page, changes its size.
 */
export function useScroller(list: Readonly<Ref<HTMLElement | undefined>>, flows: () => boolean) {
  const scroller = shallowRef<HTMLElement | null>(null);
  const offset = ref(0);
  const width = ref(0);
  let observer: ResizeObserver | undefined;

  function measure(): void {
    const element = list.value;
    if (!element) return;
    width.value = element.clientWidth;
    const before = scroller.value;
    scroller.value = flows() ? scrollingAncestor(element) : element;
    offset.value =
      scroller.value === element
        ? 0
        : element.getBoundingClientRect().top - scroller.value.getBoundingClientRect().top + scroller.value.scrollTop;
    if (scroller.value === before) return;
    observer?.disconnect();
    for (let each: HTMLElement | null = element; each && each !== scroller.value; each = each.parentElement) {
      observer?.observe(each);
    }
    observer?.observe(scroller.value);
  }

  onMounted(() => {
    // Environments without layout have nothing to observe.
    if (typeof ResizeObserver !== 'undefined') observer = new ResizeObserver(measure);
    measure();
  });
  onBeforeUnmount(() => observer?.disconnect());
  return { scroller, offset, width };
}

/** The element itself if no ancestor scrolls. */
function scrollingAncestor(element: HTMLElement): HTMLElement {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(each).overflowY)) return each;
  }
  return element;
}
