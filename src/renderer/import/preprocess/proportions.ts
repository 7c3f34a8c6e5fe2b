/** What resizing does to the proportions of a face. */
import type { Size } from '../../../core/images/resize.ts';
import type { StepDraft } from './stepDraft.ts';
import { parseDraft } from './stepDraft.ts';

/** The columns that keep the proportions at so many rows. */
export function columnsFor(rows: number, from: Size): number {
  return Math.max(1, Math.round((rows * from.cols) / from.rows));
}

/** Per cent by which faces become wider (positive) or narrower; 0 where only rounding to whole pixels changes them. */
export function widening(from: Size, to: Size): number {
  const rounded = Math.abs(to.cols - (to.rows * from.cols) / from.rows) < 1;
  return rounded ? 0 : Math.round(100 * ((to.cols / to.rows) * (from.rows / from.cols) - 1));
}

/** The size before each step; null after a step that is not valid. */
export function sizesBefore(drafts: readonly StepDraft[], size: Size | null): (Size | null)[] {
  let now = size;
  return drafts.map((draft) => {
    const before = now;
    const { step } = parseDraft(draft);
    if (step === null) now = null;
    else if ('rows' in step) now = { rows: step.rows, cols: step.cols };
    return before;
  });
}
