/** Debounced query for an input that is being edited. */
import { onScopeDispose, ref, shallowRef, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue';
import { failureOf, type Failure } from './client.ts';

/** Milliseconds without a change before typed input is sent. */
export const PAUSE = 300;

/**
 * Queries at once for the first non-null input, and after a pause for every change; a new input cancels the call for
 * the previous one. The latest answer stays while a query is running or rejected; `failure` says why it was rejected.
 * Null inputs are not queried.
 */
export function useLiveQuery<I, O>(
  input: Readonly<Ref<I | null>>,
  ask: (input: I, signal: AbortSignal) => Promise<O>,
  pause: MaybeRefOrGetter<number> = PAUSE,
) {
  const answer = shallowRef<O | null>(null);
  const failure = ref<Failure | null>(null);
  const asking = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller = new AbortController();
  let first = true;

  async function read(wanted: I): Promise<void> {
    const mine = (controller = new AbortController());
    try {
      const result = await ask(wanted, mine.signal);
      if (mine !== controller) return;
      answer.value = result;
      failure.value = null;
    } catch (error) {
      if (mine !== controller) return;
      failure.value = failureOf(error);
    }
    asking.value = false;
  }

  watch(
    () => JSON.stringify(input.value),
    () => {
      clearTimeout(timer);
      controller.abort();
      controller = new AbortController();
      const wanted = input.value;
      asking.value = wanted !== null;
      if (wanted === null) return;
      if (first) void read(wanted);
      else timer = setTimeout(() => void read(wanted), toValue(pause));
      first = false;
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
    controller.abort();
  });

  return { answer, failure, asking };
}
