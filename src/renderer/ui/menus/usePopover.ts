import { nextTick, onBeforeUnmount, ref, type Ref } from 'vue';

/** Pixels between the box, its button and the edges of the window. */
const GAP = 4;
const EDGE = 8;
const HIGHEST = 480;

/** The edges of box and button that are aligned. */
type Alignment = 'start' | 'end';

/** Position of a box of this width: below its button if there is space, aligned with one of its edges. */
function placeBeside(button: DOMRect, width: number, alignment: Alignment): Record<string, string> {
  const below = window.innerHeight - button.bottom - GAP - EDGE;
  const above = button.top - GAP - EDGE;
  const upwards = below < HIGHEST / 2 && above > below;
  const wanted = alignment === 'start' ? button.left : button.right - width;
  const left = Math.max(EDGE, Math.min(wanted, window.innerWidth - width - EDGE));
  return {
    left: `${left}px`,
    maxHeight: `${Math.min(HIGHEST, upwards ? above : below)}px`,
    ...(upwards ? { bottom: `${window.innerHeight - button.top + GAP}px` } : { top: `${button.bottom + GAP}px` }),
  };
}

/** A box that a button opens inside the window; it follows its button; a click outside closes it. */
export function usePopover(
  button: Ref<HTMLElement | undefined>,
  box: Ref<HTMLElement | undefined>,
  alignment: Alignment = 'end',
) {
  const open = ref(false);
  const style = ref<Record<string, string>>({});

  function leave(event: Event): void {
    const target = event.target as Node;
    if (!box.value?.contains(target) && !button.value?.contains(target)) hide();
  }

  function place(): void {
    if (!button.value || !box.value) return;
    style.value = placeBeside(button.value.getBoundingClientRect(), box.value.offsetWidth, alignment);
  }

  async function show(): Promise<void> {
    open.value = true;
    document.addEventListener('pointerdown', leave);
    document.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    await nextTick();
    place();
    await nextTick();
  }

  /** Closes it; `restore` returns the focus to the button. */
  function hide(restore = false): void {
    open.value = false;
    document.removeEventListener('pointerdown', leave);
    document.removeEventListener('scroll', place, true);
    window.removeEventListener('resize', place);
    if (restore) button.value?.focus();
  }

  onBeforeUnmount(() => hide());
  return { open, style, show, hide };
}
