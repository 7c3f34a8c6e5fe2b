/** The keys of the application, in one place: what they do and what the help says. */
import { isTyping } from '../ui/useKey.ts';

export interface KeyHelp {
  readonly keys: readonly string[];
  readonly does: string;
}

export type KeyAction =
  | { readonly kind: 'none' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'back' }
  | { readonly kind: 'prefix'; readonly key: string }
  | { readonly kind: 'go'; readonly key: string };

const DESTINATIONS: Readonly<Record<string, string>> = {
  gh: '/',
  gd: '/datasets',
  gs: '/studies',
  ge: '/embedding',
  'g,': '/settings',
  n: '/studies/new',
  i: '/datasets/import',
};

export const keyHelp: readonly KeyHelp[] = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Command palette' },
  { keys: ['n'], does: 'New study' },
  { keys: ['i'], does: 'Import a dataset' },
  { keys: ['g h'], does: 'Go to Home' },
  { keys: ['g d'], does: 'Go to Datasets' },
  { keys: ['g s'], does: 'Go to Studies' },
  { keys: ['g e'], does: 'Go to Embedding' },
  { keys: ['g ,'], does: 'Go to Settings' },
  { keys: ['← ↑ → ↓'], does: 'Move in tables, heat maps, galleries and menus' },
  { keys: ['p'], does: 'Run, pause or resume the study in sight' },
  { keys: ['Enter'], does: 'Open what is selected' },
  { keys: ['Esc'], does: 'One step back' },
  { keys: ['?'], does: 'This list' },
];

/** Where a key or a chord ("g d") leads. */
export function chordDestination(keys: string): string {
  return DESTINATIONS[keys];
}

/** What a key means here; plain letters mean nothing while the user types in a field. */
export function keyAction(event: KeyboardEvent, prefix: string): KeyAction {
  if (event.defaultPrevented || event.altKey) return { kind: 'none' };
  if (event.ctrlKey || event.metaKey) {
    return event.key.toLowerCase() === 'k' ? { kind: 'palette' } : { kind: 'none' };
  }
  const typing = isTyping(event);
  if (event.key === 'Escape') {
    // In a field the first Escape leaves the field, so that what was typed is not lost at once.
    if (typing) (event.target as HTMLElement).blur();
    return { kind: typing ? 'none' : 'back' };
  }
  if (typing) return { kind: 'none' };
  if (event.key === '?') return { kind: 'keys' };
  if (event.key === 'g' && prefix === '') return { kind: 'prefix', key: 'g' };
  return prefix + event.key in DESTINATIONS ? { kind: 'go', key: prefix + event.key } : { kind: 'none' };
}
