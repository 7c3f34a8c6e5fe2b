import type { CurveId } from './curves.ts';
import { unavailableMeasures, type Measured } from './measureGroup.ts';
import { rocOf } from './roc.ts';

/** AUC and equal error rate of two samples of scores under these names, and their curve. */
export function rocMeasures(
  genuine: Float64Array,
  impostors: Float64Array,
  [auc, eer]: readonly [string, string],
  curve: CurveId,
): Measured {
  const roc = rocOf(genuine, impostors);
  if (!roc) return unavailableMeasures([auc, eer], curve);
  return {
    values: { [auc]: roc.auc, [eer]: roc.eer },
    curves: { [curve]: { of: genuine.length, counts: roc.accepted } },
  };
}
