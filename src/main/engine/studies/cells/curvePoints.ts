import { CURVES, curveAxis } from '../../../../core/measures/curves.ts';
import { shapeIndex } from '../../../../core/methods/latent/latentShape.ts';
import type { CurvePoints } from '../../../../core/report/csv.ts';
import { selectedCell } from '../../../../core/study/table/chosen.ts';
import type { StudyTable } from '../../../../core/study/table/table.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { conflict } from '../../errors.ts';

/**
 * The curves that the finished cells of a study keep, each at the shape and settings of its entry in the table. Throws
 * CONFLICT where they keep none.
 */
export function curvePoints(
  { cells }: Pick<Workspace, 'cells'>,
  study: StoredStudy,
  { rows, conditions }: StudyTable,
): CurvePoints[] {
  const errors = cells.errors(study.id);
  const column = new Map(conditions.map(({ key }, at) => [key, at]));
  const found = cells.withStatus(study.id, 'done').flatMap(({ position, label, condition, repeat }) => {
    const kept = cells.measures(study.id, position)?.curves;
    if (!kept) return [];
    return rows.flatMap((row) => {
      const shown = selectedCell(row.label, row.entries[column.get(condition)!], repeat);
      if (shown?.label !== label) return [];
      const at = shapeIndex(errors.get(position)!.shapes, shown.shape);
      return CURVES.flatMap((curve): CurvePoints[] => {
        const counts = kept[curve]?.counts[at];
        if (!counts) return [];
        const axis = curveAxis(curve, counts.length);
        return [{ label: row.label, condition, repeat, shape: shown.shape, curve, axis, counts, of: kept[curve]!.of }];
      });
    });
  });
  if (found.length > 0) return found;
  throw conflict(
    'The study keeps no curves: they come with the measures "identification", "verification", "decisions" and "open-set".',
  );
}
