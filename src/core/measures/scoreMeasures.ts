/** What a study asks for and scores alone can tell, of one latent shape. */
import type { Scores } from '../classify/scores.ts';
import type { ShapeView } from '../classify/shapeEvaluation.ts';
import { matrixStack } from '../linalg/matrix.ts';
import type { CellMeasures } from './cellMeasures.ts';
import { groupOf, type MeasureRequest } from './measures.ts';
import type { EvaluatedShape } from './measureGroup.ts';
import type { PairMeter } from './pairMeter.ts';

/** What there is to look at where scores are all that is known. */
export function viewOfScores(scores: Scores): ShapeView {
  return { shape: [], scores: () => scores, model: () => null, fitSeconds: Number.NaN, testSeconds: Number.NaN };
}

/**
 * Requests that need a model, or its time, give nothing. `truth`: subject of every test image; `pairs`: the meter of
 * the comparisons, of verification.
 */
export function scoreMeasures(
  scores: Scores,
  truth: Int32Array,
  requests: readonly MeasureRequest[],
  pairs: PairMeter | null = null,
): CellMeasures {
  const view = viewOfScores(scores);
  const look: EvaluatedShape = {
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
    .map((group) => group.measure(look, undefined));
  const values = parts.flatMap((part) => Object.entries(part.values));
  const curves = parts.flatMap((part) => Object.entries(part.curves));
  return {
    values: Object.fromEntries(values.map(([id, value]) => [id, [value ?? null]])),
    curves: Object.fromEntries(
      curves.map(([id, curve]) => [id, { of: curve?.of ?? 0, counts: [curve?.counts ?? null] }]),
    ),
  };
}
