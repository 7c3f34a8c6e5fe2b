import { computed, shallowRef } from 'vue';
import type { MeasureId } from '../../core/measures/measures.ts';
import type { Curve, StudyTable } from '../../core/study/table/table.ts';
import { useConnection } from '../api/client.ts';
import { useLiveQuery } from '../api/useLiveQuery.ts';

/** The curves of one condition or of all, with a table of the same results. */
export interface VisibleCurves {
  readonly table: StudyTable;
  /** Key; null: all conditions. */
  readonly condition: string | null;
  readonly curves: readonly Curve[];
}

/** A query and the state of the study at that time, with the answer and the table. */
interface Answer {
  readonly wish: {
    readonly asked: { readonly id: number; readonly condition: string | null; readonly measure: MeasureId };
    readonly revision: number;
  };
  readonly table: StudyTable;
  readonly curves: readonly Curve[];
}

/**
 * The curves of a study in a condition (key) of its table, or in all (null), queried while `wanted` is not null. Until
 * those of another condition or table arrive, the previous ones stay, with the condition and table they belong to.
 */
export function useCurves(
  id: () => number,
  wanted: () => { readonly table: StudyTable; readonly condition: string | null } | null,
) {
  const { client } = useConnection();
  /** The latest answer, reused without redrawing when the same table is shown again. */
  const latest = shallowRef<Answer | null>(null);
  const input = computed((): Answer['wish'] | null => {
    const now = wanted();
    if (now === null) return null;
    const { table, condition } = now;
    const wish = { asked: { id: id(), condition, measure: table.measure.id }, revision: table.done };
    const { value: before } = latest;
    return before?.table === table && covers(before.wish, wish) ? before.wish : wish;
  });
  const { answer, failure, asking } = useLiveQuery(
    input,
    async (wish, signal): Promise<Answer> => {
      if (latest.value?.wish === wish) return latest.value;
      const table = wanted()!.table;
      return (latest.value = { wish, table, curves: await client.studies.curves(wish.asked, { signal }) });
    },
    0,
  );
  const shown = computed((): VisibleCurves | null => {
    if (answer.value === null) return null;
    const { wish, table, curves } = answer.value;
    const { asked, revision } = wish;
    const now = wanted()?.table;
    const same = now?.done === revision && now.measure.id === asked.measure;
    return { condition: asked.condition, curves, table: same ? now : table };
  });
  return { shown, failure, asking };
}

/** Whether the curves of one query include those of another. */
function covers(one: Answer['wish'], other: Answer['wish']): boolean {
  const [a, b] = [one.asked, other.asked];
  const same = a.id === b.id && a.measure === b.measure && one.revision === other.revision;
  return same && (a.condition === null || a.condition === b.condition);
}
