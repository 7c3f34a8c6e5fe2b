/** A query with its three states; the previous data stay visible while it is reloaded. */
import { computed, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef, type WatchSource } from 'vue';
import { failureOf, useConnection, type Failure } from './client.ts';

export interface Query<T> {
  readonly data: Readonly<ShallowRef<T | null>>;
  readonly failure: Readonly<Ref<Failure | null>>;
  readonly loading: Readonly<Ref<boolean>>;
  readonly state: ComputedRef<'loading' | 'ready' | 'failed'>;
  readonly reload: () => Promise<void>;
}

/** Runs `read` now, whenever one of `sources` changes, and after every reconnection. Outdated answers are dropped. */
export function useQuery<T>(read: () => Promise<T>, sources: WatchSource[] = []): Query<T> {
  const { epoch } = useConnection();
  const data = shallowRef<T | null>(null);
  const failure = ref<Failure | null>(null);
  const loading = ref(true);
  let latest = 0;

  async function reload(): Promise<void> {
    const mine = ++latest;
    loading.value = true;
    try {
      const answer = await read();
      if (mine !== latest) return;
      data.value = answer;
      failure.value = null;
    } catch (error) {
      if (mine === latest) failure.value = failureOf(error);
    } finally {
      if (mine === latest) loading.value = false;
    }
  }

  watch(sources, () => {
    data.value = null;
    void reload();
  });
  // The first connection serves the pending read.
  watch(epoch, (_, before) => {
    if (before > 0) void reload();
  });
  void reload();

  const state = computed(() => (failure.value ? 'failed' : data.value === null ? 'loading' : 'ready'));
  return { data, failure, loading, state, reload };
}
