/** A measure against the latent shape. */
import type { LatentShape } from '../../methods/method.ts';

/** Mean of a measure against latent shape for one method and condition. */
export interface Curve {
  readonly label: string;
  readonly methodId: string;
  readonly condition: string;
  readonly latentNames: readonly string[];
  readonly points: readonly {
    readonly shape: LatentShape;
    /** Numbers per code. */
    readonly codeSize: number;
    readonly mean: number;
    readonly std: number | null;
    readonly n: number;
  }[];
}
