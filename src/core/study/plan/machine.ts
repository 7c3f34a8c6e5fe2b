/** How fast a machine does what fits are made of. */
import type { FitCost } from '../../methods/cost.ts';

/** Operations a second by kind; see FitCost. */
export interface MachineSpeed {
  readonly products: number;
  readonly decompositions: number;
  readonly loops: number;
}

/** The machine that the constants of the methods were measured on (docs/internals/measurements.md). */
export const REFERENCE_SPEED: MachineSpeed = { products: 15e9, decompositions: 3.3e9, loops: 1e9 };

export function secondsOn(speed: MachineSpeed, cost: FitCost): number {
  return cost.products / speed.products + cost.decompositions / speed.decompositions + cost.loops / speed.loops;
}
