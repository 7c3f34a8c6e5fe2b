/** The results of studies in a list, read again for those that have got further. */
import { shallowReactive, watch } from 'vue';
import type { StudySummary } from '../../core/contract/studies.ts';
import type { StudyGlance } from '../../core/contract/studyResults.ts';
import { useConnection } from '../api/client.ts';

/** Studies that one call asks for: few, since all of them wait for the largest. */
const AT_ONCE = 4;

/** By the id of the study; null: it has none. What cannot be read is left out: the list is of use without it. */
export function useHighlights(studies: () => readonly StudySummary[]): ReadonlyMap<number, StudyGlance | null> {
  const { client } = useConnection();
  const glances = shallowReactive(new Map<number, StudyGlance | null>());
  const latest = new Map<number, string>();

  async function refresh(all: readonly StudySummary[]): Promise<void> {
    const progress = new Map(all.map(({ id, cells }) => [id, `${cells.done} of ${cells.total}`]));
    const behind = all.map(({ id }) => id).filter((id) => latest.get(id) !== progress.get(id));
    for (const id of behind) latest.set(id, progress.get(id)!);
    for (let from = 0; from < behind.length; from += AT_ONCE) {
      const ids = behind.slice(from, from + AT_ONCE);
      try {
        const answers = await client.studies.highlights({ ids });
        ids.forEach((id, n) => glances.set(id, answers[n]));
      } catch {
        for (const id of ids) latest.delete(id);
        return;
      }
    }
  }

  watch(studies, (all) => void refresh(all), { immediate: true });
  return glances;
}
