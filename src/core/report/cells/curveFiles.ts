/** Stored curves of cells, with the detection error trade-off derived from ROC curves. */
import { encodeMat, matrixVariable } from '../../formats/matlab/matWriter.ts';
import { encodeNpz } from '../../formats/npz.ts';
import { arrayName, variableName, type NumberMatrix } from './scoreFiles.ts';
import { csvCurves, type CurvePoints } from '../csv.ts';

/** Adds the detection error trade-off of each ROC curve: the rejected genuine pairs. */
export function withDetectionErrors(curves: readonly CurvePoints[]): CurvePoints[] {
  return curves.flatMap((points) => {
    const { curve, counts, of } = points;
    return curve === 'roc'
      ? [points, { ...points, curve: 'det', counts: counts.map((count) => of - count) }]
      : [points];
  });
}

/** One row per point. */
export function curvesCsv(curves: readonly CurvePoints[]): string {
  return csvCurves(withDetectionErrors(curves));
}

/** Curves of one row: arrays `roc/<condition>/<repeat>`, one line x, y per point. */
export function curvesNpz(curves: readonly CurvePoints[]): Uint8Array {
  const arrays = withDetectionErrors(curves).map(
    (points) => [arrayName(points.curve, points), pointsOf(points)] as const,
  );
  return encodeNpz(Object.fromEntries(arrays));
}

/** Same, as variables `roc_<condition>_<repeat>`. */
export function curvesMat(curves: readonly CurvePoints[]): Uint8Array {
  const arrays = withDetectionErrors(curves).map((points) =>
    matrixVariable(variableName(points.curve.replaceAll('-', '_'), points), pointsOf(points)),
  );
  return encodeMat('Eigenbench, curves of cells', arrays);
}

function pointsOf({ axis, counts, of }: CurvePoints): NumberMatrix {
  return { shape: [counts.length, 2], data: Float64Array.from(counts.flatMap((count, at) => [axis[at], count / of])) };
}
