/** Latent shape and listed settings at which a row of the table is shown. */
import type { MeasureId } from '../../measures/measures.ts';
import { measureOf } from '../../measures/measures.ts';
import { compareShapes, shapeIndex } from '../../methods/latent/latentShape.ts';
import type { LatentShape } from '../../methods/method.ts';
import type { TunedSettings } from '../spec/settingsGrid.ts';
import { errorsByShape } from './repeatErrors.ts';
import { measuredByShape, type ChosenCell, type TableCell } from './measuredRepeats.ts';
import type { RowRepeats } from './rowRepeats.ts';
import type { TableEntry, ValidatedEntry } from './table.ts';

/** A finished repeat at its chosen shape and settings. */
export interface ChosenRepeat extends ChosenCell {
  readonly tuned?: TunedSettings;
}

export interface OracleChoice {
  readonly shape: LatentShape | null;
  readonly tuned?: TunedSettings;
  readonly chosen: readonly ChosenRepeat[];
  /** Shapes of any combination that were not selectable because some finished repeats lack them. */
  readonly lackingShapes: readonly LatentShape[];
}

/**
 * The combination and shape with the best mean over the test sets. Only those that all finished repeats share count;
 * ties go to the smallest shape, then to the first combination.
 */
export function oracleChoice({ combinations, finished }: RowRepeats, by: MeasureId): OracleChoice {
  let best: { readonly mean: number; readonly shape: LatentShape; readonly at: number } | null = null;
  const lackingShapes: LatentShape[] = [];
  combinations.forEach((_, at) => {
    const cells = finished.flatMap(({ results }) => results[at] ?? []);
    for (const { shape, mean, n } of lowerMeans(cells, by)) {
      if (n < finished.length) lackingShapes.push(shape);
      else if (!best || mean < best.mean || (mean === best.mean && compareShapes(shape, best.shape) < 0)) {
        best = { mean, shape, at };
      }
    }
  });
  if (!best) return { shape: null, chosen: [], lackingShapes };
  const { shape, at } = best as { readonly shape: LatentShape; readonly at: number };
  const tuned = combinations[at];
  const chosen = finished.map(({ repeat, results }) => {
    const result = results[at]!;
    return { repeat, result, at: shapeIndex(result.shapes, shape), ...(tuned && { tuned }) };
  });
  return { shape, ...(tuned && { tuned }), chosen, lackingShapes };
}

/**
 * The choice inside the training images of each repeat: the combination with the best score on the inner splits; among
 * equals the smallest shape, then the first combination. Repeats without a choice are omitted.
 */
export function validatedChoice({ combinations, finished }: RowRepeats): ChosenRepeat[] {
  return finished.flatMap(({ repeat, results }): ChosenRepeat[] => {
    const candidates = results.flatMap((result, c) => {
      const { selected, inner } = result ?? {};
      if (!result || selected === null || selected === undefined) return [];
      return [{ repeat, result, at: selected, tuned: combinations[c], score: inner ?? 0 }];
    });
    const [first] = candidates.sort(
      (a, b) => a.score - b.score || compareShapes(a.result.shapes[a.at], b.result.shapes[b.at]),
    );
    if (!first) return [];
    const { score: _score, tuned, ...chosen } = first;
    return [{ ...chosen, ...(tuned && { tuned }) }];
  });
}

/** The most frequently chosen combination, the first chosen among equals. */
export function mostChosen(tuned: readonly TunedSettings[]): TunedSettings | undefined {
  const counts = Map.groupBy(tuned, ({ label }) => label);
  const most = Math.max(...[...counts.values()].map((same) => same.length));
  return tuned.find(({ label }) => counts.get(label)!.length === most);
}

/** The cell and shape that an entry shows for a repeat; null if it has none. `row`: the label of its row. */
export function selectedCell(
  row: string,
  entry: Pick<TableEntry, 'repeats' | 'shape' | 'full' | 'tuned'> &
    Partial<Pick<ValidatedEntry, 'shapes' | 'tunedRepeats'>>,
  repeat: number,
): { readonly label: string; readonly shape: LatentShape } | null {
  const index = entry.repeats.indexOf(repeat);
  if (index < 0) return null;
  const { tuned, tunedRepeats, full, shapes = full, shape } = entry;
  const repeatShape = shapes ? shapes[index] : shape;
  return repeatShape && { label: (tunedRepeats?.[index] ?? tuned)?.label ?? row, shape: repeatShape };
}

/** The requested side of an entry: with validated shapes if it has them, else with the oracle's. */
export function selectedEntry({ validated, ...oracle }: TableEntry, selection: 'oracle' | 'validated') {
  return selection === 'validated' && validated ? validated : oracle;
}

/** Means by shape, smallest shape first, negated if higher is better; `n`: repeats that have the shape. */
function lowerMeans(
  cells: readonly TableCell[],
  by: MeasureId,
): { readonly shape: LatentShape; readonly mean: number; readonly n: number }[] {
  if (by === 'error-rate') {
    return errorsByShape(cells).map(({ shape, mean, errors }) => ({ shape, mean, n: errors.length }));
  }
  const sign = measureOf(by).better === 'higher' ? -1 : 1;
  return measuredByShape(by, cells).map(({ shape, mean, n }) => ({ shape, mean: sign * mean, n }));
}
