import { computed } from 'vue';
import type { StudyTable } from '../../core/study/table/table.ts';
import { cellChoice, wantedCondition, type CellChoice, type WantedCell } from './cellChoice.ts';
import { useCurves } from './useCurves.ts';

/** The choice of a cell of a study, whose shapes the engine is asked for; until they are there, the one before. */
export function useCellChoice(id: () => number, table: () => StudyTable | null, wanted: () => WantedCell) {
  const place = computed(() => {
    const now = table();
    return now && { table: now, condition: wantedCondition(now, wanted()) };
  });
  const { shown, failure } = useCurves(id, () => place.value);
  const choice = computed((before: CellChoice | null = null): CellChoice | null => {
    if (place.value === null || shown.value?.condition !== place.value.condition) return before;
    return cellChoice(place.value.table, shown.value.curves, wanted());
  });
  return { choice, failure };
}
