/** What a metric is: a distance between codes. One declaration per file; the order of registry.ts is that of forms. */
import type { MatrixStack } from '../../linalg/matrix.ts';

/** Distance of code g of the gallery and code p of the probes; only its order matters. */
export type Distance = (g: number, p: number) => number;

export interface MetricDeclaration<Kind extends string = string> {
  /** How specs name it. */
  readonly kind: Kind;
  /** As a form lists it. */
  readonly title: string;
  /** One sentence: the formula, or where it comes from. */
  readonly help: string;
  /** Follows the name of a classifier: "by the cosine". Empty: goes without saying. */
  readonly phrase: string;
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
}
