/** A study of a manifest or parcel that is computed again: opened, followed, started and ended from the page. */
import { onScopeDispose, ref, shallowRef } from 'vue';
import type { SentFile } from '../../core/contract/files.ts';
import type { ReproductionContents, ReproductionEvent } from '../../core/contract/reproductions.ts';
import { failureOf, useConnection, type Failure } from '../api/client.ts';
import { sentFiles } from '../api/sentFiles.ts';
import { useSession } from '../stores/session.ts';

/** What a reproduction is opened from: a file that the page has, or a token of one that the engine reads. */
export type Evidence = File | { readonly token: string };

export function useReproduction() {
  const { client } = useConnection();
  const session = useSession();
  const contents = shallowRef<ReproductionContents | null>(null);
  const event = shallowRef<ReproductionEvent | null>(null);
  const failure = ref<Failure | null>(null);
  /** Name of the file that the engine refused to open. */
  const refused = ref<string | null>(null);
  const busy = ref(false);
  let controller = new AbortController();

  async function trying(action: () => Promise<void>): Promise<void> {
    [failure.value, refused.value] = [null, null];
    busy.value = true;
    try {
      await action();
    } catch (error) {
      failure.value = failureOf(error);
    } finally {
      busy.value = false;
    }
  }

  async function follow(id: number): Promise<void> {
    controller.abort();
    const mine = (controller = new AbortController());
    try {
      for await (const next of await client.reproductions.watch({ id }, { signal: mine.signal })) {
        if (mine !== controller) return;
        event.value = next;
      }
    } catch (error) {
      if (mine === controller && !mine.signal.aborted) failure.value = failureOf(error);
    }
  }

  /** The desktop reads what was dropped on its window by its path, of any size. */
  async function sourceOf(file: File): Promise<SentFile | string> {
    const dropped = session.info.data?.host === 'desktop' ? await client.files.choose({ kind: 'dropped' }) : null;
    return dropped?.token ?? (await sentFiles([file]))[0];
  }

  /** Reads and verifies the file, without computing or storing anything. */
  async function open(evidence: Evidence): Promise<void> {
    await trying(async () => {
      const source = evidence instanceof File ? await sourceOf(evidence) : evidence.token;
      contents.value = await client.reproductions.open({ source });
    });
    // The engine says what it expected and found, which is of use to few.
    if (failure.value?.code === 'INVALID' && evidence instanceof File) refused.value = evidence.name;
  }

  /** Follows the one that runs in this session, if one does. */
  const resume = (): Promise<void> =>
    trying(async () => {
      const running = (await client.reproductions.list()).find(({ state }) => state === 'running');
      if (!running) return;
      contents.value = await client.reproductions.get({ id: running.id });
      void follow(running.id);
    });

  const start = (options: { readonly keep: boolean; readonly images?: string }): Promise<void> =>
    trying(async () => {
      const { id } = contents.value!;
      await client.reproductions.start({ id, ...options });
      void follow(id);
    });

  /** Finished cells are kept: the same file continues with them. */
  const stop = (): Promise<void> => trying(async () => void (await client.reproductions.cancel(contents.value!)));

  /** Another file may be opened. */
  function reset(): void {
    controller.abort();
    [contents.value, event.value, failure.value, refused.value] = [null, null, null, null];
  }

  onScopeDispose(() => controller.abort());
  return { contents, event, failure, refused, busy, open, resume, start, stop, reset };
}
