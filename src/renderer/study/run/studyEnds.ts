/** Tells the end of studies by notifications of the browser, wherever the page is; the desktop does so by itself. */
import { defineStore } from 'pinia';
import { endSentence } from '../../../core/contract/activity.ts';
import type { StudyEvent, StudySummary } from '../../../core/contract/studies.ts';
import { useConnection } from '../../api/client.ts';
import { useRemembered } from '../../ui/useStoredChoice.ts';

export const useStudyEnds = defineStore('studyEnds', () => {
  const { client } = useConnection();
  /** Whether the user wants a notification. */
  const wanted = useRemembered('tell-study-ends', false);
  const followed = new Set<number>();

  /** Asks the browser once whether it may notify; false if it may not. */
  async function allow(): Promise<boolean> {
    if (typeof Notification === 'undefined') return false;
    const permission =
      Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
    return permission === 'granted';
  }

  /** Tells when the run of this study ends, if that is wanted then and the page is out of sight. */
  async function follow({ id, name }: Pick<StudySummary, 'id' | 'name'>): Promise<void> {
    if (followed.has(id)) return;
    followed.add(id);
    try {
      let last: StudyEvent | null = null;
      for await (const event of await client.studies.watch({ id })) last = event;
      if (wanted.value && !document.hasFocus() && last !== null) await tell(id, name, last);
    } catch {
      // The connection ended before the study: it is followed again when its page is opened.
    } finally {
      followed.delete(id);
    }
  }

  async function tell(id: number, name: string, { state, progress, fault }: StudyEvent): Promise<void> {
    if (state === 'running') return;
    const { done, failed, total } = progress;
    const headline =
      state === 'finished' ? ((await client.studies.verdict({ id, options: {} })).sentences.at(0) ?? null) : null;
    const body = endSentence({ id, name, state, done, failed, total, fault, headline });
    if (body !== null) new Notification(name, { body });
  }

  return { wanted, allow, follow };
});
