/** Measures one cell while it is evaluated. */
import { lazy } from '../classify/lazy.ts';
import type { ShapeObserver, ShapeView } from '../classify/shapeEvaluation.ts';
import { selectImages, selectLabels } from '../images/imageSet.ts';
import { fitFailure } from '../methods/fitFailure.ts';
import type { LatentShape, Method, SweepInput } from '../methods/method.ts';
import { shapeKey } from '../methods/latent/latentShape.ts';
import type { CellMeasures, CurveCounts } from './cellMeasures.ts';
import type { CurveId } from './curves.ts';
import { valuesOnly, type EvaluatedShape, type Measured, type MeasuredCurve } from './measureGroup.ts';
import { groupOf, type MeasureId, type MeasureRequest } from './measures.ts';
import type { PairMeter } from './pairMeter.ts';

export interface CellMeter {
  readonly observe: ShapeObserver;
  /** Measures at these shapes. */
  readonly measures: (shapes: readonly LatentShape[]) => CellMeasures;
}

/**
 * Creates a meter for the measures that a study requests of a method on one split; `pairs`: the meter of comparisons,
 * in verification.
 */
export function cellMeter(
  method: Method,
  { images, labels, test }: Pick<SweepInput, 'images' | 'labels' | 'test'>,
  requests: readonly MeasureRequest[],
  pairs: PairMeter | null = null,
): CellMeter {
  const probes = selectImages(images, test);
  const truth = selectLabels(labels, test);
  const measuredByShape = new Map<string, Measured>();

  const evaluatedShape = (view: ShapeView): EvaluatedShape => {
    const model = lazy(() => orNull(view.model));
    return {
      view,
      probes,
      truth,
      scores: lazy(view.scores),
      pairs: lazy(() => pairs?.compared(view) ?? null),
      rebuilt: lazy(() => orNull(() => (model() && method.reconstruct?.(model()!.fit, model()!.codes)) ?? null)),
      densities: lazy(() => orNull(() => (model() && method.logLikelihood?.(model()!.fit, probes)) ?? null)),
    };
  };

  return {
    observe(view) {
      const evaluated = evaluatedShape(view);
      const parts = requests.map((request) =>
        groupOf(request).measure(evaluated, typeof request === 'string' ? undefined : request.region),
      );
      measuredByShape.set(shapeKey(view.shape), {
        values: Object.assign({}, ...parts.map(({ values }) => values)),
        curves: Object.assign({}, ...parts.map(({ curves }) => curves)),
      });
    },
    measures(shapes) {
      const measured = shapes.map((shape) => measuredByShape.get(shapeKey(shape)) ?? valuesOnly({}));
      const ids = [...new Set(measured.flatMap(({ values }) => Object.keys(values) as MeasureId[]))];
      const curves = [...new Set(measured.flatMap((part) => Object.keys(part.curves) as CurveId[]))];
      return {
        values: Object.fromEntries(ids.map((id) => [id, measured.map(({ values }) => values[id] ?? null)])),
        curves: Object.fromEntries(curves.map((id) => [id, joined(measured.map((part) => part.curves[id] ?? null))])),
      };
    },
  };
}

/** Joins one curve per shape; all have the same number of test images or pairs. */
function joined(curves: readonly (MeasuredCurve | null)[]): CurveCounts {
  const of = curves.find((curve) => curve !== null)?.of ?? 0;
  return { of, counts: curves.map((curve) => curve?.counts ?? null) };
}

/** Returns null if the model is unavailable: the shape has no such measures, but its errors stand. */
function orNull<T>(compute: () => T | null): T | null {
  try {
    return compute();
  } catch (error) {
    if (fitFailure(error) === null && !(error instanceof RangeError)) throw error;
    return null;
  }
}
