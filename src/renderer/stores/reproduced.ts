/** The reproduction that the window shows: of a file, of one to be chosen, or none. */
import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

export const useReproduced = defineStore('reproduced', () => {
  const asked = shallowRef<File | 'choose' | null>(null);
  return { asked };
});
