/** What of the help is open; any part of the page may open it. */
import { defineStore } from 'pinia';
import { ref } from 'vue';

/** The key of the card on a method. */
export const methodCard = (id: string): string => `method ${id}`;

export const useHelp = defineStore('help', () => {
  /** 'about', the key of a card, 'cards' for the first one; null: closed. */
  const shown = ref<string | null>(null);
  return { shown };
});
