import {
  countedCurve,
  type Characteristic,
  type CharacteristicId,
} from '../../../../core/figures/charts/characteristic.ts';
import { appearancesOf } from '../../../../core/methods/appearance.ts';
import { curveAxis } from '../../../../core/measures/curves.ts';
import type { Band } from '../../../../core/figures/charts/lineChart.ts';
import { fewSubjects } from '../../../../core/report/intervals.ts';
import { mean, sampleStd } from '../../../../core/stats/describe.ts';
import { meanInterval, type Interval } from '../../../../core/stats/interval.ts';
import { isUnavailable } from '../../../../core/stats/tests/testResult.ts';
import { testToTrain } from '../../../../core/study/plan/splits.ts';
import { selectedCell, selectedEntry } from '../../../../core/study/table/chosenShapes.ts';
import type { StudyTable } from '../../../../core/study/table/table.ts';
import { shapeIndex } from '../../../../core/methods/latent/latentShape.ts';
import { plural } from '../../../../core/text/phrases.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { entryIntervals } from '../studyIntervals.ts';
import { scoredPairs } from '../scoredPairs.ts';

/**
 * The curve of every method in a condition at the shapes in the table, as the sum of counts over its finished repeats;
 * for half total error rates, which the table averages, the mean. Methods without the curve are left out. `band`: the
 * kind of spread around the points.
 */
export function characteristics(
  workspace: Pick<Workspace, 'cells' | 'datasets'>,
  study: StoredStudy,
  table: StudyTable,
  characteristic: CharacteristicId,
  condition: string,
  selection: 'oracle' | 'validated' = 'oracle',
  band: Band = 'deviation',
): Characteristic[] {
  const { cells } = workspace;
  const pairsOf = band === 'subjects' ? scoredPairs(workspace, study, condition) : null;
  const curve = countedCurve(characteristic);
  const column = table.conditions.findIndex(({ key }) => key === condition);
  const done = cells.withStatus(study.id, 'done', condition);
  const errors = cells.errors(study.id, { condition });
  const appearances = appearancesOf(table.rows);
  return table.rows.flatMap(({ label, entries }): Characteristic[] => {
    const entry = selectedEntry(entries[column], selection);
    let sums: number[] = [];
    const shares: number[][] = [];
    const repeats: number[] = [];
    let [of, lacking] = [0, 0];
    for (const cell of done) {
      const selected = selectedCell(label, entry, cell.repeat);
      if (selected?.label !== cell.label) continue;
      const counted = cells.measures(study.id, cell.position)?.curves[curve];
      const counts = counted?.counts[shapeIndex(errors.get(cell.position)!.shapes, selected.shape)];
      if (!counts) {
        lacking++;
        continue;
      }
      sums = counts.map((count, i) => (sums[i] ?? 0) + count);
      of += counted!.of;
      shares.push(counts.map((count) => count / counted!.of));
      repeats.push(cell.repeat);
    }
    if (of === 0) return [];
    const axis = curveAxis(curve, sums.length);
    const side = { repeats: entry.repeats, cellAt: (repeat: number) => selectedCell(label, entry, repeat) };
    const drawn = pairsOf ? entryIntervals(pairsOf, side) : null;
    const ratio =
      band === 'interval'
        ? testToTrain(study.spec, workspace.datasets.factsOf(study.datasetId), condition, repeats)
        : 0;
    const intervalAt = (values: readonly number[], place: number): Interval | null => {
      if (drawn && typeof drawn !== 'string') return drawn.curve[place];
      const interval = band === 'interval' ? meanInterval(values, 0.95, ratio) : null;
      if (interval === 'no spread') return { low: values[0], high: values[0] };
      return interval === null || isUnavailable(interval) ? null : interval;
    };
    return [
      {
        label,
        appearance: appearances.get(label)!,
        shape: entry.shape,
        ...(typeof drawn === 'string' && { lack: drawn }),
        ...(drawn && typeof drawn !== 'string' && { remark: fewSubjects(drawn.subjects) ?? undefined }),
        ...(lacking > 0 && { remark: `${label} has no curve in ${plural(lacking, 'repeat')}` }),
        points: sums.map((sum, i) => {
          const values = shares.flatMap((share) => share[i] ?? []);
          const std = values.length < 2 ? null : sampleStd(values);
          const y = curve === 'epc' ? mean(values) : sum / of;
          return { x: axis[i], y, std, interval: intervalAt(values, i) };
        }),
      },
    ];
  });
}
