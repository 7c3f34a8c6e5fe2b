/** The open part of the help; any part of the page may open it. */
import { defineStore } from 'pinia';
import { ref } from 'vue';

/** The key of the card on a method. */
export const methodCard = (id: string): string => `method ${id}`;

/** The key of the card on a choice of a study: a help group, and a kind in its registry. */
export const choiceCard = (group: HelpGroup, kind: string): string => `${group} ${kind}`;

/** The groups of cards that are not methods. */
export type HelpGroup = 'Protocols' | 'Classifiers' | 'Metrics' | 'Tests' | 'Corrections' | 'Measures';

/** The first part of topics that are help on a page of the application. */
export const PAGE_TOPIC = 'page';

/** The topic of the help on a page, or on the panel that its address names. */
export function pageTopic(page: string, panel?: unknown): string {
  return [PAGE_TOPIC, page, ...(typeof panel === 'string' ? [panel] : [])].join('/');
}

export const useHelp = defineStore('help', () => {
  /** 'about', 'manual', the key of a card, 'cards' for the first one; null: closed. */
  const shown = ref<string | null>(null);
  /** The initial page of the manual or help on a page; null: the first page of the manual. */
  const topic = ref<string | null>(null);

  function openManual(at: string | null = null): void {
    topic.value = at;
    shown.value = 'manual';
  }
  return { shown, topic, openManual };
});
