/**
 * Actions of the current page, each declared once by the component that performs it: the command palette offers it, its
 * key runs it, and the list of keys shows it.
 */
import { onBeforeUnmount, onMounted, shallowReactive } from 'vue';
import type { IconName } from './icons.ts';
import { isTyping } from './useEscape.ts';

export interface PageAction {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** A plain key that opens no page. */
  readonly key?: string;
  /** Its section in the menu of the page header. @default none */
  readonly menu?: (typeof MENU_PARTS)[number];
  readonly run: () => unknown;
}

/** In the order of the menu. */
const MENU_PARTS = ['add', 'edit', 'remove'] as const;

type Offer = () => readonly PageAction[];

const offers = shallowReactive(new Set<Offer>());

/** The actions of the page, those of inner components first. */
export function pageActions(): readonly PageAction[] {
  return [...offers].flatMap((offer) => offer());
}

/** The actions of the menu in the page header, by section. */
export function menuActions(): readonly PageAction[] {
  const all = pageActions();
  return MENU_PARTS.flatMap((part) => all.filter(({ menu }) => menu === part));
}

/** Offers actions while the component is mounted. Unavailable actions are left out. */
export function usePageActions(offer: Offer): void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event) || document.querySelector('dialog[open]')) return;
    const action = offer().find(({ key }) => key === event.key);
    if (!action) return;
    event.preventDefault();
    action.run();
  };
  onMounted(() => {
    offers.add(offer);
    window.addEventListener('keydown', onKey);
  });
  onBeforeUnmount(() => {
    offers.delete(offer);
    window.removeEventListener('keydown', onKey);
  });
}
