/** What a metric is: a distance between codes. One declaration per file; the order of registry.ts is that of forms. */
import type { MatrixStack } from '../../linalg/matrix.ts';

/** Distance of code g of the gallery and code p of the probes; only its order matters. */
export interface Distance {
  (g: number, p: number): number;
  /** The distances of all codes of the gallery to a probe, with the same bits, in half the time. */
  readonly ofAll?: (p: number) => Readonly<Float64Array>;
}

/** How distances follow from sums over the entries of codes, so that those of longer codes go on from shorter ones. */
export interface EntrySums {
  /**
   * The codes whose entries are summed; null where they depend on the shape that is asked for. Absent: codes as they
   * are.
   */
  readonly prepared?: (
    known: MatrixStack,
    probes: MatrixStack,
    spread: MatrixStack,
  ) => readonly [MatrixStack, MatrixStack] | null;
  /** Adds to the sum of every known code what its entry and that of a probe give. */
  readonly add: (sums: Float64Array, entries: Float64Array, value: number) => void;
  /** Sums are inner products, and distances 2 − 2 cos. Absent: sums are distances, of parts that are not negative. */
  readonly angles?: true;
}

export interface MetricDeclaration<Kind extends string = string> {
  /** How specs name it. */
  readonly kind: Kind;
  /** As a form lists it. */
  readonly title: string;
  /** One sentence: the formula, or where it comes from. */
  readonly help: string;
  /** Follows the name of a classifier: "by the cosine". Empty: goes without saying. */
  readonly phrase: string;
  /** As papers name it: "Euclidean distance". */
  readonly prose: string;
  /** It divides by deviations of codes. */
  readonly usesSpread?: true;
  /** It is of histograms: negative entries are refused. */
  readonly histograms?: true;
  /** `distance` is the square of the distance that it is named after. */
  readonly squares?: true;
  /**
   * Distances between codes of one shape. `spread`: the codes whose deviations a metric may divide by.
   */
  readonly distance: (known: MatrixStack, probes: MatrixStack, spread: MatrixStack) => Distance;
  /** The same distances but for rounding. Absent: they are no such sums. */
  readonly sums?: EntrySums;
}
