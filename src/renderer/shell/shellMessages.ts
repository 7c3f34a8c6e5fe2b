/** What the desktop shell says to the page, as it arrives: a window message that the preload script passes on. */
import { onBeforeUnmount, onMounted } from 'vue';
import type { ShellMessage } from '../../core/contract/desktopShell.ts';

const MESSAGE = 'eigenbench:tell';

/** Calls back with every message of the shell while the component is there; what is none is left alone. */
export function useShellMessages(take: (message: ShellMessage) => void): void {
  const onMessage = ({ source, data }: MessageEvent): void => {
    if (source !== window || data?.type !== MESSAGE) return;
    const message = shellMessageOf(data.message);
    if (message !== null) take(message);
  };
  onMounted(() => window.addEventListener('message', onMessage));
  onBeforeUnmount(() => window.removeEventListener('message', onMessage));
}

const oneOf = <T extends string>(value: unknown, list: readonly T[]): value is T => list.includes(value as T);

/** A message as the shell sends it; null for anything else. */
export function shellMessageOf(data: unknown): ShellMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, to, id, part, what, text } = data as Readonly<Record<string, unknown>>;
  if (kind === 'go' && oneOf(to, ['new-study', 'import', 'settings'])) return { kind, to };
  if (kind === 'study' && typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return { kind, id };
  if (kind === 'show' && oneOf(part, ['palette', 'keys', 'find', 'manual'])) return { kind, part };
  if (kind === 'dropped' && oneOf(what, ['folder', 'file'])) return { kind, what };
  if (kind === 'notice' && typeof text === 'string') return { kind, text };
  return null;
}
