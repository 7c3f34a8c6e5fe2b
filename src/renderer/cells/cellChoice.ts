/** Selection of a cell of a study and a latent shape, among the finished ones. */
import { computed } from 'vue';
import { IMPORTED } from '../../core/methods/importedMethod.ts';
import { shapeKey } from '../../core/methods/latent/latentShape.ts';
import { chosenText } from '../../core/study/table/entry.ts';
import type { Curve, StudyTable } from '../../core/study/table/table.ts';
import type { Client } from '../api/client.ts';
import { useCurves } from './useCurves.ts';

/** Values from an address or a select; each may be absent or unknown. */
export interface RequestedCell {
  readonly label: string | null;
  readonly condition: string | null;
  readonly repeat: string | null;
  /** "12" or "10x3"; empty without a latent dimension. */
  readonly shape: string | null;
}

interface Option {
  readonly value: string;
  readonly title: string;
}

type CellAtShape = Parameters<Client['models']['open']>[0];

export interface CellChoice {
  readonly labels: readonly Option[];
  readonly conditions: readonly Option[];
  readonly repeats: readonly Option[];
  readonly shapes: readonly Option[];
  /** The selected options; null if the cell has no finished repeat. */
  readonly chosen: {
    readonly label: string;
    readonly condition: string;
    readonly repeat: string;
    readonly shape: string;
  };
  readonly finished: boolean;
}

/** The requested condition key, or the first one. */
export function requestedCondition(table: StudyTable, wanted: RequestedCell): string {
  return oneOf(conditionOptions(table), wanted.condition);
}

/**
 * Absent or unknown values fall back to the first option, the latent shape to that of the table. `curves`: of the
 * condition.
 */
export function cellChoice(table: StudyTable, curves: readonly Curve[], wanted: RequestedCell): CellChoice {
  const labels = table.rows.map((row) => ({ value: row.label, title: row.label }));
  const conditions = conditionOptions(table);
  const label = oneOf(labels, wanted.label);
  const condition = requestedCondition(table, wanted);
  const column = table.conditions.findIndex(({ key }) => key === condition);
  const row = table.rows.find((each) => each.label === label);
  const entry = row?.entries[column];
  const curve = curves.find((each) => each.label === label && each.condition === condition);
  const repeats = (entry?.repeats ?? []).map((n) => ({ value: String(n), title: String(n) }));
  const repeat = oneOf(repeats, wanted.repeat);
  const [full] = entry?.full?.slice(entry.repeats.indexOf(Number(repeat))) ?? [];
  const curveShapes = full ? [full] : (curve?.points ?? []).map(({ shape }) => shape);
  // Methods without a latent dimension have no curve but one model; imported results have none.
  const single = entry?.shape?.length === 0 && row?.methodId !== IMPORTED ? [entry.shape] : [];
  const shapes = [...curveShapes, ...single].map((shape) => {
    return { value: shapeKey(shape), title: chosenText(shape, curve?.tuned) };
  });
  const isAvailable = shapes.some(({ value }) => value === wanted.shape);
  return {
    labels,
    conditions,
    repeats,
    shapes,
    chosen: {
      label,
      condition,
      repeat,
      shape: oneOf(shapes, isAvailable ? wanted.shape : entry?.shape ? shapeKey(entry.shape) : null),
    },
    finished: repeats.length > 0 && shapes.length > 0,
  };
}

/** The cell as input of calls; null if none of its repeats has finished. */
export function chosenCell(study: number, { chosen, finished }: CellChoice): CellAtShape | null {
  if (!finished) return null;
  const { label, condition, repeat, shape } = chosen;
  return {
    id: study,
    label,
    condition,
    repeat: Number(repeat),
    shape: shape === '' ? [] : shape.split('x').map(Number),
  };
}

/** The cell as query of the model page's address. */
export function cellAddress({ chosen: { label, ...rest } }: CellChoice): Record<string, string> {
  return { method: label, ...rest };
}

function conditionOptions({ conditions }: StudyTable): Option[] {
  return conditions.map(({ key, title }) => ({ value: key, title }));
}

function oneOf(options: readonly Option[], wanted: string | null): string {
  return (options.find(({ value }) => value === wanted) ?? options[0])?.value ?? '';
}

/** Selects a cell of a study, whose shapes the engine provides; meanwhile the previous choice stays. */
export function useCellChoice(id: () => number, table: () => StudyTable | null, wanted: () => RequestedCell) {
  const place = computed(() => {
    const now = table();
    return now && { table: now, condition: requestedCondition(now, wanted()) };
  });
  const { shown, failure } = useCurves(id, () => place.value);
  const choice = computed((before: CellChoice | null = null): CellChoice | null => {
    if (place.value === null || shown.value?.condition !== place.value.condition) return before;
    return cellChoice(place.value.table, shown.value.curves, wanted());
  });
  return { choice, failure };
}
