/** Keeps a draft in the session's storage while it differs from what the form began with. */
import { onBeforeUnmount, onMounted, ref, toRaw, watch, type Ref } from 'vue';
import { draftFromText, draftText, type DraftStore } from './keptDraft.ts';
import type { StudyDraft } from './draft.ts';

/** Milliseconds without a change before it is written: drafts can hold splits of megabytes. */
const PAUSE = 300;

export function useKeptDraft(draft: Ref<StudyDraft>, known: () => { has(method: string): boolean }) {
  /** Null: nothing differs. 'too large': the storage of the session has no room for it. */
  const kept = ref<'kept' | 'too large' | null>(null);
  /** Whether what is in the form came back from before. */
  const cameBack = ref(false);
  let store: DraftStore | null = null;
  let beginning = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Read past Vue, which would follow every field of every method. */
  const written = (): string => draftText(toRaw(draft.value));

  /** From now on differences from the draft as it is are kept in `place`; one that is there already is taken. */
  function begin(place: DraftStore): void {
    store = place;
    beginning = written();
    const text = place.read();
    const before = text === null ? null : draftFromText(text, known());
    if (before) draft.value = before;
    cameBack.value = before !== null && text !== beginning;
    if (text !== null) keep();
  }

  function keep(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!store) return;
    const text = written();
    if (text === beginning) {
      store.forget();
      kept.value = null;
    } else kept.value = store.write(text) ? 'kept' : 'too large';
  }

  /** Back to what the form began with; answers what brings the draft back. */
  function discard(): () => void {
    const before = draft.value;
    const again = cameBack.value;
    cameBack.value = false;
    draft.value = draftFromText(beginning, known()) ?? before;
    beginning = written();
    keep();
    return () => {
      draft.value = before;
      cameBack.value = again;
      keep();
    };
  }

  /** The draft has become a study: it is kept no longer. */
  function finish(): void {
    clearTimeout(timer);
    timer = undefined;
    store?.forget();
    store = null;
    kept.value = null;
    cameBack.value = false;
  }

  function leave(): void {
    if (timer !== undefined) keep();
  }

  watch(
    draft,
    () => {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE);
    },
    { deep: true },
  );
  // Neither another page nor a reload waits for the pause.
  onMounted(() => window.addEventListener('pagehide', leave));
  onBeforeUnmount(() => {
    window.removeEventListener('pagehide', leave);
    leave();
  });

  return { kept, cameBack, begin, discard, finish };
}
