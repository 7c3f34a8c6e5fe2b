/**
 * What the page in sight can do, declared once by the component that does it: the command palette offers it, its key
 * does it, and the list of keys names it.
 */
import { onBeforeUnmount, onMounted, shallowReactive } from 'vue';
import type { IconName } from './icons.ts';
import { isTyping } from './useEscape.ts';

export interface PageAction {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** A plain key, none of those that lead to pages. */
  readonly key?: string;
  /** The part of the menu in the page's head that has it, too. @default none */
  readonly menu?: (typeof MENU_PARTS)[number];
  readonly run: () => unknown;
}

/** In the order of the menu. */
const MENU_PARTS = ['add', 'edit', 'remove'] as const;

type Offer = () => readonly PageAction[];

const offers = shallowReactive(new Set<Offer>());

/** The actions of the page, those of outer components after those of inner ones. */
export function pageActions(): readonly PageAction[] {
  return [...offers].flatMap((offer) => offer());
}

/** Those of the menu in the page's head, part by part. */
export function menuActions(): readonly PageAction[] {
  const all = pageActions();
  return MENU_PARTS.flatMap((part) => all.filter(({ menu }) => menu === part));
}

/** Offers actions while the component is there. What cannot be done now is left out. */
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
