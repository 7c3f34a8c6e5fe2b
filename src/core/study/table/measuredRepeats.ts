/** A measure over the repeats of one method and condition. */
import { sampleStd } from '../../stats/describe.ts';
import { meanOfRepeats } from '../../compare/repeatValues.ts';
import { collectShapes, errorsByShape, type CellErrors } from './repeatErrors.ts';
import { countAt, measureAt, type MeasuredCell } from '../../measures/cellMeasures.ts';
import type { LatentShape } from '../../methods/method.ts';
import type { MeasureId } from '../../measures/measures.ts';
import type { Curve, TableEntry } from './table.ts';
import { compareShapes } from '../../methods/latent/latentShape.ts';

/** The part of a cell that a table needs: the errors, and the measure that it shows. */
export interface TableCell extends CellErrors, MeasuredCell {
  /** For a method with all axes of each cell: the shape of this one; `shapes` has the most frequent in its place. */
  readonly full?: LatentShape;
  /**
   * The subject that every test image is recognised as at a shape (index); null: several subjects. Absent: the answers
   * are unknown, or the cell compares pairs.
   */
  readonly soleAnswer?: (at: number) => number | null;
}

/** A finished cell at one of its shapes. */
export interface ChosenCell {
  readonly repeat: number;
  readonly result: TableCell;
  /** Index into the shapes of the cell. */
  readonly at: number;
}

/**
 * The measure at the chosen shape of every repeat, with counts if it is a share of test images. Repeats without a value
 * are omitted.
 */
export function measuredRepeats(
  measure: MeasureId,
  chosen: readonly ChosenCell[],
): Pick<TableEntry, 'mean' | 'std' | 'values' | 'repeats' | 'counts'> {
  const measured = chosen.flatMap((cell) => {
    const value = measureAt(measure, cell.result, cell.at);
    return value === null ? [] : [{ ...cell, value, count: countAt(measure, cell.result, cell.at) }];
  });
  const values = measured.map(({ value }) => value);
  const counts = measured.flatMap(({ count }) => (count === null ? [] : [count]));
  const counted = values.length > 0 && counts.length === values.length;
  const entry = {
    values,
    repeats: measured.map(({ repeat }) => repeat),
    ...(counted && { counts: { counts, of: measured.map(({ result }) => result.testCount) } }),
  };
  const std = counted && testsOneImage(measured.map(({ result }) => result)) ? null : spread(values);
  return { mean: meanOfRepeats(entry), std, ...entry };
}

/** Fewest test images that can show a method to answer always the same. */
const FEWEST_TESTS = 3;

/**
 * Whether a method recognises every test image as one subject, wrongly in half of them or more: it decides nothing, as
 * where all subjects are equally near and the first is taken.
 */
export function givesOneAnswer(chosen: readonly ChosenCell[]): boolean {
  const tests = chosen.reduce((sum, { result }) => sum + result.testCount, 0);
  const wrong = chosen.reduce((sum, { result, at }) => sum + result.wrong[at], 0);
  if (tests < FEWEST_TESTS || 2 * wrong < tests) return false;
  const answers: (number | null)[] = [];
  // Answers are read from the workspace, so the first repeat with several ends the search.
  for (const { result, at } of chosen) {
    const answer = result.soleAnswer?.(at) ?? null;
    if (answer === null) return false;
    answers.push(answer);
  }
  if (tests > chosen.length) return true;
  // A repeat of one test image has one answer whatever decides. While the first image is tested, another subject may be
  // the first of the gallery.
  const times = [...Map.groupBy(answers, (answer) => answer).values()].map(({ length }) => length);
  return Math.max(...times) >= answers.length - 1;
}

/** The shape of every repeat if the method has all axes of each cell, else nothing. */
export function fullShapes(chosen: readonly ChosenCell[]): { readonly full?: readonly LatentShape[] } {
  const full = chosen.flatMap(({ result }) => (result.full ? [result.full] : []));
  return full.length > 0 ? { full } : {};
}

/** The measure at every shape, smallest shape first. Shapes without a value are omitted. */
export function measuredByShape(
  measure: MeasureId,
  cells: readonly TableCell[],
): Omit<Curve['points'][number], 'codeSize'>[] {
  if (measure === 'error-rate' || measure === 'accuracy') {
    const deviation = testsOneImage(cells) ? () => null : spread;
    return errorsByShape(cells).map(({ shape, errors, mean }) =>
      measure === 'error-rate'
        ? { shape, mean, std: deviation(errors), n: errors.length }
        : { shape, mean: 100 - mean, std: deviation(errors.map((error) => 100 - error)), n: errors.length },
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

/**
 * A share of one test image is 0 or 100%: the spread of such repeats follows from their mean, so it is not
 * informative.
 */
function testsOneImage(cells: readonly TableCell[]): boolean {
  return cells.every(({ testCount }) => testCount === 1);
}

/** Sample standard deviation (divisor n − 1); null below two values. */
export function spread(values: ArrayLike<number>): number | null {
  return values.length < 2 ? null : sampleStd(values);
}
