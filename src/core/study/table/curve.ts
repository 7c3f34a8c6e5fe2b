/** A measure against the latent shape. */
import type { LatentShape } from '../../methods/method.ts';
import type { TunedSettings } from '../spec/settingsGrid.ts';

/** Mean of a measure against latent shape for one method and condition. */
export interface Curve {
  readonly label: string;
  readonly methodId: string;
  /** The listed settings that it is at. */
  readonly tuned?: TunedSettings;
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
