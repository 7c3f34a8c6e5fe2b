/** The open workspace and the user's settings. */
import { defineStore } from 'pinia';
import { computed, ref, watchEffect } from 'vue';
import type { UserSettings } from '../../core/contract/settings.ts';
import { defaultFigureLook } from '../../core/figures/figurePage.ts';
import { useConnection } from '../api/client.ts';
import { useQuery } from '../api/useQuery.ts';

export type Theme = 'light' | 'dark';

export const useSession = defineStore('session', () => {
  const { client } = useConnection();
  const info = useQuery(() => client.workspace.info());
  const settings = useQuery(() => client.settings.get());
  const changed = ref<Partial<UserSettings>>({});

  const preferred = matchMedia('(prefers-color-scheme: dark)');
  const systemTheme = ref<Theme>(preferred.matches ? 'dark' : 'light');
  preferred.addEventListener('change', (event) => (systemTheme.value = event.matches ? 'dark' : 'light'));

  const themeChoice = computed(() => changed.value.theme ?? settings.data.value?.theme ?? 'system');
  const theme = computed<Theme>(() => (themeChoice.value === 'system' ? systemTheme.value : themeChoice.value));
  const workers = computed(() => changed.value.workers ?? settings.data.value?.workers ?? 0);

  /** Options of the last saved figure. */
  const figure = computed(() => changed.value.figure ?? settings.data.value?.figure ?? defaultFigureLook);

  watchEffect(() => {
    document.documentElement.dataset.theme = theme.value;
  });

  /** Shows the change at once and saves it in the workspace; reverts it if that fails. */
  async function change(values: Partial<UserSettings>): Promise<void> {
    const before = changed.value;
    changed.value = { ...before, ...values };
    try {
      await client.settings.set(values);
    } catch (error) {
      changed.value = before;
      throw error;
    }
  }

  return { info, settings, themeChoice, theme, workers, figure, change };
});
