import type { Characteristic } from '../../../core/figures/characteristic.ts';
import { appearancesOf } from '../../../core/methods/appearance.ts';
import { countedCurve, type CharacteristicId } from '../../../core/figures/figureKinds.ts';
import { curveAxis } from '../../../core/measures/curves.ts';
import { sampleStd } from '../../../core/stats/describe.ts';
import { shownCell } from '../../../core/study/table/chosen.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { shapeIndex } from '../../../core/methods/latentShape.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/**
 * The curve of every method in a condition at the shapes of the table, counts added up over its finished repeats.
 * Methods without it are left out.
 */
export function characteristics(
  { cells }: Pick<Workspace, 'cells'>,
  study: StoredStudy,
  table: StudyTable,
  characteristic: CharacteristicId,
  condition: string,
  selection: 'oracle' | 'validated' = 'oracle',
): Characteristic[] {
  const curve = countedCurve(characteristic);
  const column = table.conditions.findIndex(({ key }) => key === condition);
  const done = cells.withStatus(study.id, 'done').filter((cell) => cell.condition === condition);
  const errors = cells.errors(study.id);
  const appearances = appearancesOf(table.rows);
  return table.rows.flatMap(({ label, entries }): Characteristic[] => {
    const { validated, ...oracle } = entries[column];
    const entry = selection === 'validated' && validated ? validated : oracle;
    let sums: number[] = [];
    const shares: number[][] = [];
    let of = 0;
    for (const cell of done) {
      const shown = shownCell(label, entry, cell.repeat);
      if (shown?.label !== cell.label) continue;
      const counted = cells.measures(study.id, cell.position)?.curves[curve];
      const counts = counted?.counts[shapeIndex(errors.get(cell.position)!.shapes, shown.shape)];
      if (!counts) continue;
      sums = counts.map((count, i) => (sums[i] ?? 0) + count);
      of += counted!.of;
      shares.push(counts.map((count) => count / counted!.of));
    }
    if (of === 0) return [];
    const axis = curveAxis(curve, sums.length);
    return [
      {
        label,
        appearance: appearances.get(label)!,
        shape: entry.shape,
        points: sums.map((sum, i) => {
          const values = shares.flatMap((share) => share[i] ?? []);
          return { x: axis[i], y: sum / of, std: values.length < 2 ? null : sampleStd(values) };
        }),
      },
    ];
  });
}
