/** The keys of the application, in one place: what they do and what the help says. */
import { keyDestination, namedPages } from '../navigation.ts';
import { isTyping } from '../ui/useEscape.ts';

export interface KeyHelp {
  readonly keys: readonly string[];
  readonly does: string;
}

export type KeyAction =
  | { readonly kind: 'none' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'manual' }
  | { readonly kind: 'back' }
  | { readonly kind: 'prefix'; readonly key: string }
  | { readonly kind: 'go'; readonly to: string };

/** What the help lists: the keys of pages from their declarations, the others from here. */
export const keyHelp: readonly KeyHelp[] = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Command palette' },
  ...namedPages.flatMap(({ id, section, title, key }) =>
    key === undefined ? [] : [{ keys: [key], does: id === section ? `Go to ${title}` : title }],
  ),
  { keys: ['← ↑ → ↓'], does: 'Move in tables, heat maps, galleries and menus' },
  { keys: ['Enter'], does: 'Open the selection' },
  { keys: ['Esc'], does: 'One step back' },
  { keys: ['F1'], does: 'Manual' },
  { keys: ['?'], does: 'This list' },
];

/** What a key means here; plain letters mean nothing while the user types in a field. */
export function keyAction(event: KeyboardEvent, prefix: string): KeyAction {
  if (event.defaultPrevented || event.altKey) return { kind: 'none' };
  if (event.ctrlKey || event.metaKey) {
    return event.key.toLowerCase() === 'k' ? { kind: 'palette' } : { kind: 'none' };
  }
  if (event.key === 'F1') return { kind: 'manual' };
  const typing = isTyping(event);
  if (event.key === 'Escape') {
    // In a field the first Escape leaves the field, so that what was typed is not lost at once.
    if (typing) (event.target as HTMLElement).blur();
    return { kind: typing ? 'none' : 'back' };
  }
  if (typing) return { kind: 'none' };
  if (event.key === '?') return { kind: 'keys' };
  if (event.key === 'g' && prefix === '') return { kind: 'prefix', key: 'g' };
  const to = keyDestination(prefix + event.key);
  return to === undefined ? { kind: 'none' } : { kind: 'go', to };
}
