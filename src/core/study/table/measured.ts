/** A measure over the repeats of one method and condition. */
import { mean, sampleStd } from '../../stats/describe.ts';
import { collectShapes, errorsByShape, meanRate, type CellErrors } from './errors.ts';
import { measureAt, type MeasuredCell } from '../measures/cellMeasures.ts';
import type { MeasureId } from '../measures/measures.ts';
import type { Curve, TableEntry } from '../result.ts';
import { compareShapes } from '../shapes.ts';

/** What a table needs of a cell: the errors, and the measure that it shows. */
export type TableCell = CellErrors & MeasuredCell;

/** A finished cell at one of its shapes. */
export interface ChosenCell {
  readonly repeat: number;
  readonly result: TableCell;
  /** Index into the shapes of the cell. */
  readonly at: number;
}

/** The measure at the chosen shape of every repeat. Repeats without a value are left out. */
export function measuredRepeats(
  measure: MeasureId,
  chosen: readonly ChosenCell[],
): Pick<TableEntry, 'mean' | 'std' | 'values' | 'repeats'> {
  const found = chosen.flatMap((cell) => {
    const value = measureAt(measure, cell.result, cell.at);
    return value === null ? [] : [{ ...cell, value }];
  });
  const values = found.map(({ value }) => value);
  return {
    mean: found.length === 0 ? null : meanOf(measure, found),
    std: spread(values),
    values,
    repeats: found.map(({ repeat }) => repeat),
  };
}

/** The measure at every shape, smallest shape first. Shapes without a value are left out. */
export function measuredByShape(measure: MeasureId, cells: readonly TableCell[]): Curve['points'] {
  if (measure === 'error-rate' || measure === 'accuracy') {
    return errorsByShape(cells).map(({ shape, errors, mean }) =>
      measure === 'error-rate'
        ? { shape, mean, std: spread(errors), n: errors.length }
        : { shape, mean: 100 - mean, std: spread(errors.map((error) => 100 - error)), n: errors.length },
    );
  }
  const { shapes, positions } = collectShapes(cells);
  return shapes
    .flatMap((shape, id) => {
      const chosen = cells.flatMap((result, c): ChosenCell[] => {
        const at = positions[c][id];
        return at === undefined ? [] : [{ repeat: c, result, at }];
      });
      const { mean, std, values } = measuredRepeats(measure, chosen);
      return mean === null ? [] : [{ shape, mean, std, n: values.length }];
    })
    .sort((a, b) => compareShapes(a.shape, b.shape));
}

/** Sample standard deviation (divisor n − 1); null below two values. */
export function spread(values: ArrayLike<number>): number | null {
  return values.length < 2 ? null : sampleStd(values);
}

/** Rates come from counts, so that equal numbers of errors give equal means to the last bit. */
function meanOf(measure: MeasureId, found: readonly (ChosenCell & { readonly value: number })[]): number {
  if (measure !== 'error-rate' && measure !== 'accuracy') return mean(found.map(({ value }) => value));
  const error = meanRate(
    found.map(({ result, at }) => result.wrong[at]),
    found.map(({ result }) => result.testCount),
  );
  return measure === 'accuracy' ? 100 - error : error;
}
