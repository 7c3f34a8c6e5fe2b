/** Virtualised lists: only the places in sight are drawn, and the others leave their space empty. */
import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch, type Ref } from 'vue';

/** One place that is drawn, and how many are left out before it. */
export interface DrawnPlace {
  readonly at: number;
  readonly before: number;
}

/** What is drawn of a list, and how many places are left out at its end. */
export interface DrawnPlaces {
  readonly places: readonly DrawnPlace[];
  readonly after: number;
}

/** From the first place to before the last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Spans grow to a multiple of it: most scrolls draw nothing. */
const STEP = 2;

/** Those of `count` places within the span, and those that are kept in any case. */
export function drawnPlaces(count: number, span: Span, kept: readonly number[] = []): DrawnPlaces {
  const to = Math.min(count, span.to);
  const inside = Array.from({ length: Math.max(0, to - span.from) }, (_, i) => span.from + i);
  const outside = kept.filter((at) => at < count && (at < span.from || at >= to));
  const drawn = [...inside, ...outside].sort((a, b) => a - b);
  return {
    places: drawn.map((at, i) => ({ at, before: at - (i === 0 ? 0 : drawn[i - 1] + 1) })),
    after: count - ((drawn.at(-1) ?? -1) + 1),
  };
}

/** The span of the places in sight, with as many outside of them as the margin. */
export function spanAround(first: number, last: number, margin = 2): Span {
  return {
    from: Math.max(0, Math.floor((first - margin) / STEP) * STEP),
    to: Math.ceil((last + 1 + margin) / STEP) * STEP,
  };
}

/** Whether a drawn span covers the wanted one and little more: removing places is work as well. */
export function suits(drawn: Span, { from, to }: Span): boolean {
  return drawn.from <= from && drawn.to >= to && from - drawn.from + drawn.to - to <= 2 * STEP;
}

interface VirtualList {
  readonly count: () => number;
  /** The span before the list is measured. */
  readonly initial: Span;
  /** Places drawn outside of what is in sight. @default 2 */
  readonly margin?: number;
  /** A place that is always drawn. */
  readonly kept?: () => number | undefined;
  /** Whether the whole list is drawn. */
  readonly whole?: () => boolean;
}

/** The drawn part of a list. Call `show` with the first and last visible places. */
export function useVirtualList({ count, initial, margin, kept, whole }: VirtualList) {
  const span = shallowRef(initial);
  const drawn = computed(() => {
    const place = kept?.();
    return drawnPlaces(count(), whole?.() ? { from: 0, to: count() } : span.value, place === undefined ? [] : [place]);
  });
  function show(first: number, last: number): void {
    const wanted = spanAround(first, last, margin);
    if (!suits(span.value, wanted)) span.value = wanted;
  }
  return { drawn, show };
}

interface VirtualLines {
  /** The element that the lines are positioned in. */
  readonly list: Readonly<Ref<HTMLElement | undefined>>;
  /** Whether the list scrolls with the page: with its nearest ancestor that scrolls. */
  readonly flows: () => boolean;
  readonly count: () => number;
  /** Pixels of a line. */
  readonly height: () => number;
}

/** The drawn part of a list of lines of one height. The list is measured again whenever its surroundings change. */
export function useVirtualLines({ list, flows, count, height }: VirtualLines) {
  const scroller = shallowRef<HTMLElement | null>(null);
  /** From the top of what scrolls to the list. */
  let offset = 0;
  const width = ref(0);
  let observer: ResizeObserver | undefined;
  const { drawn, show } = useVirtualList({ count, initial: { from: 0, to: 0 }, margin: 4 });

  function look(): void {
    // A list that is hidden has no size.
    if (!scroller.value || scroller.value.clientHeight === 0) return;
    const top = scroller.value.scrollTop - offset;
    show(Math.floor(top / height()), Math.floor((top + scroller.value.clientHeight) / height()));
  }

  function measure(): void {
    const element = list.value;
    if (!element) return;
    width.value = element.clientWidth;
    const before = scroller.value;
    const current = flows() ? scrollingAncestor(element) : element;
    offset =
      current === element
        ? 0
        : element.getBoundingClientRect().top - current.getBoundingClientRect().top + current.scrollTop;
    if (current !== before) {
      before?.removeEventListener('scroll', look);
      current.addEventListener('scroll', look, { passive: true });
      scroller.value = current;
      observer?.disconnect();
      for (let each: HTMLElement | null = element; each && each !== current; each = each.parentElement) {
        observer?.observe(each);
      }
      observer?.observe(current);
    }
    look();
  }

  onMounted(() => {
    // Environments without layout have nothing to observe.
    if (typeof ResizeObserver !== 'undefined') observer = new ResizeObserver(measure);
    measure();
    // The count may follow from the width, so it is not read before the list is mounted.
    watch([count, height], look, { flush: 'post' });
  });
  onBeforeUnmount(() => {
    observer?.disconnect();
    scroller.value?.removeEventListener('scroll', look);
  });

  /** Scrolls as little as is needed for a line to be in sight. */
  function scrollTo(line: number): void {
    const element = scroller.value;
    if (!element) return;
    const [top, bottom] = [offset + line * height(), offset + (line + 1) * height()];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  }

  return { drawn, width, scroller, scrollTo };
}

/** The element itself if no ancestor scrolls. */
function scrollingAncestor(element: HTMLElement): HTMLElement {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(each).overflowY)) return each;
  }
  return element;
}
