/** One short sentence about what was just done; it goes by itself. */
import { defineStore } from 'pinia';
import { ref } from 'vue';

const SHOWN_FOR = 4000;

export const useToast = defineStore('toast', () => {
  const text = ref('');
  const kind = ref<'done' | 'failed'>('done');
  let timer: ReturnType<typeof setTimeout> | undefined;

  function say(sentence: string, how: 'done' | 'failed' = 'done'): void {
    clearTimeout(timer);
    text.value = sentence;
    kind.value = how;
    timer = setTimeout(() => (text.value = ''), SHOWN_FOR);
  }

  return { text, kind, say };
});
