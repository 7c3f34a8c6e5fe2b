/** The finished repeats of one row of a table in one condition; a row may have several combinations of settings. */
import type { PlannedCell } from '../plan/plan.ts';
import type { MethodRow, PlannedMethod } from '../study.ts';
import type { TunedSettings } from '../spec/settingsGrid.ts';
import { mostFrequent } from './repeatErrors.ts';
import type { TableCell } from './measuredRepeats.ts';

/** Outcome of a cell; a cell that is absent from a map of outcomes has not been computed yet. */
export type CellOutcome =
  | { readonly status: 'done'; readonly result: TableCell }
  | { readonly status: 'failed'; readonly reason: string };

/** Outcomes by the key of the cell. */
export type Outcomes = ReadonlyMap<string, CellOutcome>;

/** A repeat with nothing pending and something finished. */
export interface RowRepeat {
  readonly repeat: number;
  /** By combination, in the order of the row; null if it failed. */
  readonly results: readonly (TableCell | null)[];
}

export interface RowRepeats {
  /** The settings of each combination; undefined for the only one of a row without settings to choose from. */
  readonly combinations: readonly (TunedSettings | undefined)[];
  readonly finished: readonly RowRepeat[];
  readonly failed: number;
  readonly pending: number;
  readonly planned: number;
}

/** `cellsOf`: the planned cells of a method in the condition, in the order of their repeats. */
export function rowRepeats(
  { methods }: Pick<MethodRow, 'methods'>,
  cellsOf: (method: PlannedMethod) => readonly PlannedCell[],
  outcomes: Outcomes,
): RowRepeats {
  const byMethod = methods.map((method) => new Map(cellsOf(method).map((cell) => [cell.repeat, cell.key])));
  const repeats = [...new Set(byMethod.flatMap((cells) => [...cells.keys()]))];
  const finished: RowRepeat[] = [];
  let [failed, pending] = [0, 0];
  for (const repeat of repeats) {
    const ended = byMethod.map((cells) => outcomes.get(cells.get(repeat) ?? ''));
    if (ended.includes(undefined)) pending++;
    else if (ended.every((outcome) => outcome!.status === 'failed')) failed++;
    else {
      const results = ended.map((outcome) => (outcome!.status === 'done' ? outcome!.result : null));
      finished.push({ repeat, results });
    }
  }
  const combinations = methods.map(({ label, tuned }) => tuned && { label, ...chosenValues(tuned) });
  const row = { combinations, finished, failed, pending, planned: repeats.length };
  return methods[0].latent === 'full' ? atOneShape(row) : row;
}

/**
 * Replaces the shapes of the cells of a combination by the most frequent one if all axes were requested; `full` keeps
 * the shape of each cell.
 */
function atOneShape(row: RowRepeats): RowRepeats {
  const shapes = row.combinations.map((_, c) => {
    return mostFrequent(row.finished.flatMap(({ results }) => results[c]?.shapes ?? []));
  });
  const finished = row.finished.map(({ repeat, results }) => ({
    repeat,
    results: results.map((result, c) => {
      return result && { ...result, shapes: result.shapes.map(() => shapes[c]!), full: result.shapes[0] };
    }),
  }));
  return { ...row, finished };
}

function chosenValues({ values, classifier }: NonNullable<PlannedMethod['tuned']>): Omit<TunedSettings, 'label'> {
  return { values, ...(classifier && { classifier }) };
}
