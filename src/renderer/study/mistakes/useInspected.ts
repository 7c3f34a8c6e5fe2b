/** What a panel of mistakes looks at: the entry of the table that is in focus, and one of its repeats. */
import { computed } from 'vue';
import type { EntryPlace } from '../../../core/study/table/grid.ts';
import type { CellChoice } from '../../cells/cellChoice.ts';
import type { StudyPage } from '../studyPage.ts';

/** The inspected entry of a page, and how another one is chosen. */
export function useInspected(page: StudyPage) {
  const entry = computed((): EntryPlace => page.place ?? { method: 0, condition: 0, selection: 'oracle' });
  const cellNames = computed(() => ({
    label: page.table.rows[entry.value.method].label,
    condition: page.table.conditions[entry.value.condition].key,
    repeat: page.repeat === null ? null : String(page.repeat),
  }));

  /** Method and condition are chosen in the table and the inspector, too. */
  function choose({ label, condition, repeat: other }: Partial<CellChoice['chosen']>): void {
    const { rows, conditions } = page.table;
    if (label !== undefined) page.selected = { ...entry.value, method: rows.findIndex((row) => row.label === label) };
    if (condition !== undefined) {
      page.selected = { ...entry.value, condition: conditions.findIndex(({ key }) => key === condition) };
    }
    if (other !== undefined) page.repeat = Number(other);
  }

  return { entry, cellNames, choose };
}

/** A face of a case that a panel shows: a probe, or what a method answered for it. */
export interface CaseFace {
  /** Its position in the dataset. */
  readonly image: number;
  readonly label: string;
  readonly mark?: 'hit' | 'miss';
}
