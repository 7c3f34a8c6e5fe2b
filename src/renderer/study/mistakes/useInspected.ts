/** What a panel of mistakes looks at: the entry of the table that is in focus, and one of its repeats. */
import { computed, type Ref } from 'vue';
import type { EntryPlace } from '../../../core/study/table/grid.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import type { CellChoice } from '../../cells/cellChoice.ts';

interface Inspected {
  readonly table: StudyTable;
  /** The entry in focus; null: none. */
  readonly place: EntryPlace | null;
}

/** `select` is told of another entry; `repeat` is null for the first that has finished. */
export function useInspected(props: Inspected, repeat: Ref<number | null>, select: (place: EntryPlace) => void) {
  const at = computed((): EntryPlace => props.place ?? { method: 0, condition: 0, selection: 'oracle' });
  const wanted = computed(() => ({
    label: props.table.rows[at.value.method].label,
    condition: props.table.conditions[at.value.condition].key,
    repeat: repeat.value === null ? null : String(repeat.value),
  }));

  /** Method and condition are chosen in the table and the inspector, too. */
  function choose({ label, condition, repeat: other }: Partial<CellChoice['chosen']>): void {
    const { rows, conditions } = props.table;
    if (label !== undefined) select({ ...at.value, method: rows.findIndex((row) => row.label === label) });
    if (condition !== undefined) {
      select({ ...at.value, condition: conditions.findIndex(({ key }) => key === condition) });
    }
    if (other !== undefined) repeat.value = Number(other);
  }

  return { at, wanted, choose };
}

/** A face of a case that a panel shows: a probe, or what a method answered for it. */
export interface CaseFace {
  /** Its position in the dataset. */
  readonly image: number;
  readonly label: string;
  readonly mark?: 'hit' | 'miss';
}
