/**
 * EM with squared extrapolation, SQUAREM, scheme S3 (Varadhan, Roland 2008): two EM steps θ_0 → θ_1 → θ_2 give the step
 * r = θ_1 − θ_0 and its change v = θ_2 − 2 θ_1 + θ_0, and θ_0 − 2αr + α²v with α = −‖r‖ / ‖v‖ extrapolates the path of
 * slow EM. The extrapolation is accepted, after one more EM step, if it does not lower the objective; the iteration is
 * therefore monotone.
 */
import { NotPositiveDefiniteError } from '../../../linalg/index.ts';

/** An EM iteration θ → EM(θ) and the mapping between its models and vectors. */
export interface EmMap<Model> {
  /** The objective at the model, and the model after one EM step. */
  readonly evaluate: (model: Model) => EmPoint<Model>;
  readonly toVector: (model: Model) => Float64Array;
  readonly fromVector: (values: Float64Array) => Model;
}

export interface EmPoint<Model> {
  readonly model: Model;
  readonly value: number;
  readonly next: Model;
}

/** Maximum number of extrapolations, each half as far as the previous one. */
const TRIES = 4;

/** The point after two EM steps, or an extrapolation that does not lower the objective. */
export function acceleratedStep<Model>(map: EmMap<Model>, start: EmPoint<Model>): EmPoint<Model> {
  const middle = map.evaluate(start.next);
  const [t0, t1, t2] = [start.model, start.next, middle.next].map(map.toVector);
  const r = t0.map((value, i) => t1[i] - value);
  const v = t0.map((value, i) => t2[i] - 2 * t1[i] + value);
  let alpha = -norm(r) / norm(v);
  // α = −1 is θ_2 itself.
  for (let attempt = 0; attempt < TRIES && alpha < -1; attempt++) {
    const far = evaluated(
      map,
      t0.map((value, i) => value - 2 * alpha * r[i] + alpha * alpha * v[i]),
    );
    if (far && far.value >= middle.value) return map.evaluate(far.next);
    alpha = (alpha - 1) / 2;
  }
  return map.evaluate(middle.next);
}

/** null if the extrapolation is not a valid model. */
function evaluated<Model>(map: EmMap<Model>, values: Float64Array): EmPoint<Model> | null {
  try {
    return map.evaluate(map.fromVector(values));
  } catch (error) {
    if (error instanceof NotPositiveDefiniteError) return null;
    throw error;
  }
}

function norm(values: Float64Array): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}
