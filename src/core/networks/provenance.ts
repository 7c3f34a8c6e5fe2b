/** Provenance of network vectors: the network, and its training data as far as known. */
import { recipeText, type Recipe } from './recipe.ts';

export const BUILT_IN = 'built-in';

export interface NetworkOrigin {
  /** Name of the model's file, or `BUILT_IN`. */
  readonly file: string;
  /** SHA-256 (hex) of the model. */
  readonly hash: string;
  readonly recipe: Recipe;
  /** Number of images with marked eyes. */
  readonly marked: number;
  readonly coloured: boolean;
  readonly runtime: string;
}

/** Everything that the vectors depend on. */
export function networkProvenance({ file, hash, recipe, marked, coloured, runtime }: NetworkOrigin): string {
  const eyes = recipe.template === null ? '' : `; eyes: ${marked} marked, others by landmarks`;
  const images = `images of the dataset ${coloured ? 'in colour' : 'in grey'}`;
  return `${file} network, SHA-256 ${hash.slice(0, 16)}; ${images}, ${recipeText(recipe)}${eyes}; ${runtime}`;
}

/** A sentence on the training of the network behind vectors of this provenance; null for other vectors. */
export function trainedOn(source: string): string | null {
  const [, file] = /^(.+) network, SHA-256 [0-9a-f]{16};/.exec(source) ?? [];
  if (file === undefined) return null;
  return file === BUILT_IN
    ? 'a network that was trained elsewhere, on about three million photographs of some 7,500 persons from the web ' +
        '(FaceScrub, VGG Face and others), among which may be images of this dataset'
    : `the network ${file}, which was trained elsewhere, on what is not known here; images of this dataset may have been among it`;
}
