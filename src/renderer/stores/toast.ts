/** One short sentence about the last action, with an optional way to undo it; it disappears by itself. */
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';

/** The action of a toast, such as "Undo". */
export interface ToastAction {
  readonly title: string;
  readonly run: () => Promise<void>;
}

const SHOWN_FOR = 4000;
/** A toast with an action stays long enough to be reached. */
const OFFERED_FOR = 12_000;

export const useToast = defineStore('toast', () => {
  const text = ref('');
  const kind = ref<'done' | 'failed'>('done');
  const action = shallowRef<ToastAction | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function say(sentence: string, how: 'done' | 'failed' = 'done', offer: ToastAction | null = null): void {
    text.value = sentence;
    kind.value = how;
    action.value = offer;
    release();
  }

  /** Stays while hovered or focused. */
  function hold(): void {
    clearTimeout(timer);
  }

  function release(): void {
    clearTimeout(timer);
    timer = setTimeout(close, action.value === null ? SHOWN_FOR : OFFERED_FOR);
  }

  function close(): void {
    clearTimeout(timer);
    text.value = '';
    action.value = null;
  }

  return { text, kind, action, say, hold, release, close };
});
