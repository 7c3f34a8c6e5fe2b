/** Requested measures that need only scores, at one latent shape. */
import type { Scores } from '../classify/scores.ts';
import type { ShapeView } from '../classify/shapeEvaluation.ts';
import { matrixStack } from '../linalg/matrix.ts';
import type { CellMeasures } from './cellMeasures.ts';
import { groupOf, type MeasureRequest } from './measures.ts';
import type { EvaluatedShape } from './measureGroup.ts';
import type { PairMeter } from './pairMeter.ts';

/** View of a shape if only scores are known. */
export function viewOfScores(scores: Scores): ShapeView {
  return { shape: [], scores: () => scores, model: () => null, fitSeconds: Number.NaN, testSeconds: Number.NaN };
}

/**
 * Skips requests that need a model, or its time. `truth`: subject of every test image; `pairs`: the meter of
 * comparisons, in verification.
 */
export function scoreMeasures(
  scores: Scores,
  truth: Int32Array,
  requests: readonly MeasureRequest[],
  pairs: PairMeter | null = null,
): CellMeasures {
  const view = viewOfScores(scores);
  const evaluated: EvaluatedShape = {
    view,
    probes: matrixStack(0, 1, 1),
    truth,
    scores: () => scores,
    pairs: () => pairs?.compared(view) ?? null,
    rebuilt: () => null,
    densities: () => null,
  };
  const parts = requests
    .map((request) => groupOf(request))
    .filter(({ needs }) => needs === 'scores')
    .map((group) => group.measure(evaluated, undefined));
  const values = parts.flatMap((part) => Object.entries(part.values));
  const curves = parts.flatMap((part) => Object.entries(part.curves));
  return {
    values: Object.fromEntries(values.map(([id, value]) => [id, [value ?? null]])),
    curves: Object.fromEntries(
      curves.map(([id, curve]) => [id, { of: curve?.of ?? 0, counts: [curve?.counts ?? null] }]),
    ),
  };
}
