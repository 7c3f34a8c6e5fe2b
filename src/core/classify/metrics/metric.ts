/**
 * Declaration of a metric, a distance between codes. One declaration per file; registry.ts defines the order of forms.
 */
import type { MatrixStack } from '../../linalg/matrix.ts';

/** Distance of gallery code g and probe code p; only its order matters. */
export interface Distance {
  (g: number, p: number): number;
  /** Distances of all gallery codes to a probe, with the same bits, in half the time. */
  readonly ofAll?: (p: number) => Readonly<Float64Array>;
}

/** Distances as sums over the entries of codes; those of longer codes extend those of shorter ones. */
export interface EntrySums {
  /** Codes whose entries are summed; null if they depend on the shape. Absent: the codes themselves. */
  readonly prepared?: (
    gallery: MatrixStack,
    probes: MatrixStack,
    spread: MatrixStack,
  ) => readonly [MatrixStack, MatrixStack] | null;
  /** Adds the terms of one entry to the sum of every gallery code. */
  readonly add: (sums: Float64Array, entries: Float64Array, value: number) => void;
  /** Sums are inner products, and distances 2 − 2 cos. Absent: sums are distances with nonnegative terms. */
  readonly angles?: true;
}

export interface MetricDeclaration<Kind extends string = string> {
  /** Name in specs. */
  readonly kind: Kind;
  /** Title in forms. */
  readonly title: string;
  /** One sentence: the formula or its source. */
  readonly help: string;
  /** Follows the name of a classifier: "by the cosine". Empty for the default. */
  readonly phrase: string;
  /** Name in papers: "Euclidean distance". */
  readonly prose: string;
  /** Divides by standard deviations of codes. */
  readonly usesSpread?: true;
  /** Requires histograms; negative entries are refused. */
  readonly histograms?: true;
  /** `distance` returns the square of the distance it is named after. */
  readonly squares?: true;
  /** Distances between codes of one shape. `spread`: codes whose deviations a metric may divide by. */
  readonly distance: (gallery: MatrixStack, probes: MatrixStack, spread: MatrixStack) => Distance;
  /** The same distances up to rounding. Absent if they are not such sums. */
  readonly sums?: EntrySums;
}
