/** Shared by both transports: queues calls while disconnected and notifies on reconnect. */
import { ref } from 'vue';
import { clientOver, type Client, type ConnectionState, type Link } from './client.ts';

/** Milliseconds before each further attempt; the last value repeats. */
const PAUSES = [300, 600, 1200, 2500, 5000] as const;

/**
 * Connects by `dial`, which calls `opened` or `lost` later, and reconnects after a pause if the connection is lost.
 * Calls made while disconnected wait for the next connection; calls in progress when it is lost fail with the
 * transport's error.
 */
export function reconnecting(dial: () => void) {
  const state = ref<ConnectionState>('connecting');
  const epoch = ref(0);
  const waiting: ((link: Link) => void)[] = [];
  let current: Link | null = null;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const redial = (): void => {
    clearTimeout(timer);
    timer = undefined;
    dial();
  };
  const link: Link = {
    call: async (path, input, options) => {
      const open = current ?? (await new Promise<Link>((proceed) => waiting.push(proceed)));
      return open.call(path, input, options);
    },
  };
  const client: Client = clientOver(link);
  return {
    client,
    state,
    epoch,
    reconnect: (): void => {
      if (timer !== undefined) redial();
    },
    opened(next: Link): void {
      current = next;
      attempt = 0;
      epoch.value++;
      state.value = 'open';
      for (const proceed of waiting.splice(0)) proceed(next);
    },
    lost(): void {
      current = null;
      state.value = 'lost';
      timer = setTimeout(redial, PAUSES[Math.min(attempt++, PAUSES.length - 1)]);
    },
    refused(): void {
      current = null;
      state.value = 'refused';
    },
  };
}
